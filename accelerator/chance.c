/* Random bits without a call: the generator of `random.Random` is looked into, if it is the one we know.

   What is drawn is what `getrandbits` gives, and the generator is then where it would be after it. */

#include "fuzzwright_fast.h"

#define WORDS 624

/* As in CPython's _randommodule.c. */
typedef struct {
    PyObject_HEAD
    int index;
    uint32_t state[WORDS];
} Twister;

static int64_t
ask_for_bits(PyObject *random, int count)
{
    PyObject *number = PyObject_CallMethod(random, "getrandbits", "i", count);
    int64_t bits = number == NULL ? -1 : PyLong_AsLongLong(number);
    Py_XDECREF(number);
    return bits;
}

/* At most 32 random bits; -1 with an exception set if there are none to be had. */
int64_t
random_bits(const State *state, PyObject *random, int count)
{
    if ((PyObject *)Py_TYPE(random) != state->twister_type || !state->knows_twister) {
        return ask_for_bits(random, count);
    }
    Twister *twister = (Twister *)random;
    if (twister->index >= WORDS) {
        /* It has to be turned over, which it does best itself. */
        int64_t all = ask_for_bits(random, 32);
        return all < 0 ? all : all >> (32 - count);
    }
    uint32_t word = twister->state[twister->index++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680U;
    word ^= (word << 15) & 0xefc60000U;
    word ^= word >> 18;
    return word >> (32 - count);
}

/* Find out whether generators are as we know them: first by their size, then by what they draw. */
int
learn_twister(State *state)
{
    PyObject *module = PyImport_ImportModule("random");
    state->twister_type = module == NULL ? NULL : PyObject_GetAttrString(module, "Random");
    Py_XDECREF(module);
    if (state->twister_type == NULL || !PyType_Check(state->twister_type)) {
        return -1;
    }
    PyTypeObject *base = ((PyTypeObject *)state->twister_type)->tp_base;
    if (base == NULL || base->tp_basicsize != sizeof(Twister)) {
        return 0;
    }
    PyObject *one = PyObject_CallFunction(state->twister_type, "i", 20);
    PyObject *other = PyObject_CallFunction(state->twister_type, "i", 20);
    int alike = one != NULL && other != NULL;
    for (int draw = 0; alike && draw < 2 * WORDS; draw++) {
        int count = 1 + draw % 32;
        state->knows_twister = 1;
        int64_t ours = random_bits(state, one, count);
        alike = ours >= 0 && ours == ask_for_bits(other, count);
    }
    Py_XDECREF(one);
    Py_XDECREF(other);
    state->knows_twister = alike;
    return PyErr_Occurred() ? -1 : 0;
}

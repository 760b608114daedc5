/* Keys with values: tuples of pairs in which each key is once, as `domains/mappings.py` has them.

   A `Pairs` knows how many there may be. It makes pairs of keys and values in turn, and crosses two values. */

#include "fuzzwright_fast.h"
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    PyObject *unfit;
    Py_ssize_t shortest;
    Py_ssize_t longest;
} Pairs;

PyObject *
paired(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (given % 2) {
        PyErr_SetString(PyExc_ValueError, "one is left without another");
        return NULL;
    }
    PyObject *pairs = PyTuple_New(given / 2);
    for (Py_ssize_t index = 0; pairs != NULL && index < given / 2; index++) {
        PyObject *pair = PyTuple_Pack(2, arguments[2 * index], arguments[2 * index + 1]);
        if (pair == NULL) {
            Py_CLEAR(pairs);
        }
        else {
            PyTuple_SET_ITEM(pairs, index, pair);
        }
    }
    return pairs;
}

/* Pairs with each key once, where it is first, and with what it has last: those of the dict of them. */
PyObject *
distinct_pairs(PyObject *Py_UNUSED(module), PyObject *pairs)
{
    if (!PyTuple_CheckExact(pairs)) {
        PyErr_SetString(PyExc_TypeError, "distinct_pairs takes a tuple of pairs");
        return NULL;
    }
    PyObject *known = PyDict_New();
    for (Py_ssize_t index = 0; known != NULL && index < PyTuple_GET_SIZE(pairs); index++) {
        PyObject *pair = PyTuple_GET_ITEM(pairs, index);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "not a pair");
            Py_CLEAR(known);
        }
        else if (PyDict_SetItem(known, PyTuple_GET_ITEM(pair, 0), PyTuple_GET_ITEM(pair, 1)) < 0) {
            Py_CLEAR(known);
        }
    }
    if (known == NULL) {
        return NULL;
    }
    if (PyDict_GET_SIZE(known) == PyTuple_GET_SIZE(pairs)) {
        Py_DECREF(known);
        return Py_NewRef(pairs);
    }
    PyObject *items = PyDict_Items(known);
    Py_DECREF(known);
    PyObject *distinct = items == NULL ? NULL : PyList_AsTuple(items);
    Py_XDECREF(items);
    return distinct;
}

static PyObject *
pairs_make(PyObject *self, PyObject *const *children, Py_ssize_t given)
{
    const Pairs *bounds = (Pairs *)self;
    PyObject *pairs = paired(NULL, children, given);
    if (pairs != NULL) {
        Py_SETREF(pairs, distinct_pairs(NULL, pairs));
    }
    if (pairs != NULL && (PyTuple_GET_SIZE(pairs) < bounds->shortest || PyTuple_GET_SIZE(pairs) > bounds->longest)) {
        PyErr_SetString(bounds->unfit, "too many or too few keys");
        Py_CLEAR(pairs);
    }
    return pairs;
}

static PyObject *
pairs_cross(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    if (given != 3 || !PyTuple_CheckExact(arguments[0]) || !PyTuple_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "cross takes two tuples of pairs and a generator");
        return NULL;
    }
    PyObject *pairs = crossed(PyType_GetModuleState(Py_TYPE(self)), arguments[2], arguments[0], arguments[1]);
    if (pairs != NULL) {
        Py_SETREF(pairs, distinct_pairs(NULL, pairs));
    }
    if (pairs != NULL && PyTuple_GET_SIZE(pairs) < ((Pairs *)self)->shortest) {
        Py_SETREF(pairs, Py_NewRef(arguments[0]));
    }
    return pairs;
}

static int
pairs_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Pairs *)self)->unfit);
    return 0;
}

static void
pairs_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Pairs *)self)->unfit);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef pairs_methods[] = {
    {"make", (PyCFunction)(void (*)(void))pairs_make, METH_FASTCALL, "Return pairs of keys and values in turn."},
    {"cross", (PyCFunction)(void (*)(void))pairs_cross, METH_FASTCALL, "Return the beginning of one, the end of another."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot pairs_slots[] = {
    {Py_tp_doc, "Makes pairs with distinct keys."},
    {Py_tp_dealloc, pairs_dealloc},
    {Py_tp_traverse, pairs_traverse},
    {Py_tp_methods, pairs_methods},
    {0, NULL},
};

PyType_Spec pairs_spec = {
    .name = "fuzzwright_fast.Pairs",
    .basicsize = sizeof(Pairs),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = pairs_slots,
};

/* How many pairs there are at least and at most, and what is raised where there are more or fewer. */
PyObject *
new_pairs(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 3 || !PyExceptionClass_Check(arguments[2])) {
        PyErr_SetString(PyExc_TypeError, "new_pairs takes two numbers and what to raise");
        return NULL;
    }
    Py_ssize_t shortest = PyLong_AsSsize_t(arguments[0]), longest = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(arguments[1]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Pairs *pairs = PyObject_GC_New(Pairs, state->pairs_type);
    if (pairs != NULL) {
        pairs->unfit = Py_NewRef(arguments[2]);
        pairs->shortest = shortest;
        pairs->longest = longest;
        PyObject_GC_Track(pairs);
    }
    return (PyObject *)pairs;
}

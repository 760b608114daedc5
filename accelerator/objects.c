/* The objects that values stand for, made anew for each run. */

#include "fuzzwright_fast.h"
#include "structmember.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *item; /* makes the object for an item */
    int pairs;      /* whether items are the second halves of pairs that a dict is made of */
} Realiser;

static PyObject *
realised(const Realiser *realiser, PyObject *value)
{
    if (realiser->item == (PyObject *)&PyList_Type) {
        return PySequence_List(value);
    }
    return PyObject_CallOneArg(realiser->item, value);
}

static PyObject *
dict_of(const Realiser *realiser, PyObject *value)
{
    PyObject *made = PyDict_New();
    for (Py_ssize_t index = 0; made != NULL && index < PyTuple_GET_SIZE(value); index++) {
        PyObject *pair = PyTuple_GET_ITEM(value, index);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "not a pair");
            Py_CLEAR(made);
            break;
        }
        PyObject *item = realised(realiser, PyTuple_GET_ITEM(pair, 1));
        if (item == NULL || PyDict_SetItem(made, PyTuple_GET_ITEM(pair, 0), item) < 0) {
            Py_CLEAR(made);
        }
        Py_XDECREF(item);
    }
    return made;
}

static PyObject *
list_of(const Realiser *realiser, PyObject *value)
{
    PyObject *made = PyList_New(0);
    for (Py_ssize_t index = 0; made != NULL && index < PyTuple_GET_SIZE(value); index++) {
        PyObject *item = realised(realiser, PyTuple_GET_ITEM(value, index));
        if (item == NULL || PyList_Append(made, item) < 0) {
            Py_CLEAR(made);
        }
        Py_XDECREF(item);
    }
    return made;
}

/* As many frames as Python has for it: a function, and until 3.12 a comprehension in it. */
#if PY_VERSION_HEX < 0x030C0000
#define FRAMES_LEFT(thread) ((thread)->recursion_remaining)
#define FRAMES 2
#else
#define FRAMES_LEFT(thread) ((thread)->py_recursion_remaining)
#define FRAMES 1
#endif

static PyObject *
realiser_call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *keywords)
{
    const Realiser *realiser = (Realiser *)self;
    if (PyVectorcall_NARGS(flags) != 1 || !PyTuple_Check(arguments[0]) || (keywords != NULL && PyTuple_GET_SIZE(keywords))) {
        PyErr_SetString(PyExc_TypeError, "takes a tuple");
        return NULL;
    }
    PyThreadState *thread = PyThreadState_Get();
    if (FRAMES_LEFT(thread) <= FRAMES) {
        PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
        return NULL;
    }
    FRAMES_LEFT(thread) -= FRAMES;
    PyObject *made = realiser->pairs ? dict_of(realiser, arguments[0]) : list_of(realiser, arguments[0]);
    FRAMES_LEFT(thread) += FRAMES;
    return made;
}

static int
realiser_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Realiser *)self)->item);
    return 0;
}

static int
realiser_clear(PyObject *self)
{
    Py_CLEAR(((Realiser *)self)->item);
    return 0;
}

static void
realiser_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    realiser_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef realiser_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Realiser, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot realiser_slots[] = {
    {Py_tp_doc, "Makes the list or dict that a value stands for."},
    {Py_tp_dealloc, realiser_dealloc},
    {Py_tp_traverse, realiser_traverse},
    {Py_tp_clear, realiser_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, realiser_members},
    {0, NULL},
};

PyType_Spec realiser_spec = {
    .name = "fuzzwright_fast.Realiser",
    .basicsize = sizeof(Realiser),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = realiser_slots,
};

/* What makes the object for an item, and whether a dict is made. */
PyObject *
new_realiser(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 2 || !PyCallable_Check(arguments[0]) || !PyBool_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "new_realiser takes what makes an item, and whether they are in pairs");
        return NULL;
    }
    Realiser *realiser = PyObject_GC_New(Realiser, state->realiser_type);
    if (realiser != NULL) {
        realiser->vectorcall = realiser_call;
        realiser->item = Py_NewRef(arguments[0]);
        realiser->pairs = arguments[1] == Py_True;
        PyObject_GC_Track(realiser);
    }
    return (PyObject *)realiser;
}

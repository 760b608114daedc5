/* Notes on the operations of a run, as `python/notes.py` makes them: operands as they are at that moment, and a tuple of
   all there is to tell. Comparisons, the most frequent ones, are also made here. */

#include "fuzzwright_fast.h"
#include "structmember.h"

enum { SITE, KIND, WHAT, HELD, RESULT, FAILED, NAMES, FIELDS };

typedef struct {
    PyObject_HEAD
    PyTypeObject *note;  /* a class of tuples */
    PyObject *early;     /* a list: the first notes of a run */
    PyObject *late;      /* what appends to the last ones */
    PyObject *as_it_is;  /* what is asked about things that may change */
    PyObject *compare;   /* the word for it */
    PyObject *no_names;
    Py_ssize_t most_early;
} Noting;

/* Whether what is noted may be changed later. */
static int
may_change(PyObject *thing)
{
    PyTypeObject *type = Py_TYPE(thing);
    return type == &PyList_Type || type == &PyDict_Type || type == &PySet_Type || type == &PyByteArray_Type
           || type == &PyDictKeys_Type || type == &PyDictValues_Type || type == &PyDictItems_Type;
}

static PyObject *
as_it_is(const Noting *noting, PyObject *thing)
{
    return may_change(thing) ? PyObject_CallOneArg(noting->as_it_is, thing) : Py_NewRef(thing);
}

/* The operands as they are now: mostly none of them can change. */
static PyObject *
held(const Noting *noting, PyObject *operands)
{
    Py_ssize_t count = PyTuple_GET_SIZE(operands);
    Py_ssize_t index = 0;
    while (index < count && !may_change(PyTuple_GET_ITEM(operands, index))) {
        index++;
    }
    if (index == count) {
        return Py_NewRef(operands);
    }
    PyObject *copies = PyTuple_New(count);
    for (index = 0; copies != NULL && index < count; index++) {
        PyObject *copy = as_it_is(noting, PyTuple_GET_ITEM(operands, index));
        if (copy == NULL) {
            Py_CLEAR(copies);
        }
        else {
            PyTuple_SET_ITEM(copies, index, copy);
        }
    }
    return copies;
}

/* Note an operation; takes over the reference to the operands, which may be NULL on error. -1 on error. */
static int
append(const Noting *noting, PyObject *site, PyObject *kind, PyObject *what, PyObject *operands, PyObject *result,
       PyObject *failed, PyObject *names)
{
    PyObject *shown = operands == NULL ? NULL : as_it_is(noting, result);
    PyObject *note = shown == NULL ? NULL : noting->note->tp_alloc(noting->note, FIELDS);
    if (note == NULL) {
        Py_XDECREF(operands);
        Py_XDECREF(shown);
        return -1;
    }
    PyObject *fields[FIELDS] = {site, kind, what, operands, shown, failed, names};
    for (int index = 0; index < FIELDS; index++) {
        PyTuple_SET_ITEM(note, index, index == HELD || index == RESULT ? fields[index] : Py_NewRef(fields[index]));
    }
    int done = 0;
    if (PyList_GET_SIZE(noting->early) < noting->most_early) {
        done = PyList_Append(noting->early, note);
    }
    else {
        PyObject *none = PyObject_CallOneArg(noting->late, note);
        Py_XDECREF(none);
        done = none == NULL ? -1 : 0;
    }
    Py_DECREF(note);
    return done;
}

static PyObject *
noted(const Noting *noting, PyObject *const *arguments, Py_ssize_t given, int copies)
{
    if (given < 5 || given > FIELDS || !PyTuple_Check(arguments[HELD])) {
        PyErr_SetString(PyExc_TypeError, "a note takes a site, a kind, what it is, operands, a result, and maybe more");
        return NULL;
    }
    PyObject *operands = copies ? held(noting, arguments[HELD]) : Py_NewRef(arguments[HELD]);
    PyObject *failed = given > FAILED ? arguments[FAILED] : Py_False;
    PyObject *names = given > NAMES ? arguments[NAMES] : noting->no_names;
    if (append(noting, arguments[SITE], arguments[KIND], arguments[WHAT], operands, arguments[RESULT], failed, names) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
noting_add(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    return noted((Noting *)self, arguments, given, 1);
}

static PyObject *
noting_append(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    return noted((Noting *)self, arguments, given, 0);
}

static PyObject *
from_truth(int truth)
{
    return truth < 0 ? NULL : PyBool_FromLong(truth);
}

static PyObject *
compared(PyObject *sign, PyObject *left, PyObject *right)
{
    static const struct {
        const char *sign;
        int operator;
    } operators[] = {{"==", Py_EQ}, {"!=", Py_NE}, {"<", Py_LT}, {"<=", Py_LE}, {">", Py_GT}, {">=", Py_GE}};
    for (size_t index = 0; index < Py_ARRAY_LENGTH(operators); index++) {
        if (PyUnicode_CompareWithASCIIString(sign, operators[index].sign) == 0) {
            return PyObject_RichCompare(left, right, operators[index].operator);
        }
    }
    if (PyUnicode_CompareWithASCIIString(sign, "in") == 0) {
        return from_truth(PySequence_Contains(right, left));
    }
    if (PyUnicode_CompareWithASCIIString(sign, "not in") == 0) {
        int inside = PySequence_Contains(right, left);
        return from_truth(inside < 0 ? inside : !inside);
    }
    if (PyUnicode_CompareWithASCIIString(sign, "is") == 0) {
        return PyBool_FromLong(left == right);
    }
    if (PyUnicode_CompareWithASCIIString(sign, "is not") == 0) {
        return PyBool_FromLong(left != right);
    }
    PyErr_SetObject(PyExc_KeyError, sign);
    return NULL;
}

/* What Python code of the values runs one frame further in, as where Python compares them. */
#if PY_VERSION_HEX < 0x030C0000
#define FRAMES_LEFT(thread) ((thread)->recursion_remaining)
#else
#define FRAMES_LEFT(thread) ((thread)->py_recursion_remaining)
#endif

static PyObject *
noting_compare(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    const Noting *noting = (Noting *)self;
    if (given != 4 || !PyUnicode_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "compare takes a site, a sign and two operands");
        return NULL;
    }
    PyThreadState *thread = PyThreadState_Get();
    if (FRAMES_LEFT(thread) <= 0) {
        PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
        return NULL;
    }
    FRAMES_LEFT(thread) -= 1;
    PyObject *result = compared(arguments[1], arguments[2], arguments[3]);
    FRAMES_LEFT(thread) += 1;
    if (result == NULL) {
        return NULL;
    }
    PyObject *pair = PyTuple_Pack(2, arguments[2], arguments[3]);
    PyObject *operands = pair == NULL ? NULL : held(noting, pair);
    Py_XDECREF(pair);
    if (append(noting, arguments[0], noting->compare, arguments[1], operands, result, Py_False, noting->no_names) < 0) {
        Py_CLEAR(result);
    }
    return result;
}

static int
noting_traverse(PyObject *self, visitproc visit, void *arg)
{
    Noting *noting = (Noting *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(noting->note);
    Py_VISIT(noting->early);
    Py_VISIT(noting->late);
    Py_VISIT(noting->as_it_is);
    Py_VISIT(noting->compare);
    Py_VISIT(noting->no_names);
    return 0;
}

static int
noting_clear(PyObject *self)
{
    Noting *noting = (Noting *)self;
    Py_CLEAR(noting->note);
    Py_CLEAR(noting->early);
    Py_CLEAR(noting->late);
    Py_CLEAR(noting->as_it_is);
    Py_CLEAR(noting->compare);
    Py_CLEAR(noting->no_names);
    return 0;
}

static void
noting_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    noting_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef noting_methods[] = {
    {"add", (PyCFunction)(void (*)(void))noting_add, METH_FASTCALL, "Note an operation, with its operands as they are now."},
    {"append", (PyCFunction)(void (*)(void))noting_append, METH_FASTCALL, "The same with operands that were copied."},
    {"compare", (PyCFunction)(void (*)(void))noting_compare, METH_FASTCALL, "Compare two values, and note it."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot noting_slots[] = {
    {Py_tp_doc, "Notes operations."},
    {Py_tp_dealloc, noting_dealloc},
    {Py_tp_traverse, noting_traverse},
    {Py_tp_clear, noting_clear},
    {Py_tp_methods, noting_methods},
    {0, NULL},
};

PyType_Spec noting_spec = {
    .name = "fuzzwright_fast.Noting",
    .basicsize = sizeof(Noting),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = noting_slots,
};

/* The class of notes, the list of the first ones, how many these are, what appends to the last ones, and what gives
   things as they are now. */
PyObject *
new_noting(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 5 || !PyType_Check(arguments[0]) || !PyType_IsSubtype((PyTypeObject *)arguments[0], &PyTuple_Type)
        || !PyList_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "new_noting takes a class of tuples, a list, a number and two functions");
        return NULL;
    }
    Py_ssize_t most = PyLong_AsSsize_t(arguments[2]);
    if (most == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Noting *noting = PyObject_GC_New(Noting, state->noting_type);
    if (noting == NULL) {
        return NULL;
    }
    noting->note = (PyTypeObject *)Py_NewRef(arguments[0]);
    noting->early = Py_NewRef(arguments[1]);
    noting->most_early = most;
    noting->late = Py_NewRef(arguments[3]);
    noting->as_it_is = Py_NewRef(arguments[4]);
    noting->compare = PyUnicode_InternFromString("compare");
    noting->no_names = Py_NewRef(state->empty);
    PyObject_GC_Track(noting);
    if (noting->compare == NULL) {
        Py_CLEAR(noting);
    }
    return (PyObject *)noting;
}

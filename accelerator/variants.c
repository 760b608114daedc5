/* Variants of one input: changes of a few places of it, new ones and those that were tried before, alone and in pairs.

   The loop of `Varying._changed_somewhere`, statement by statement: the same bits are drawn in the same order. A change
   is the tuple (place, value, operators, origin, edit) that Python makes. */

#include "fuzzwright_fast.h"
#include "structmember.h"

/* As in `searches/vary.py`. */
#define PLACES 6

enum { WHERE_CHANGED, VALUE, OPERATORS, ORIGIN, EDIT, PARTS };

typedef struct {
    PyObject_HEAD
    PyObject *random;
    PyObject *places;  /* a list: the spots that are changed */
    PyObject *puts;    /* a list: what puts a value at each of them */
    PyObject *changed; /* makes a change, given the index of a place and the spot */
    PyObject *joint;   /* says how two changes go together, given the indices of their places */
    PyObject *unfit;   /* what is raised where something does not fit */
    PyObject *batch;
    PyObject *changes; /* a list */
    PyObject *joints[PLACES * PLACES];
    PyObject *last;
    Py_ssize_t left;
    Py_ssize_t made;
    Py_ssize_t operators;
} Variants;

static int
variants_traverse(PyObject *self, visitproc visit, void *arg)
{
    Variants *variants = (Variants *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(variants->random);
    Py_VISIT(variants->places);
    Py_VISIT(variants->puts);
    Py_VISIT(variants->changed);
    Py_VISIT(variants->joint);
    Py_VISIT(variants->unfit);
    Py_VISIT(variants->batch);
    Py_VISIT(variants->changes);
    Py_VISIT(variants->last);
    for (int index = 0; index < PLACES * PLACES; index++) {
        Py_VISIT(variants->joints[index]);
    }
    return 0;
}

static int
variants_clear(PyObject *self)
{
    Variants *variants = (Variants *)self;
    Py_CLEAR(variants->random);
    Py_CLEAR(variants->places);
    Py_CLEAR(variants->puts);
    Py_CLEAR(variants->changed);
    Py_CLEAR(variants->joint);
    Py_CLEAR(variants->unfit);
    Py_CLEAR(variants->batch);
    Py_CLEAR(variants->changes);
    Py_CLEAR(variants->last);
    for (int index = 0; index < PLACES * PLACES; index++) {
        Py_CLEAR(variants->joints[index]);
    }
    return 0;
}

static void
variants_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    variants_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* As `_equal` in `searches/vary.py`; -1 on error. */
static int
are_equal(PyObject *left, PyObject *right)
{
    PyTypeObject *type = Py_TYPE(left);
    if (type != Py_TYPE(right)) {
        return 0;
    }
    if (type == &PyLong_Type || type == &PyUnicode_Type || type == &PyFloat_Type || type == &PyBytes_Type
        || type == &PyBool_Type || left == Py_None) {
        /* Not the one that takes an object for equal to itself: a NaN is not. */
        PyObject *same = PyObject_RichCompare(left, right, Py_EQ);
        int truth = same == NULL ? -1 : same == Py_True;
        Py_XDECREF(same);
        return truth;
    }
    if (!PyTuple_Check(left) || PyTuple_GET_SIZE(left) != PyTuple_GET_SIZE(right)) {
        return 0;
    }
    if (Py_EnterRecursiveCall(" while values are compared")) {
        return -1;
    }
    int equal = 1;
    for (Py_ssize_t index = 0; equal > 0 && index < PyTuple_GET_SIZE(left); index++) {
        equal = are_equal(PyTuple_GET_ITEM(left, index), PyTuple_GET_ITEM(right, index));
    }
    Py_LeaveRecursiveCall();
    return equal;
}

PyObject *
plainly_equal(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (given != 2) {
        PyErr_SetString(PyExc_TypeError, "plainly_equal takes two values");
        return NULL;
    }
    int equal = are_equal(arguments[0], arguments[1]);
    return equal < 0 ? NULL : PyBool_FromLong(equal);
}

static Py_ssize_t
number_in(PyObject *change, int part)
{
    return PyLong_AsSsize_t(PyTuple_GET_ITEM(change, part));
}

/* One of the first so many changes, borrowed; NULL on error. */
static PyObject *
some_change(const State *state, const Variants *variants, Py_ssize_t known)
{
    int64_t drawn = random_bits(state, variants->random, 16);
    return drawn < 0 ? NULL : PyList_GET_ITEM(variants->changes, drawn * known >> 16);
}

/* A stretch of a text, bytes or a tuple replaced; NULL with Unfit raised if it gets too long or too short. */
static PyObject *
edited(PyObject *base, PyObject *edit, Py_ssize_t shortest, Py_ssize_t longest, PyObject *unfit)
{
    PyObject *new = PyTuple_GET_ITEM(edit, 2);
    Py_ssize_t length = PyObject_Size(base), more = PyObject_Size(new);
    Py_ssize_t start = PyLong_AsSsize_t(PyTuple_GET_ITEM(edit, 0)), end = PyLong_AsSsize_t(PyTuple_GET_ITEM(edit, 1));
    if (PyErr_Occurred()) {
        return NULL;
    }
    start = start > length ? length : start;
    Py_ssize_t after = end >= length ? 0 : length - end;
    Py_ssize_t total = start + more + after;
    if (total < shortest || total > longest) {
        PyErr_SetString(unfit, "too long or too short");
        return NULL;
    }
    if (PyTuple_CheckExact(base) && PyTuple_CheckExact(new)) {
        PyObject *items = PyTuple_New(total);
        for (Py_ssize_t index = 0; items != NULL && index < total; index++) {
            PyObject *item = index < start          ? PyTuple_GET_ITEM(base, index)
                             : index < start + more ? PyTuple_GET_ITEM(new, index - start)
                                                    : PyTuple_GET_ITEM(base, length - (total - index));
            PyTuple_SET_ITEM(items, index, Py_NewRef(item));
        }
        return items;
    }
    PyObject *head = PySequence_GetSlice(base, 0, start);
    PyObject *tail = PySequence_GetSlice(base, length - after, length);
    PyObject *whole = head == NULL || tail == NULL ? NULL : PySequence_Concat(head, new);
    if (whole != NULL) {
        Py_SETREF(whole, PySequence_Concat(whole, tail));
    }
    Py_XDECREF(head);
    Py_XDECREF(tail);
    return whole;
}

/* Two changes in one place: that of a stretch is made in whatever the other came to; None if neither is one. */
static PyObject *
in_one_place(const State *state, const Variants *variants, PyObject *how, PyObject *first, PyObject *second)
{
    PyObject *base = PyTuple_GET_ITEM(first, VALUE), *edit = PyTuple_GET_ITEM(second, EDIT);
    if (edit == Py_None) {
        base = PyTuple_GET_ITEM(second, VALUE);
        edit = PyTuple_GET_ITEM(first, EDIT);
    }
    if (edit == Py_None || first == second) {
        Py_RETURN_NONE;
    }
    /* (put, edited, bounds): where there are bounds of its length, the value is a plain run, and need not be asked. */
    PyObject *value;
    PyObject *bounds = PyTuple_GET_ITEM(how, 2);
    if (PyTuple_CheckExact(bounds) && PyTuple_GET_SIZE(bounds) == 2) {
        Py_ssize_t shortest = PyLong_AsSsize_t(PyTuple_GET_ITEM(bounds, 0));
        Py_ssize_t longest = PyLong_AsSsize_t(PyTuple_GET_ITEM(bounds, 1));
        value = PyErr_Occurred() ? NULL : edited(base, edit, shortest, longest, variants->unfit);
    }
    else {
        value = PyObject_CallFunctionObjArgs(PyTuple_GET_ITEM(how, 1), base, edit, NULL);
    }
    if (value != NULL) {
        Py_SETREF(value, put_alone(state, PyTuple_GET_ITEM(how, 0), value));
    }
    return value;
}

/* Two changes put together; None if they do not go together, NULL if something was raised. */
static PyObject *
together(const State *state, Variants *variants, PyObject *one, PyObject *other)
{
    Py_ssize_t first = number_in(one, WHERE_CHANGED), second = number_in(other, WHERE_CHANGED);
    if (first > second) {
        Py_ssize_t place = first;
        first = second;
        second = place;
        PyObject *change = one;
        one = other;
        other = change;
    }
    PyObject **joint = variants->joints + first * PLACES + second;
    if (*joint == NULL) {
        *joint = PyObject_CallFunction(variants->joint, "nn", first, second);
        if (*joint == NULL) {
            return NULL;
        }
    }
    if (*joint == Py_None) {
        Py_RETURN_NONE;
    }
    if (PyTuple_CheckExact(*joint) && PyTuple_GET_SIZE(*joint) == 3) {
        return in_one_place(state, variants, *joint, one, other);
    }
    return put_together(state, *joint, PyTuple_GET_ITEM(one, VALUE), PyTuple_GET_ITEM(other, VALUE));
}

/* A new change, remembered; NULL if something was raised. */
static PyObject *
new_change(const State *state, Variants *variants)
{
    int64_t drawn = random_bits(state, variants->random, 16);
    if (drawn < 0) {
        return NULL;
    }
    Py_ssize_t index = drawn * PyList_GET_SIZE(variants->places) >> 16;
    PyObject *number = PyLong_FromSsize_t(index);
    PyObject *arguments[] = {number, PyList_GET_ITEM(variants->places, index)};
    PyObject *change = number == NULL ? NULL : PyObject_Vectorcall(variants->changed, arguments, 2, NULL);
    Py_XDECREF(number);
    if (change == NULL) {
        return NULL;
    }
    if (!PyTuple_CheckExact(change) || PyTuple_GET_SIZE(change) != PARTS
        || (size_t)number_in(change, WHERE_CHANGED) >= PLACES || PyList_Append(variants->changes, change) < 0) {
        Py_DECREF(change);
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "this is no change");
        }
        return NULL;
    }
    Py_DECREF(change); /* the list has it */
    return change;
}

/* One variant, and the change it is named after; NULL if something was raised. */
static PyObject *
one_variant(const State *state, Variants *variants, PyObject **named)
{
    Py_ssize_t known = PyList_GET_SIZE(variants->changes);
    PyObject *varied = NULL, *change = NULL, *other = NULL;
    int64_t drawn = 8;
    if (known >= PLACES && (drawn = random_bits(state, variants->random, 3)) < 0) {
        return NULL;
    }
    for (int attempt = 0; drawn < 5 && attempt < 2 && (varied == NULL || varied == Py_None); attempt++) {
        Py_CLEAR(varied);
        if (!attempt && (change = some_change(state, variants, known)) == NULL) {
            return NULL;
        }
        if ((other = some_change(state, variants, known)) == NULL
            || (varied = together(state, variants, change, other)) == NULL) {
            return NULL;
        }
    }
    if (varied == NULL || varied == Py_None) {
        Py_CLEAR(varied);
        if ((change = new_change(state, variants)) == NULL) {
            return NULL;
        }
        if (known) {
            if ((drawn = random_bits(state, variants->random, 2)) < 0) {
                return NULL;
            }
            if (drawn && ((other = some_change(state, variants, known)) == NULL
                          || (varied = together(state, variants, change, other)) == NULL)) {
                return NULL;
            }
        }
    }
    variants->operators += number_in(change, OPERATORS);
    if (varied == NULL || varied == Py_None) {
        Py_XDECREF(varied);
        PyObject *how = PyList_GetItem(variants->puts, number_in(change, WHERE_CHANGED));
        varied = how == NULL ? NULL : put_alone(state, how, PyTuple_GET_ITEM(change, VALUE));
    }
    else {
        variants->operators += number_in(other, OPERATORS);
    }
    *named = change;
    return varied;
}

static PyObject *
variants_next(PyObject *self)
{
    Variants *variants = (Variants *)self;
    State *state = PyType_GetModuleState(Py_TYPE(self));
    while (variants->left > 0) {
        variants->left--;
        PyObject *change = NULL;
        PyObject *varied = one_variant(state, variants, &change);
        if (varied == NULL) {
            if (!PyErr_ExceptionMatches(variants->unfit)) {
                variants->left = 0;
                return NULL;
            }
            PyErr_Clear();
            continue;
        }
        if (PyObject_SetAttr(variants->batch, state->origin, PyTuple_GET_ITEM(change, ORIGIN)) < 0) {
            Py_DECREF(varied);
            return NULL;
        }
        variants->made++;
        Py_XSETREF(variants->last, Py_NewRef(varied));
        return varied;
    }
    return NULL;
}

static PyMemberDef variants_members[] = {
    {"last", T_OBJECT, offsetof(Variants, last), READONLY, "the variant that was made last"},
    {"made", T_PYSSIZET, offsetof(Variants, made), READONLY, "how many were made"},
    {"operators", T_PYSSIZET, offsetof(Variants, operators), READONLY, "how many operators that took"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot variants_slots[] = {
    {Py_tp_doc, "Variants of one input."},
    {Py_tp_dealloc, variants_dealloc},
    {Py_tp_traverse, variants_traverse},
    {Py_tp_clear, variants_clear},
    {Py_tp_iter, PyObject_SelfIter},
    {Py_tp_iternext, variants_next},
    {Py_tp_members, variants_members},
    {0, NULL},
};

PyType_Spec variants_spec = {
    .name = "fuzzwright_fast.Variants",
    .basicsize = sizeof(Variants),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = variants_slots,
};

/* random, places, puts, changed, joint, unfit, batch, how many. */
PyObject *
new_variants(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 8 || !PyList_CheckExact(arguments[1]) || !PyList_CheckExact(arguments[2])
        || PyList_GET_SIZE(arguments[1]) > PLACES || PyList_GET_SIZE(arguments[1]) < 1
        || PyList_GET_SIZE(arguments[1]) != PyList_GET_SIZE(arguments[2])) {
        PyErr_SetString(PyExc_TypeError, "new_variants takes a generator, up to six places, and what to do with them");
        return NULL;
    }
    Py_ssize_t left = PyLong_AsSsize_t(arguments[7]);
    if (left == -1 && PyErr_Occurred()) {
        return NULL;
    }
    Variants *variants = PyObject_GC_New(Variants, state->variants_type);
    if (variants == NULL) {
        return NULL;
    }
    memset((char *)variants + offsetof(Variants, random), 0, sizeof(Variants) - offsetof(Variants, random));
    variants->random = Py_NewRef(arguments[0]);
    variants->places = Py_NewRef(arguments[1]);
    variants->puts = Py_NewRef(arguments[2]);
    variants->changed = Py_NewRef(arguments[3]);
    variants->joint = Py_NewRef(arguments[4]);
    variants->unfit = Py_NewRef(arguments[5]);
    variants->batch = Py_NewRef(arguments[6]);
    variants->left = left;
    variants->changes = PyList_New(0);
    PyObject_GC_Track(variants);
    if (variants->changes == NULL) {
        Py_CLEAR(variants);
    }
    return (PyObject *)variants;
}

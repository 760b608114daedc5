/* Nodes of inputs: records made without a call of Python code, and what puts other children into a node.

   A `Maker` makes an instance of a class that has nothing but its fields. A `Build` is a node with one or two of its
   children left open, and with what is to be done with them before and with the whole after. */

#include "fuzzwright_fast.h"
#include "structmember.h"

/* Maker ----------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyTypeObject *class;
    PyObject *names;
} Maker;

static PyObject *
make_record(const Maker *maker, PyObject *const *fields, PyObject *empty)
{
    /* What `object.__new__` does, abstract classes refused. */
    PyObject *made = PyBaseObject_Type.tp_new(maker->class, empty, NULL);
    for (Py_ssize_t index = 0; made != NULL && index < PyTuple_GET_SIZE(maker->names); index++) {
        /* Not the method of the class: that of a frozen one refuses. */
        if (PyObject_GenericSetAttr(made, PyTuple_GET_ITEM(maker->names, index), fields[index]) < 0) {
            Py_CLEAR(made);
        }
    }
    return made;
}

static PyObject *
maker_call(PyObject *self, PyObject *const *fields, size_t flags, PyObject *keywords)
{
    Maker *maker = (Maker *)self;
    if (PyVectorcall_NARGS(flags) != PyTuple_GET_SIZE(maker->names) || (keywords != NULL && PyTuple_GET_SIZE(keywords))) {
        PyErr_SetString(PyExc_TypeError, "a value for each field, and no other");
        return NULL;
    }
    State *state = PyType_GetModuleState(Py_TYPE(self));
    return make_record(maker, fields, state->empty);
}

static int
maker_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((Maker *)self)->class);
    Py_VISIT(((Maker *)self)->names);
    return 0;
}

static void
maker_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(((Maker *)self)->class);
    Py_XDECREF(((Maker *)self)->names);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef maker_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Maker, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot maker_slots[] = {
    {Py_tp_doc, "Makes instances of a class from their fields."},
    {Py_tp_dealloc, maker_dealloc},
    {Py_tp_traverse, maker_traverse},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, maker_members},
    {0, NULL},
};

PyType_Spec maker_spec = {
    .name = "fuzzwright_fast.Maker",
    .basicsize = sizeof(Maker),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = maker_slots,
};

PyObject *
new_maker(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 2 || !PyType_Check(arguments[0]) || !PyTuple_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "new_maker takes a class and the names of its fields");
        return NULL;
    }
    Maker *maker = PyObject_GC_New(Maker, state->maker_type);
    if (maker != NULL) {
        maker->vectorcall = maker_call;
        maker->class = (PyTypeObject *)Py_NewRef(arguments[0]);
        maker->names = Py_NewRef(arguments[1]);
        PyObject_GC_Track(maker);
    }
    return (PyObject *)maker;
}

/* Build ----------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    PyObject *children; /* NULL where there is no node, only something to be done with a child */
    PyObject *make;   /* NULL for a tuple */
    PyObject *first;  /* what is done with the first child; NULL for nothing */
    PyObject *second; /* the same for the second */
    PyObject *after;  /* a tuple: what is done with the whole, in turn; NULL for nothing */
    Py_ssize_t left;
    Py_ssize_t right; /* -1 where only one child is open */
} Build;

#define MOST_FIELDS 16

/* A node of these children, with the open ones put in. */
static PyObject *
node_of(const State *state, const Build *build, PyObject *left, PyObject *right)
{
    if (build->children == NULL) {
        return Py_NewRef(left);
    }
    Py_ssize_t count = PyTuple_GET_SIZE(build->children);
    PyObject *few[MOST_FIELDS];
    if (build->make != NULL && count <= MOST_FIELDS) {
        memcpy(few, ((PyTupleObject *)build->children)->ob_item, (size_t)count * sizeof(PyObject *));
        few[build->left] = left;
        if (right != NULL) {
            few[build->right] = right;
        }
        if (Py_IS_TYPE(build->make, state->maker_type)) {
            return make_record((Maker *)build->make, few, state->empty);
        }
        return PyObject_Vectorcall(build->make, few, (size_t)count, NULL);
    }
    PyObject *node = PyTuple_New(count);
    if (node == NULL) {
        return NULL;
    }
    for (Py_ssize_t index = 0; index < count; index++) {
        PyObject *child = PyTuple_GET_ITEM(build->children, index);
        child = index == build->left ? left : index == build->right ? right : child;
        PyTuple_SET_ITEM(node, index, Py_NewRef(child));
    }
    if (build->make != NULL) {
        Py_SETREF(node, PyObject_Call(build->make, node, NULL));
    }
    return node;
}

static PyObject *put(const State *state, PyObject *how, PyObject *child);

static PyObject *
put_both(const State *state, const Build *build, PyObject *left, PyObject *right)
{
    PyObject *first = build->first == NULL ? Py_NewRef(left) : put(state, build->first, left);
    if (first == NULL) {
        return NULL;
    }
    PyObject *second = NULL;
    if (right != NULL) {
        second = build->second == NULL ? Py_NewRef(right) : put(state, build->second, right);
        if (second == NULL) {
            Py_DECREF(first);
            return NULL;
        }
    }
    PyObject *whole = node_of(state, build, first, second);
    Py_DECREF(first);
    Py_XDECREF(second);
    Py_ssize_t steps = build->after == NULL ? 0 : PyTuple_GET_SIZE(build->after);
    for (Py_ssize_t index = 0; whole != NULL && index < steps; index++) {
        Py_SETREF(whole, put(state, PyTuple_GET_ITEM(build->after, index), whole));
    }
    return whole;
}

/* Do with a child what is to be done with it. */
static PyObject *
put(const State *state, PyObject *how, PyObject *child)
{
    if (Py_IS_TYPE(how, state->build_type) && ((Build *)how)->right < 0) {
        return put_both(state, (Build *)how, child, NULL);
    }
    return PyObject_CallOneArg(how, child);
}

static PyObject *
build_call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *keywords)
{
    Build *build = (Build *)self;
    Py_ssize_t wanted = build->right < 0 ? 1 : 2;
    if (PyVectorcall_NARGS(flags) != wanted || (keywords != NULL && PyTuple_GET_SIZE(keywords))) {
        PyErr_Format(PyExc_TypeError, "takes %zd children", wanted);
        return NULL;
    }
    State *state = PyType_GetModuleState(Py_TYPE(self));
    return put_both(state, build, arguments[0], wanted == 2 ? arguments[1] : NULL);
}

PyObject *
put_together(const State *state, PyObject *how, PyObject *left, PyObject *right)
{
    if (Py_IS_TYPE(how, state->build_type) && ((Build *)how)->right >= 0) {
        return put_both(state, (Build *)how, left, right);
    }
    return PyObject_CallFunctionObjArgs(how, left, right, NULL);
}

PyObject *
put_alone(const State *state, PyObject *how, PyObject *child)
{
    return put(state, how, child);
}

static int
build_traverse(PyObject *self, visitproc visit, void *arg)
{
    Build *build = (Build *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(build->children);
    Py_VISIT(build->make);
    Py_VISIT(build->first);
    Py_VISIT(build->second);
    Py_VISIT(build->after);
    return 0;
}

static int
build_clear(PyObject *self)
{
    Build *build = (Build *)self;
    Py_CLEAR(build->children);
    Py_CLEAR(build->make);
    Py_CLEAR(build->first);
    Py_CLEAR(build->second);
    Py_CLEAR(build->after);
    return 0;
}

static void
build_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    build_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef build_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Build, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot build_slots[] = {
    {Py_tp_doc, "A node with one or two of its children left open."},
    {Py_tp_dealloc, build_dealloc},
    {Py_tp_traverse, build_traverse},
    {Py_tp_clear, build_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, build_members},
    {0, NULL},
};

PyType_Spec build_spec = {
    .name = "fuzzwright_fast.Build",
    .basicsize = sizeof(Build),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = build_slots,
};

static PyObject *
if_any(PyObject *object)
{
    return object == Py_None ? NULL : Py_NewRef(object);
}

/* children, left, right or -1, make, first, second, after; None for what is not there. */
PyObject *
new_build(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 7 || !(arguments[0] == Py_None || PyTuple_Check(arguments[0])) || !(arguments[6] == Py_None || PyTuple_CheckExact(arguments[6]))) {
        PyErr_SetString(PyExc_TypeError, "new_build takes children, two places, and what to do before, with and after");
        return NULL;
    }
    Py_ssize_t count = arguments[0] == Py_None ? 1 : PyTuple_GET_SIZE(arguments[0]);
    Py_ssize_t left = PyLong_AsSsize_t(arguments[1]), right = PyLong_AsSsize_t(arguments[2]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    if (left < 0 || left >= count || right < -1 || right >= count || left == right) {
        PyErr_SetString(PyExc_IndexError, "there are no such children");
        return NULL;
    }
    Build *build = PyObject_GC_New(Build, state->build_type);
    if (build != NULL) {
        build->vectorcall = build_call;
        build->children = if_any(arguments[0]);
        build->left = left;
        build->right = right;
        build->make = if_any(arguments[3]);
        build->first = if_any(arguments[4]);
        build->second = if_any(arguments[5]);
        build->after = if_any(arguments[6]);
        PyObject_GC_Track(build);
    }
    return (PyObject *)build;
}

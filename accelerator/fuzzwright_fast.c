/* Probes, paths and their features for fuzzwright, in C; and the module, with what the other files bring.

   A `Probe` stands among the constants of instrumented code; its unary minus writes its number to the
   end of a `Path` and gives None. A `Path` answers to what is used of the list that stands there
   otherwise, and hashes as the tuple of its numbers does, to the bit: the hash is carried along, so
   that looking a path up costs the same however long it is.

   `edge_features` is the costly half of `features` in `engine/trace.py`, and gives the very same set; `limit_of` is what a
   corpus says of such a set, without making it.

   A probe behaves like the call of a built-in method, whose place it takes: it is refused where the
   stack is used up. The code under test can look at its own constants, so neither type can be
   subclassed or changed, and a probe does not give its path away. */

#include "fuzzwright_fast.h"

/* Raised whenever what `acceleration.py` relies on changes. */
#define INTERFACE 6

/* The stack ------------------------------------------------------------------------------------- */

static const char *const WHERE = " while calling a Python object";

static int
has_no_stack(void)
{
#if PY_VERSION_HEX < 0x030C0000
    if (_PyThreadState_UncheckedGet()->recursion_remaining > 0) {
        return 0;
    }
#elif PY_VERSION_HEX < 0x030D0000
    if (_PyThreadState_UncheckedGet()->c_recursion_remaining > 0) {
        return 0;
    }
#elif PY_VERSION_HEX < 0x030E0000
    if (PyThreadState_GetUnchecked()->c_recursion_remaining > 0) {
        return 0;
    }
#endif
    if (Py_EnterRecursiveCall(WHERE)) {
        return 1;
    }
    Py_LeaveRecursiveCall();
    return 0;
}

/* Probe ----------------------------------------------------------------------------------------- */

static int
grow(Path *path)
{
    /* As slowly as a list: an endless loop fills it until somebody ends the process. */
    Py_ssize_t room = path->room + (path->room >> 3) + FIRST_ROOM;
    if (room > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(uint32_t)) {
        PyErr_NoMemory();
        return -1;
    }
    uint32_t *numbers = PyMem_RawRealloc(path->numbers, (size_t)room * sizeof(uint32_t));
    if (numbers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    path->numbers = numbers;
    path->room = room;
    return 0;
}

static PyObject *
probe_pass(PyObject *self)
{
    Path *path = ((Probe *)self)->path;
    uint32_t number = ((Probe *)self)->number;
    if (has_no_stack()) {
        return NULL;
    }
    if (path->length == path->room && grow(path) < 0) {
        return NULL;
    }
    path->numbers[path->length++] = number;
    Py_uhash_t mixed = path->mixed + number * PRIME_2;
    path->mixed = ROTATE(mixed) * PRIME_1;
    Py_RETURN_NONE;
}

static void
probe_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_DECREF(((Probe *)self)->path);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
probe_repr(PyObject *self)
{
    return PyUnicode_FromFormat("<probe %lu>", (unsigned long)((Probe *)self)->number);
}

static PyType_Slot probe_slots[] = {
    {Py_tp_doc, "Notes that control passed here."},
    {Py_tp_dealloc, probe_dealloc},
    {Py_tp_repr, probe_repr},
    {Py_nb_negative, probe_pass},
    {0, NULL},
};

static PyType_Spec probe_spec = {
    .name = "fuzzwright_fast.Probe",
    .basicsize = sizeof(Probe),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = probe_slots,
};

/* Path ------------------------------------------------------------------------------------------ */

static void
path_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyMem_RawFree(((Path *)self)->numbers);
    type->tp_free(self);
    Py_DECREF(type);
}

void
forget_numbers(Path *path)
{
    if (path->room > KEPT_ROOM) {
        PyMem_RawFree(path->numbers);
        path->numbers = NULL;
        path->room = 0;
    }
    path->length = 0;
    path->mixed = PRIME_5;
}

static PyObject *
path_clear(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    forget_numbers((Path *)self);
    Py_RETURN_NONE;
}

Py_hash_t
hash_of_path(const Path *path)
{
    Py_uhash_t mixed = path->mixed + ((Py_uhash_t)path->length ^ (PRIME_5 ^ 3527539UL));
    return mixed == (Py_uhash_t)-1 ? 1546275796 : (Py_hash_t)mixed;
}

static Py_hash_t
path_hash(PyObject *self)
{
    return hash_of_path((Path *)self);
}

static Py_ssize_t
path_length(PyObject *self)
{
    return ((Path *)self)->length;
}

/* Some of the numbers, as a list. */
static PyObject *
numbers_from(Path *path, Py_ssize_t start, Py_ssize_t step, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t index = 0; list != NULL && index < count; index++) {
        Py_ssize_t place = start + index * step;
        /* PyList_New may begin a collection, which runs code that lengthens the path or clears it. */
        PyObject *number = PyLong_FromUnsignedLong(place < path->length ? path->numbers[place] : 0);
        if (number == NULL) {
            Py_CLEAR(list);
        }
        else {
            PyList_SET_ITEM(list, index, number);
        }
    }
    return list;
}

static PyObject *
path_item(PyObject *self, Py_ssize_t index)
{
    Path *path = (Path *)self;
    if (index < 0 || index >= path->length) {
        PyErr_SetString(PyExc_IndexError, "path index out of range");
        return NULL;
    }
    return PyLong_FromUnsignedLong(path->numbers[index]);
}

static PyObject *
path_subscript(PyObject *self, PyObject *key)
{
    Path *path = (Path *)self;
    if (PySlice_Check(key)) {
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(key, &start, &stop, &step) < 0) {
            return NULL;
        }
        Py_ssize_t count = PySlice_AdjustIndices(path->length, &start, &stop, step);
        return numbers_from(path, start, step, count);
    }
    Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return path_item(self, index < 0 ? index + path->length : index);
}

static PyObject *
path_compare(PyObject *self, PyObject *other, int operator)
{
    if (!PyList_Check(other) && Py_TYPE(other) != Py_TYPE(self)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    PyObject *mine = PySequence_List(self);
    PyObject *theirs = mine == NULL ? NULL : PySequence_List(other);
    PyObject *result = theirs == NULL ? NULL : PyObject_RichCompare(mine, theirs, operator);
    Py_XDECREF(mine);
    Py_XDECREF(theirs);
    return result;
}

static PyObject *
path_repr(PyObject *self)
{
    PyObject *list = PySequence_List(self);
    PyObject *text = list == NULL ? NULL : PyObject_Repr(list);
    Py_XDECREF(list);
    return text;
}

static PyObject *
path_probe(PyObject *self, PyObject *argument)
{
    unsigned long number = PyLong_AsUnsignedLong(argument);
    if (number == (unsigned long)-1 && PyErr_Occurred()) {
        return NULL;
    }
    if (number >> NUMBER_BITS) {
        PyErr_Format(PyExc_OverflowError, "a probe's number has at most %d bits", NUMBER_BITS);
        return NULL;
    }
    State *state = PyType_GetModuleState(Py_TYPE(self));
    if (state == NULL) {
        return NULL;
    }
    Probe *probe = PyObject_New(Probe, state->probe_type);
    if (probe == NULL) {
        return NULL;
    }
    probe->path = (Path *)Py_NewRef(self);
    probe->number = (uint32_t)number;
    return (PyObject *)probe;
}

static PyMethodDef path_methods[] = {
    {"clear", path_clear, METH_NOARGS, "Forget all numbers."},
    {"probe", path_probe, METH_O, "Return a new probe that writes this number here."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot path_slots[] = {
    {Py_tp_doc, "The numbers of the probes that were passed, in order; hashes as their tuple does."},
    {Py_tp_dealloc, path_dealloc},
    {Py_tp_hash, path_hash},
    {Py_tp_iter, PySeqIter_New},
    {Py_tp_repr, path_repr},
    {Py_tp_richcompare, path_compare},
    {Py_tp_methods, path_methods},
    {Py_sq_length, path_length},
    {Py_sq_item, path_item},
    {Py_mp_length, path_length},
    {Py_mp_subscript, path_subscript},
    {0, NULL},
};

static PyType_Spec path_spec = {
    .name = "fuzzwright_fast.Path",
    .basicsize = sizeof(Path),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = path_slots,
};

/* Features -------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t edge;
    size_t count;
} Counted;

/* Where the steps of a path are counted; small ones need no memory of their own. */
#define SMALL_ROOM 512

typedef struct {
    Counted *counted;
    uint32_t *slots;
    size_t mask;
    Py_ssize_t found;
    Counted few[SMALL_ROOM / 2];
    uint32_t few_slots[SMALL_ROOM];
} Counting;

static int
begin_counting(Counting *counting, Py_ssize_t length)
{
    size_t room = 16;
    while (room < 2 * (size_t)length) {
        room *= 2;
    }
    counting->mask = room - 1;
    counting->found = 0;
    counting->counted = counting->few;
    counting->slots = counting->few_slots;
    if (room <= SMALL_ROOM) {
        memset(counting->slots, 0, room * sizeof(uint32_t));
        return 0;
    }
    counting->counted = PyMem_RawMalloc(room / 2 * sizeof(Counted));
    counting->slots = PyMem_RawCalloc(room, sizeof(uint32_t));
    if (counting->counted == NULL || counting->slots == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void
end_counting(Counting *counting)
{
    if (counting->counted != counting->few) {
        PyMem_RawFree(counting->counted);
        PyMem_RawFree(counting->slots);
    }
}

/* Count one step; steps stand in the order in which they first come. */
static inline void
count_edge(Counting *counting, uint64_t edge)
{
    uint32_t *slots = counting->slots;
    Counted *counted = counting->counted;
    size_t slot = (size_t)(edge * 11400714785074694791ULL >> 32) & counting->mask;
    while (slots[slot] && counted[slots[slot] - 1].edge != edge) {
        slot = (slot + 1) & counting->mask;
    }
    if (!slots[slot]) {
        counted[counting->found] = (Counted){edge, 0};
        slots[slot] = (uint32_t)++counting->found;
    }
    counted[slots[slot] - 1].count++;
}

/* Count the steps of a tuple of numbers; -1 if one is none of ours. */
static int
count_edges(Counting *counting, PyObject *path)
{
    uint64_t previous = 0;
    for (Py_ssize_t index = 0; index < PyTuple_GET_SIZE(path); index++) {
        PyObject *item = PyTuple_GET_ITEM(path, index);
        int overflow = 0;
        long number = PyLong_CheckExact(item) ? PyLong_AsLongAndOverflow(item, &overflow) : -1;
        if (overflow || number < 0 || number >> NUMBER_BITS) {
            return -1;
        }
        count_edge(counting, previous << NUMBER_BITS | (uint64_t)number);
        previous = (uint64_t)number;
    }
    return 0;
}

static PyObject *
feature_of(const Counted *counted, const unsigned char *buckets)
{
    size_t count = counted->count;
    return PyLong_FromUnsignedLongLong(counted->edge << BUCKET_BITS | buckets[count < BUCKETS ? count : BUCKETS - 1]);
}

int
are_buckets(PyObject *object)
{
    return PyBytes_CheckExact(object) && PyBytes_GET_SIZE(object) == BUCKETS;
}

static PyObject *
set_of(const Counting *counting, const unsigned char *buckets)
{
    PyObject *set = PySet_New(NULL);
    for (Py_ssize_t index = 0; set != NULL && index < counting->found; index++) {
        PyObject *number = feature_of(counting->counted + index, buckets);
        if (number == NULL || PySet_Add(set, number) < 0) {
            Py_CLEAR(set);
        }
        Py_XDECREF(number);
    }
    return set;
}

static PyObject *
edge_features(PyObject *Py_UNUSED(module), PyObject *const *arguments, Py_ssize_t given)
{
    if (given != 2 || !are_buckets(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "edge_features takes a path and 256 buckets");
        return NULL;
    }
    PyObject *path = arguments[0];
    /* Far more than a path that is kept has. */
    if (!PyTuple_CheckExact(path) || PyTuple_GET_SIZE(path) > KEPT_ROOM) {
        Py_RETURN_NONE;
    }
    Counting counting;
    PyObject *result = NULL;
    if (begin_counting(&counting, PyTuple_GET_SIZE(path)) == 0) {
        const unsigned char *buckets = (const unsigned char *)PyBytes_AS_STRING(arguments[1]);
        result = count_edges(&counting, path) < 0 ? Py_NewRef(Py_None) : set_of(&counting, buckets);
    }
    end_counting(&counting);
    return result;
}

/* What is known of a feature: the complexity of its simplest input, endless if there is none or it was seen once only;
   -1 with an exception set if something is not as it should be. */
static double
complexity_of(PyObject *feature, PyObject *simplest, PyObject *alone, PyObject *name)
{
    PyObject *kept = PyDict_GetItemWithError(simplest, feature);
    if (kept == NULL) {
        return PyErr_Occurred() ? -1.0 : Py_HUGE_VAL;
    }
    if (PyDict_GET_SIZE(alone)) {
        int is_alone = PyDict_Contains(alone, feature);
        if (is_alone) {
            return is_alone < 0 ? -1.0 : Py_HUGE_VAL;
        }
    }
    PyObject *complexity = PyObject_GetAttr(kept, name);
    double value = complexity == NULL ? -1.0 : PyFloat_AsDouble(complexity);
    Py_XDECREF(complexity);
    return value;
}

/* What an input has to be simpler than to gain a feature of a path, or one besides; endless if one is new, -1 with an
   exception set if something is not as it should be. */
double
limit_of(
    const State *state, const Path *path, PyObject *in_bytes, PyObject *feature, PyObject *simplest, PyObject *alone)
{
    const unsigned char *buckets = (const unsigned char *)PyBytes_AS_STRING(in_bytes);
    double most = complexity_of(feature, simplest, alone, state->complexity);
    if (most == Py_HUGE_VAL || most < 0.0) {
        return most;
    }
    Counting counting;
    if (begin_counting(&counting, path->length) < 0) {
        end_counting(&counting);
        return -1.0;
    }
    uint64_t previous = 0;
    for (Py_ssize_t index = 0; index < path->length; index++) {
        count_edge(&counting, previous << NUMBER_BITS | path->numbers[index]);
        previous = path->numbers[index];
    }
    for (Py_ssize_t index = 0; index < counting.found && most != Py_HUGE_VAL && !PyErr_Occurred(); index++) {
        PyObject *reached = feature_of(counting.counted + index, buckets);
        if (reached != NULL) {
            double complexity = complexity_of(reached, simplest, alone, state->complexity);
            most = complexity > most ? complexity : most;
            Py_DECREF(reached);
        }
    }
    end_counting(&counting);
    return PyErr_Occurred() ? -1.0 : most;
}

/* Module ---------------------------------------------------------------------------------------- */

static PyObject *
new_path(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    State *state = PyModule_GetState(module);
    Path *path = PyObject_New(Path, state->path_type);
    if (path == NULL) {
        return NULL;
    }
    path->numbers = NULL;
    path->length = path->room = 0;
    path->mixed = PRIME_5;
    return (PyObject *)path;
}

static PyObject *
is_probe(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "is_probe takes an object and a path");
        return NULL;
    }
    State *state = PyModule_GetState(module);
    int is = Py_IS_TYPE(arguments[0], state->probe_type) && (PyObject *)((Probe *)arguments[0])->path == arguments[1];
    return PyBool_FromLong(is);
}

static PyObject *
itself(PyObject *Py_UNUSED(module), PyObject *path)
{
    return Py_NewRef(path);
}

static PyMethodDef module_methods[] = {
    {"edge_features", (PyCFunction)(void (*)(void))edge_features, METH_FASTCALL,
     "Return the features of a path's edges by the bucket of each count, or None if numbers are unusual."},
    {"new_runner", (PyCFunction)(void (*)(void))new_runner, METH_FASTCALL, "Return what runs inputs until one is new."},
    {"new_maker", (PyCFunction)(void (*)(void))new_maker, METH_FASTCALL, "Return what makes records of a class."},
    {"paired", (PyCFunction)(void (*)(void))paired, METH_FASTCALL, "Return its arguments, two by two."},
    {"new_build", (PyCFunction)(void (*)(void))new_build, METH_FASTCALL, "Return what puts children into a node."},
    {"new_variants", (PyCFunction)(void (*)(void))new_variants, METH_FASTCALL, "Return variants of an input."},
    {"new_weigher", (PyCFunction)(void (*)(void))new_weigher, METH_FASTCALL, "Return what says how complex values are."},
    {"new_sieve", (PyCFunction)(void (*)(void))new_sieve, METH_FASTCALL, "Return what tells runs nobody learns from."},
    {"new_realiser", (PyCFunction)(void (*)(void))new_realiser, METH_FASTCALL, "Return what makes lists or dicts."},
    {"plainly_equal", (PyCFunction)(void (*)(void))plainly_equal, METH_FASTCALL, "Return whether plain parts are equal."},
    {"new_noting", (PyCFunction)(void (*)(void))new_noting, METH_FASTCALL, "Return what notes operations."},
    {"new_pairs", (PyCFunction)(void (*)(void))new_pairs, METH_FASTCALL, "Return what makes pairs with distinct keys."},
    {"distinct_pairs", distinct_pairs, METH_O, "Return the pairs of the dict of these."},
    {"new_stock", (PyCFunction)(void (*)(void))new_stock, METH_FASTCALL, "Return what draws from shelves."},
    {"new_path", new_path, METH_NOARGS, "Return an empty path."},
    {"is_probe", (PyCFunction)(void (*)(void))is_probe, METH_FASTCALL, "Return whether an object is a probe of a path."},
    {"itself", itself, METH_O, "Return its argument: a path needs no tuple made of it to be hashed."},
    {NULL, NULL, 0, NULL},
};

static int
module_exec(PyObject *module)
{
    State *state = PyModule_GetState(module);
    struct {
        PyTypeObject **type;
        PyType_Spec *spec;
    } types[] = {
        {&state->path_type, &path_spec},
        {&state->probe_type, &probe_spec},
        {&state->runner_type, &runner_spec},
        {&state->maker_type, &maker_spec},
        {&state->build_type, &build_spec},
        {&state->variants_type, &variants_spec},
        {&state->stock_type, &stock_spec},
        {&state->weigher_type, &weigher_spec},
        {&state->sieve_type, &sieve_spec},
        {&state->realiser_type, &realiser_spec},
        {&state->pairs_type, &pairs_spec},
        {&state->noting_type, &noting_spec},
    };
    for (size_t index = 0; index < Py_ARRAY_LENGTH(types); index++) {
        *types[index].type = (PyTypeObject *)PyType_FromModuleAndSpec(module, types[index].spec, NULL);
        if (*types[index].type == NULL) {
            return -1;
        }
    }
    state->complexity = PyUnicode_InternFromString("complexity");
    state->origin = PyUnicode_InternFromString("origin");
    state->checked = PyUnicode_InternFromString("checked");
    state->blocked = PyUnicode_InternFromString("blocked");
    state->zero = PyLong_FromLong(0);
    state->empty = PyTuple_New(0);
    if (state->complexity == NULL || state->origin == NULL || state->checked == NULL || state->blocked == NULL ||
        state->zero == NULL || state->empty == NULL || learn_twister(state) < 0) {
        return -1;
    }
    return PyModule_AddIntConstant(module, "INTERFACE", INTERFACE);
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    State *state = PyModule_GetState(module);
    Py_VISIT(state->path_type);
    Py_VISIT(state->probe_type);
    Py_VISIT(state->runner_type);
    Py_VISIT(state->maker_type);
    Py_VISIT(state->build_type);
    Py_VISIT(state->variants_type);
    Py_VISIT(state->stock_type);
    Py_VISIT(state->weigher_type);
    Py_VISIT(state->sieve_type);
    Py_VISIT(state->realiser_type);
    Py_VISIT(state->pairs_type);
    Py_VISIT(state->noting_type);
    Py_VISIT(state->twister_type);
    return 0;
}

static int
module_clear(PyObject *module)
{
    State *state = PyModule_GetState(module);
    Py_CLEAR(state->path_type);
    Py_CLEAR(state->probe_type);
    Py_CLEAR(state->runner_type);
    Py_CLEAR(state->maker_type);
    Py_CLEAR(state->build_type);
    Py_CLEAR(state->variants_type);
    Py_CLEAR(state->stock_type);
    Py_CLEAR(state->weigher_type);
    Py_CLEAR(state->sieve_type);
    Py_CLEAR(state->realiser_type);
    Py_CLEAR(state->pairs_type);
    Py_CLEAR(state->noting_type);
    Py_CLEAR(state->twister_type);
    Py_CLEAR(state->complexity);
    Py_CLEAR(state->origin);
    Py_CLEAR(state->checked);
    Py_CLEAR(state->blocked);
    Py_CLEAR(state->zero);
    Py_CLEAR(state->empty);
    return 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "fuzzwright_fast",
    .m_doc = "Cheap probes and paths for fuzzwright; nothing in here is meant to be used directly.",
    .m_size = sizeof(State),
    .m_methods = module_methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
};

PyMODINIT_FUNC
PyInit_fuzzwright_fast(void)
{
    return PyModuleDef_Init(&definition);
}

/* How complex inputs are, and which runs nobody learns from.

   A `Weigher` is the `complexity_up_to` of a record, a tuple, a union, a number, a text or pairs; what it adds up, and in which order,
   is what Python does there, so that sums are the same to the bit. It also counts the frames that Python would need
   for it: what is too deep to be weighed is so with and without.

   A `Sieve` says of a run on a new way, which returned, that telling it would change nothing. */

#include "fuzzwright_fast.h"
#include "structmember.h"
#include <math.h>

typedef enum { SUM, RECORD, UNION, CHOSEN, NUMBER, RUN, TEXT, PAIRS, KINDS } Kind;

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    Kind kind;
    double base;
    PyObject *weighs; /* a list: of the parts, or of the members */
    PyObject *names;  /* of a record: a tuple; of a union: which member is for a class; of a number or a text: those known */
    PyObject *slowly; /* of a union: what is asked about other classes */
} Weigher;

static int
frames_left(void)
{
    PyThreadState *thread = PyThreadState_Get();
#if PY_VERSION_HEX < 0x030C0000
    return thread->recursion_remaining;
#else
    return thread->py_recursion_remaining;
#endif
}

static double weigh_in(const State *state, PyObject *how, PyObject *value, double limit, int frames);

static double
number_of(PyObject *number)
{
    double value = number == NULL ? -1.0 : PyFloat_AsDouble(number);
    Py_XDECREF(number);
    return value;
}

static double
ask(PyObject *how, PyObject *value, double limit)
{
    PyObject *most = PyFloat_FromDouble(limit);
    if (most == NULL) {
        return -1.0;
    }
    PyObject *arguments[] = {value, most};
    double weight = number_of(PyObject_Vectorcall(how, arguments, 2, NULL));
    Py_DECREF(most);
    return weight;
}

static double
sum_of(const State *state, const Weigher *weigher, PyObject *value, double limit, int frames)
{
    double total = weigher->base;
    Py_ssize_t count = PyList_GET_SIZE(weigher->weighs);
    if (weigher->kind == SUM) {
        if (!PyTuple_Check(value)) {
            PyErr_SetString(PyExc_TypeError, "not a tuple of parts");
            return -1.0;
        }
        count = PyTuple_GET_SIZE(value) < count ? PyTuple_GET_SIZE(value) : count;
    }
    for (Py_ssize_t index = 0; index < count && index < PyList_GET_SIZE(weigher->weighs) && !(total >= limit); index++) {
        PyObject *part = weigher->kind == SUM ? Py_NewRef(PyTuple_GET_ITEM(value, index))
                                              : PyObject_GetAttr(value, PyTuple_GET_ITEM(weigher->names, index));
        if (part == NULL) {
            return -1.0;
        }
        double weight = weigh_in(state, PyList_GET_ITEM(weigher->weighs, index), part, limit - total, frames);
        Py_DECREF(part);
        if (weight < 0.0 && PyErr_Occurred()) {
            return -1.0;
        }
        total += weight;
    }
    return total;
}

static double
member_of(const State *state, const Weigher *weigher, PyObject *value, double limit, int frames)
{
    PyObject *number, *inner = value;
    if (weigher->kind == CHOSEN) {
        if (!PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 2) {
            PyErr_SetString(PyExc_TypeError, "not a choice");
            return -1.0;
        }
        number = PyTuple_GET_ITEM(value, 0);
        inner = PyTuple_GET_ITEM(value, 1);
    }
    else {
        number = PyDict_GetItemWithError(weigher->names, (PyObject *)Py_TYPE(value));
        if (number == NULL) {
            return PyErr_Occurred() ? -1.0 : ask(weigher->slowly, value, limit);
        }
    }
    Py_ssize_t index = PyLong_AsSsize_t(number);
    PyObject *how = index == -1 && PyErr_Occurred() ? NULL : PyList_GetItem(weigher->weighs, index);
    double weight = how == NULL ? -1.0 : weigh_in(state, how, inner, limit, frames);
    return weight < 0.0 && PyErr_Occurred() ? -1.0 : weight + (double)index * 0.01;
}

static double
number_weight(const Weigher *weigher, PyObject *value)
{
    PyObject *known = PyDict_GetItemWithError(weigher->names, value);
    if (known != NULL) {
        return PyFloat_AsDouble(known);
    }
    return PyErr_Occurred() ? -1.0 : number_of(PyObject_GetItem(weigher->names, value));
}

/* A sum of numbers as `sum` makes it: from 3.12 on with what rounding takes away made good at the end. */
typedef struct {
    double total;
    double lost;
    int begun;
} Added;

static void
add(Added *added, double number)
{
#if PY_VERSION_HEX >= 0x030C0000
    if (added->begun) {
        double more = added->total + number;
        added->lost += fabs(added->total) >= fabs(number) ? (added->total - more) + number
                                                          : (number - more) + added->total;
        added->total = more;
        return;
    }
#endif
    added->begun = 1;
    added->total += number;
}

static double
sum_added(const Added *added)
{
    return added->lost != 0.0 && isfinite(added->lost) ? added->total + added->lost : added->total;
}

/* As `Runs.complexity_up_to`, for a text. */
static double
text_weight(const Weigher *weigher, PyObject *value, double limit)
{
    if (!PyUnicode_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "not a text");
        return -1.0;
    }
    Py_ssize_t length = PyUnicode_GET_LENGTH(value);
    double least = (double)length * 2.0;
    if (least >= limit) {
        return least;
    }
    Added letters = {0.0, 0.0, 0};
    for (Py_ssize_t index = 0; index < length; index++) {
        PyObject *letter = PyUnicode_Substring(value, index, index + 1);
        double weight = letter == NULL ? -1.0 : number_weight(weigher, letter);
        Py_XDECREF(letter);
        if (weight < 0.0 && PyErr_Occurred()) {
            return -1.0;
        }
        add(&letters, weight);
    }
    return least + sum_added(&letters);
}

/* As `Mappings.complexity_up_to`. */
static double
pairs_weight(const State *state, const Weigher *weigher, PyObject *value, double limit, int frames)
{
    if (!PyTuple_Check(value) || PyList_GET_SIZE(weigher->weighs) < 2) {
        PyErr_SetString(PyExc_TypeError, "not a tuple of pairs");
        return -1.0;
    }
    Py_ssize_t length = PyTuple_GET_SIZE(value);
    double total = weigher->base * (double)length;
    for (Py_ssize_t index = 0; index < length; index++) {
        PyObject *pair = PyTuple_GET_ITEM(value, index);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "not a pair");
            return -1.0;
        }
        for (Py_ssize_t half = 0; half < 2; half++) {
            PyObject *how = PyList_GET_ITEM(weigher->weighs, half);
            double weight = weigh_in(state, how, PyTuple_GET_ITEM(pair, half), limit - total, frames);
            if (weight < 0.0 && PyErr_Occurred()) {
                return -1.0;
            }
            total += weight;
            if (half == 0 && total >= limit) {
                return total;
            }
        }
    }
    return total;
}

/* As `Sequences.complexity_up_to`. */
static double
run_weight(const State *state, const Weigher *weigher, PyObject *value, double limit, int frames)
{
    if (!PyList_GET_SIZE(weigher->weighs) || !PyTuple_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "not items in a row");
        return -1.0;
    }
    Py_ssize_t length = PyTuple_GET_SIZE(value);
    double least = 2.0 * (double)length;
    if (least >= limit) {
        return least;
    }
    Added plain = {0.0, 0.0, 0}, placed = {0.0, 0.0, 0};
    for (Py_ssize_t index = 0; index < length; index++) {
        PyObject *how = PyList_GetItem(weigher->weighs, 0), *each = PyTuple_GET_ITEM(value, index);
        double weight = how == NULL ? -1.0 : weigh_in(state, how, each, Py_HUGE_VAL, frames);
        if (weight < 0.0 && PyErr_Occurred()) {
            return -1.0;
        }
        add(&plain, weight);
        add(&placed, weight * (double)index);
    }
    return sum_added(&plain) + 2.001 * (double)length - 1e-6 * sum_added(&placed);
}

/* -1 with an exception set if something was raised. */
static double
weigh_in(const State *state, PyObject *how, PyObject *value, double limit, int frames)
{
    if (!Py_IS_TYPE(how, state->weigher_type)) {
        return ask(how, value, limit);
    }
    const Weigher *weigher = (Weigher *)how;
    frames -= weigher->kind == SUM || weigher->kind == RECORD || weigher->kind == RUN ? 2 : 1;
    if (frames <= 0) {
        PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
        return -1.0;
    }
    switch (weigher->kind) {
    case SUM:
    case RECORD:
        return sum_of(state, weigher, value, limit, frames);
    case UNION:
    case CHOSEN:
        return member_of(state, weigher, value, limit, frames);
    case RUN:
        return run_weight(state, weigher, value, limit, frames);
    case TEXT:
        return text_weight(weigher, value, limit);
    case PAIRS:
        return pairs_weight(state, weigher, value, limit, frames);
    default:
        return number_weight(weigher, value);
    }
}

static PyObject *
weigher_call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *keywords)
{
    if (PyVectorcall_NARGS(flags) != 2 || (keywords != NULL && PyTuple_GET_SIZE(keywords))) {
        PyErr_SetString(PyExc_TypeError, "takes a value and a limit");
        return NULL;
    }
    double limit = PyFloat_AsDouble(arguments[1]);
    if (limit == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    double weight = weigh_in(PyType_GetModuleState(Py_TYPE(self)), self, arguments[0], limit, frames_left());
    return weight < 0.0 && PyErr_Occurred() ? NULL : PyFloat_FromDouble(weight);
}

static int
weigher_traverse(PyObject *self, visitproc visit, void *arg)
{
    Weigher *weigher = (Weigher *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(weigher->weighs);
    Py_VISIT(weigher->names);
    Py_VISIT(weigher->slowly);
    return 0;
}

static int
weigher_clear(PyObject *self)
{
    Weigher *weigher = (Weigher *)self;
    Py_CLEAR(weigher->weighs);
    Py_CLEAR(weigher->names);
    Py_CLEAR(weigher->slowly);
    return 0;
}

static void
weigher_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    weigher_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef weigher_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Weigher, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot weigher_slots[] = {
    {Py_tp_doc, "How complex a value is, up to a limit."},
    {Py_tp_dealloc, weigher_dealloc},
    {Py_tp_traverse, weigher_traverse},
    {Py_tp_clear, weigher_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, weigher_members},
    {0, NULL},
};

PyType_Spec weigher_spec = {
    .name = "fuzzwright_fast.Weigher",
    .basicsize = sizeof(Weigher),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = weigher_slots,
};

/* kind, base, weighs, names, slowly; None for what is not there. */
PyObject *
new_weigher(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    static const char *const kinds[KINDS] = {"sum", "record", "union", "chosen", "number", "run", "text", "pairs"};
    State *state = PyModule_GetState(module);
    int kind = 0;
    while (given == 5 && kind < KINDS
           && !(PyUnicode_Check(arguments[0]) && PyUnicode_CompareWithASCIIString(arguments[0], kinds[kind]) == 0)) {
        kind++;
    }
    if (given != 5 || kind == KINDS || !PyList_CheckExact(arguments[2])
        || (kind == RECORD && !(PyTuple_CheckExact(arguments[3])))
        || ((kind == UNION || kind == NUMBER || kind == TEXT) && !PyDict_Check(arguments[3]))) {
        PyErr_SetString(PyExc_TypeError, "new_weigher takes a kind, a number, a list, what is known and what to ask");
        return NULL;
    }
    double base = PyFloat_AsDouble(arguments[1]);
    if (base == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    Weigher *weigher = PyObject_GC_New(Weigher, state->weigher_type);
    if (weigher != NULL) {
        weigher->vectorcall = weigher_call;
        weigher->kind = (Kind)kind;
        weigher->base = base;
        weigher->weighs = Py_NewRef(arguments[2]);
        weigher->names = Py_NewRef(arguments[3]);
        weigher->slowly = Py_NewRef(arguments[4]);
        PyObject_GC_Track(weigher);
    }
    return (PyObject *)weigher;
}

/* Sieve ----------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    vectorcallfunc vectorcall;
    Path *path;
    PyObject *buckets;
    PyObject *feature;
    PyObject *simplest;
    PyObject *alone;
    PyObject *weigh;
    PyObject *check; /* NULL where every result will do */
    double large;
    Py_ssize_t longest;
} Sieve;

int
is_dull(const State *state, PyObject *self, PyObject *input, PyObject *result)
{
    Sieve *sieve = (Sieve *)self;
    if (sieve->path->length > sieve->longest) {
        return 0;
    }
    double limit = limit_of(state, sieve->path, sieve->buckets, sieve->feature, sieve->simplest, sieve->alone);
    if (limit < 0.0 && PyErr_Occurred()) {
        return -1;
    }
    if (limit == Py_HUGE_VAL) {
        return 0;
    }
    if (limit < sieve->large || !(hash_of_path(sieve->path) & 7)) {
        double weight = weigh_in(state, sieve->weigh, input, limit, frames_left());
        if (weight < 0.0 && PyErr_Occurred()) {
            if (!PyErr_ExceptionMatches(PyExc_RecursionError)) {
                return -1;
            }
            PyErr_Clear();
            return 0;
        }
        if (weight < limit) {
            return 0;
        }
    }
    if (sieve->check == NULL) {
        return 1;
    }
    PyObject *wrong = PyObject_CallOneArg(sieve->check, result);
    Py_XDECREF(wrong);
    return wrong == NULL ? -1 : wrong == Py_None;
}

static PyObject *
sieve_call(PyObject *self, PyObject *const *arguments, size_t flags, PyObject *keywords)
{
    if (PyVectorcall_NARGS(flags) != 2 || (keywords != NULL && PyTuple_GET_SIZE(keywords))) {
        PyErr_SetString(PyExc_TypeError, "takes an input and a result");
        return NULL;
    }
    int dull = is_dull(PyType_GetModuleState(Py_TYPE(self)), self, arguments[0], arguments[1]);
    return dull < 0 ? NULL : PyBool_FromLong(dull);
}

static int
sieve_traverse(PyObject *self, visitproc visit, void *arg)
{
    Sieve *sieve = (Sieve *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(sieve->simplest);
    Py_VISIT(sieve->alone);
    Py_VISIT(sieve->weigh);
    Py_VISIT(sieve->check);
    return 0;
}

static int
sieve_clear(PyObject *self)
{
    Sieve *sieve = (Sieve *)self;
    Py_CLEAR(sieve->simplest);
    Py_CLEAR(sieve->alone);
    Py_CLEAR(sieve->weigh);
    Py_CLEAR(sieve->check);
    return 0;
}

static void
sieve_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Sieve *sieve = (Sieve *)self;
    PyObject_GC_UnTrack(self);
    sieve_clear(self);
    Py_XDECREF(sieve->path);
    Py_XDECREF(sieve->buckets);
    Py_XDECREF(sieve->feature);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef sieve_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Sieve, vectorcall), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot sieve_slots[] = {
    {Py_tp_doc, "Says of an input and its result that nobody learns from the run."},
    {Py_tp_dealloc, sieve_dealloc},
    {Py_tp_traverse, sieve_traverse},
    {Py_tp_clear, sieve_clear},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_members, sieve_members},
    {0, NULL},
};

PyType_Spec sieve_spec = {
    .name = "fuzzwright_fast.Sieve",
    .basicsize = sizeof(Sieve),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION
             | Py_TPFLAGS_HAVE_VECTORCALL,
    .slots = sieve_slots,
};

/* path, buckets, feature, simplest, alone, weigh, check or None, large, longest. */
PyObject *
new_sieve(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 9 || !Py_IS_TYPE(arguments[0], state->path_type) || !are_buckets(arguments[1])
        || !PyDict_CheckExact(arguments[3]) || !PyDict_CheckExact(arguments[4])) {
        PyErr_SetString(PyExc_TypeError, "new_sieve takes a path, 256 buckets, a feature, two dicts, what weighs and what "
                                         "checks, and two numbers");
        return NULL;
    }
    double large = PyFloat_AsDouble(arguments[7]);
    Py_ssize_t longest = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(arguments[8]);
    if (PyErr_Occurred()) {
        return NULL;
    }
    Sieve *sieve = PyObject_GC_New(Sieve, state->sieve_type);
    if (sieve != NULL) {
        sieve->vectorcall = sieve_call;
        sieve->path = (Path *)Py_NewRef(arguments[0]);
        sieve->buckets = Py_NewRef(arguments[1]);
        sieve->feature = Py_NewRef(arguments[2]);
        sieve->simplest = Py_NewRef(arguments[3]);
        sieve->alone = Py_NewRef(arguments[4]);
        sieve->weigh = Py_NewRef(arguments[5]);
        sieve->check = arguments[6] == Py_None ? NULL : Py_NewRef(arguments[6]);
        sieve->large = large;
        sieve->longest = longest;
        PyObject_GC_Track(sieve);
    }
    return (PyObject *)sieve;
}

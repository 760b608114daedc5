/* The hot loop: inputs are run one after the other until one takes a way that was not met lately.

   This is the loop of `FunctionTarget.run_new`, statement by statement; whatever it does once for many runs is left to
   Python. Keys are those that Python makes: the hash of (path, class of the result), or of (path, class of what was
   raised, line it was raised at). */

#include "fuzzwright_fast.h"
#include "structmember.h"

enum { OVER, PAUSED, FOUND };

typedef struct {
    PyObject_HEAD
    PyObject *inputs;
    PyObject *prepare; /* NULL where a value goes to the function as it is */
    PyObject *invoke;
    PyObject *function; /* what `invoke` calls with the arguments, if that is all it does; else NULL */
    PyObject *young;
    PyObject *old;
    PyObject *sieve;  /* NULL where all that is new is told */
    PyObject *audit;  /* the names of a module: `blocked` says which effect was refused, if one was */
    PyObject *preconditions;
    Py_ssize_t most; /* how many keys are young at most */
    PyObject *failures;
    PyObject *discarding; /* a tuple of the classes that say so */
    PyObject *batch;
    Path *path;
    Py_buffer beat;
    int has_beat;
    int forgets;
    PyObject *value;
    PyObject *result;
    Py_ssize_t key;
    Py_ssize_t count;
    Py_ssize_t discards;
    Py_ssize_t built;
    char pending; /* a value was taken from the inputs and not run yet */
    char building; /* what is raised was raised while arguments were made */
    char calling;
    char raised;
    char sieving;
    char added; /* the key is among the young already */
} Runner;

static int
runner_traverse(PyObject *self, visitproc visit, void *arg)
{
    Runner *runner = (Runner *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(runner->inputs);
    Py_VISIT(runner->prepare);
    Py_VISIT(runner->invoke);
    Py_VISIT(runner->function);
    Py_VISIT(runner->young);
    Py_VISIT(runner->old);
    Py_VISIT(runner->sieve);
    Py_VISIT(runner->audit);
    Py_VISIT(runner->preconditions);
    Py_VISIT(runner->failures);
    Py_VISIT(runner->discarding);
    Py_VISIT(runner->batch);
    Py_VISIT(runner->value);
    Py_VISIT(runner->result);
    return 0;
}

static int
runner_clear(PyObject *self)
{
    Runner *runner = (Runner *)self;
    Py_CLEAR(runner->inputs);
    Py_CLEAR(runner->prepare);
    Py_CLEAR(runner->invoke);
    Py_CLEAR(runner->function);
    Py_CLEAR(runner->young);
    Py_CLEAR(runner->old);
    Py_CLEAR(runner->sieve);
    Py_CLEAR(runner->audit);
    Py_CLEAR(runner->preconditions);
    Py_CLEAR(runner->failures);
    Py_CLEAR(runner->discarding);
    Py_CLEAR(runner->batch);
    Py_CLEAR(runner->value);
    Py_CLEAR(runner->result);
    return 0;
}

static void
runner_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Runner *runner = (Runner *)self;
    PyObject_GC_UnTrack(self);
    runner_clear(self);
    Py_XDECREF(runner->path);
    if (runner->has_beat) {
        PyBuffer_Release(&runner->beat);
    }
    type->tp_free(self);
    Py_DECREF(type);
}

/* As in CPython's tupleobject.c, for few items whose hashes are known. */
static Py_hash_t
hash_of_tuple(const Py_hash_t *lanes, Py_ssize_t count)
{
    Py_uhash_t mixed = PRIME_5;
    for (Py_ssize_t index = 0; index < count; index++) {
        mixed += (Py_uhash_t)lanes[index] * PRIME_2;
        mixed = ROTATE(mixed) * PRIME_1;
    }
    mixed += (Py_uhash_t)count ^ (PRIME_5 ^ 3527539UL);
    return mixed == (Py_uhash_t)-1 ? 1546275796 : (Py_hash_t)mixed;
}

/* The line that the innermost frame of a traceback is at; -1 with an exception set if there is no telling. */
static Py_hash_t
last_line(PyObject *traceback)
{
    if (traceback == NULL || !PyTraceBack_Check(traceback)) {
        return 0;
    }
    PyTracebackObject *inner = (PyTracebackObject *)traceback;
    while (inner->tb_next != NULL) {
        inner = inner->tb_next;
    }
    PyObject *line = PyObject_GetAttrString((PyObject *)inner, "tb_lineno");
    Py_hash_t number = line == NULL ? -1 : PyObject_Hash(line);
    Py_XDECREF(line);
    return number;
}

/* The code under test has to meet the end of the stack at the same place as where Python calls it. So what is counted for
   `go`, and for the interpreter that begins anew in it, is given back meanwhile, and what is not counted because there is
   one frame less is taken. */
#if PY_VERSION_HEX < 0x030C0000
#define GO(thread, sign) ((thread)->recursion_remaining += sign 1)
#define FRAME(thread, sign) ((thread)->recursion_remaining += sign 1)
#elif PY_VERSION_HEX < 0x030E0000
#define GO(thread, sign) ((thread)->c_recursion_remaining += sign 2)
#define FRAME(thread, sign) ((thread)->py_recursion_remaining += sign 1)
#else
#define GO(thread, sign) ((void)(thread))
#define FRAME(thread, sign) ((thread)->py_recursion_remaining += sign 1)
#endif

/* Call with one argument. */
static PyObject *
call(PyObject *function, PyObject *argument)
{
    PyThreadState *thread = PyThreadState_Get();
    GO(thread, +);
    PyObject *result = PyObject_CallOneArg(function, argument);
    GO(thread, -);
    return result;
}

/* Call with a tuple of arguments, as if from one frame further in. */
static PyObject *
call_with(PyObject *function, PyObject *arguments)
{
    PyThreadState *thread = PyThreadState_Get();
    GO(thread, +);
    FRAME(thread, -);
    PyObject *result = PyObject_Call(function, arguments, NULL);
    FRAME(thread, +);
    GO(thread, -);
    return result;
}

/* Look a key up: 1 if it was met lately, -1 on error. */
static int
is_known(Runner *runner, Py_hash_t key)
{
    runner->key = key;
    PyObject *number = PyLong_FromSsize_t(key);
    if (number == NULL) {
        return -1;
    }
    int found = PySet_Contains(runner->young, number);
    Py_DECREF(number);
    return found;
}

static int
count_failure(Runner *runner, Py_hash_t key)
{
    PyObject *number = PyLong_FromSsize_t(key);
    PyObject *known = number == NULL ? NULL : PyDict_GetItemWithError(runner->failures, number);
    Py_ssize_t times = known == NULL ? 0 : PyLong_AsSsize_t(known);
    PyObject *more = PyErr_Occurred() ? NULL : PyLong_FromSsize_t(times + 1);
    int failed = more == NULL || PyDict_SetItem(runner->failures, number, more) < 0;
    Py_XDECREF(number);
    Py_XDECREF(more);
    return failed ? -1 : 0;
}

/* A discard counts at once, also for whoever makes the next input. */
static int
count_discard(Runner *runner)
{
    runner->discards++;
    PyObject *known = PyObject_GetAttrString(runner->batch, "discards");
    Py_ssize_t times = known == NULL ? -1 : PyLong_AsSsize_t(known);
    Py_XDECREF(known);
    PyObject *more = PyErr_Occurred() ? NULL : PyLong_FromSsize_t(times + 1);
    int failed = more == NULL || PyObject_SetAttrString(runner->batch, "discards", more) < 0;
    Py_XDECREF(more);
    return failed ? -1 : 0;
}

/* What the code under test raised: 1 if that way was met lately; 0 if not, and then it is raised again; -1 on error. */
static int
was_raised(Runner *runner)
{
    PyObject *class, *error, *traceback;
    PyErr_Fetch(&class, &error, &traceback);
    PyErr_NormalizeException(&class, &error, &traceback);
    Py_SETREF(class, Py_NewRef((PyObject *)Py_TYPE(error)));
    Py_hash_t lanes[3] = {hash_of_path(runner->path), 0, 0};
    int known = -1;
    lanes[1] = PyObject_Hash(class);
    if (lanes[1] != -1 && (lanes[2] = last_line(traceback)) != -1) {
        Py_hash_t key = hash_of_tuple(lanes, 3);
        int fine = 0;
        for (Py_ssize_t index = 0; index < PyTuple_GET_SIZE(runner->discarding); index++) {
            if (class == PyTuple_GET_ITEM(runner->discarding, index)) {
                fine = count_discard(runner);
            }
        }
        known = fine < 0 || count_failure(runner, key) < 0 ? -1 : is_known(runner, key);
    }
    if (known == 0) {
        runner->raised = 1;
        PyErr_Restore(class, error, traceback);
        return 0;
    }
    Py_DECREF(class);
    Py_XDECREF(error);
    Py_XDECREF(traceback);
    return known;
}

/* What returned on a way that is not young: 1 if it may be passed over all the same, 0 if not, -1 on error. */
static int
may_be_passed_over(Runner *runner, const State *state, PyObject *result)
{
    if (runner->sieve == NULL || !runner->sieving || PySet_GET_SIZE(runner->young) >= runner->most
        || PyDict_GetItemWithError(runner->audit, state->blocked) != Py_None) {
        return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *number = PyLong_FromSsize_t(runner->key);
    int known = number == NULL ? -1 : PySet_Contains(runner->old, number);
    int failed = known < 0 || PySet_Add(runner->young, number) < 0;
    Py_XDECREF(number);
    if (failed || known) {
        return failed ? -1 : 1;
    }
    runner->added = 1;
    int dull = is_dull(state, runner->sieve, runner->value, result);
    if (dull > 0 && PyObject_SetAttr(runner->preconditions, state->checked, state->zero) < 0) {
        return -1;
    }
    return dull;
}

/* Run one value: 1 if it took a known way, 0 if a new one, -1 if something was raised. */
static int
run_one(Runner *runner, const State *state)
{
    Path *path = runner->path;
    runner->count++;
    ++*(uint64_t *)runner->beat.buf;
    forget_numbers(path);
    PyObject *arguments = runner->value;
    if (runner->prepare != NULL) {
        arguments = call(runner->prepare, runner->value);
        if (arguments == NULL) {
            runner->building = runner->raised = 1;
            return -1;
        }
        if (runner->forgets) {
            forget_numbers(path);
        }
    }
    else {
        Py_INCREF(arguments);
    }
    runner->built = path->length;
    runner->calling = 1;
    PyObject *result = runner->function != NULL && PyTuple_CheckExact(arguments)
                           ? call_with(runner->function, arguments)
                           : call(runner->invoke, arguments);
    runner->calling = 0;
    Py_DECREF(arguments);
    int known;
    if (result == NULL) {
        known = was_raised(runner);
        return known > 0 ? 1 : -1;
    }
    Py_hash_t lanes[2] = {hash_of_path(path), PyObject_Hash((PyObject *)Py_TYPE(result))};
    known = lanes[1] == -1 ? -1 : is_known(runner, hash_of_tuple(lanes, 2));
    if (known == 0 && (known = may_be_passed_over(runner, state, result)) == 0) {
        Py_XSETREF(runner->result, result);
        return 0;
    }
    Py_DECREF(result);
    return known;
}

/* Run inputs until so many were run, there are no more, or one is new. */
static PyObject *
runner_go(PyObject *self, PyObject *argument)
{
    Runner *runner = (Runner *)self;
    Py_ssize_t limit = PyLong_AsSsize_t(argument);
    if (limit == -1 && PyErr_Occurred()) {
        return NULL;
    }
    State *state = PyType_GetModuleState(Py_TYPE(self));
    runner->building = runner->raised = runner->added = 0;
    Py_CLEAR(runner->result);
    iternextfunc next = Py_TYPE(runner->inputs)->tp_iternext;
    for (;;) {
        if (!runner->pending) {
            PyObject *value = next(runner->inputs);
            if (value == NULL) {
                if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_StopIteration)) {
                    return NULL;
                }
                PyErr_Clear();
                return PyLong_FromLong(OVER);
            }
            Py_XSETREF(runner->value, value);
        }
        if (runner->count >= limit) {
            runner->pending = 1;
            return PyLong_FromLong(PAUSED);
        }
        runner->pending = 0;
        runner->added = 0;
        int known = run_one(runner, state);
        if (known <= 0) {
            return known == 0 ? PyLong_FromLong(FOUND) : NULL;
        }
    }
}

static PyMethodDef runner_methods[] = {
    {"go", runner_go, METH_O, "Run inputs until so many were run (1), there are no more (0), or one took a new way (2)."},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef runner_members[] = {
    {"value", T_OBJECT, offsetof(Runner, value), READONLY, "what was run last"},
    {"result", T_OBJECT, offsetof(Runner, result), READONLY, "what it returned, if its way was new"},
    {"young", T_OBJECT, offsetof(Runner, young), 0, "the keys met lately"},
    {"old", T_OBJECT, offsetof(Runner, old), 0, "the keys met before these"},
    {"sieving", T_BOOL, offsetof(Runner, sieving), 0, "whether what nobody learns from is passed over"},
    {"added", T_BOOL, offsetof(Runner, added), READONLY, "whether the key is among the young already"},
    {"key", T_PYSSIZET, offsetof(Runner, key), READONLY, "the hash of its way and its end"},
    {"count", T_PYSSIZET, offsetof(Runner, count), READONLY, "how many were run"},
    {"discards", T_PYSSIZET, offsetof(Runner, discards), READONLY, "how many of them were discarded"},
    {"built", T_PYSSIZET, offsetof(Runner, built), READONLY, "how long the path was before the call"},
    {"building", T_BOOL, offsetof(Runner, building), READONLY, "whether arguments could not be made"},
    {"calling", T_BOOL, offsetof(Runner, calling), READONLY, "whether the code under test is running"},
    {"raised", T_BOOL, offsetof(Runner, raised), READONLY, "whether the code under test raised what came out of `go`"},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot runner_slots[] = {
    {Py_tp_doc, "Runs the inputs of one batch."},
    {Py_tp_dealloc, runner_dealloc},
    {Py_tp_traverse, runner_traverse},
    {Py_tp_clear, runner_clear},
    {Py_tp_methods, runner_methods},
    {Py_tp_members, runner_members},
    {0, NULL},
};

PyType_Spec runner_spec = {
    .name = "fuzzwright_fast.Runner",
    .basicsize = sizeof(Runner),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = runner_slots,
};

static const size_t parts[] = {
    offsetof(Runner, inputs),
    offsetof(Runner, invoke),
    offsetof(Runner, path),
    offsetof(Runner, young),
    offsetof(Runner, old),
    offsetof(Runner, failures),
    offsetof(Runner, discarding),
    offsetof(Runner, batch),
    offsetof(Runner, audit),
    offsetof(Runner, preconditions),
    offsetof(Runner, prepare),
    offsetof(Runner, sieve),
    offsetof(Runner, function),
};

/* The parts in this order (the last three may be None), then the beat, how many are young at most, and whether building is
   forgotten. */
PyObject *
new_runner(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    Py_ssize_t count = Py_ARRAY_LENGTH(parts);
    if (given != count + 3) {
        PyErr_Format(PyExc_TypeError, "new_runner takes %zd arguments", count + 3);
        return NULL;
    }
    Runner *runner = PyObject_GC_New(Runner, state->runner_type);
    if (runner == NULL) {
        return NULL;
    }
    memset((char *)runner + offsetof(Runner, inputs), 0, sizeof(Runner) - offsetof(Runner, inputs));
    for (Py_ssize_t index = 0; index < count; index++) {
        PyObject *part = arguments[index];
        *(PyObject **)((char *)runner + parts[index]) = part == Py_None ? NULL : Py_NewRef(part);
    }
    PyObject_GC_Track(runner);
    runner->most = PyLong_AsSsize_t(arguments[count + 1]);
    runner->forgets = PyObject_IsTrue(arguments[count + 2]);
    if (!PyErr_Occurred() && PyObject_GetBuffer(arguments[count], &runner->beat, PyBUF_WRITABLE) == 0) {
        runner->has_beat = 1;
        if (runner->inputs != NULL && PyIter_Check(runner->inputs) && runner->invoke != NULL && runner->path != NULL
            && Py_IS_TYPE(runner->path, state->path_type) && runner->young != NULL && PyAnySet_Check(runner->young)
            && runner->old != NULL && PyAnySet_Check(runner->old) && runner->failures != NULL
            && PyDict_CheckExact(runner->failures) && runner->discarding != NULL
            && PyTuple_CheckExact(runner->discarding) && runner->batch != NULL && runner->audit != NULL
            && PyDict_Check(runner->audit) && runner->preconditions != NULL
            && (runner->sieve == NULL || Py_IS_TYPE(runner->sieve, state->sieve_type))
            && runner->beat.len >= (Py_ssize_t)sizeof(uint64_t)) {
            return (PyObject *)runner;
        }
        PyErr_SetString(PyExc_TypeError, "new_runner was given something else than it takes");
    }
    Py_DECREF(runner);
    return NULL;
}

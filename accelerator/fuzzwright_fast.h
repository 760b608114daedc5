/* What the parts of fuzzwright_fast share: paths, how hashes are mixed, and the state of the module. */

#ifndef FUZZWRIGHT_FAST_H
#define FUZZWRIGHT_FAST_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* As in CPython's tupleobject.c. */
#if SIZEOF_PY_UHASH_T > 4
#define PRIME_1 ((Py_uhash_t)11400714785074694791ULL)
#define PRIME_2 ((Py_uhash_t)14029467366897019727ULL)
#define PRIME_5 ((Py_uhash_t)2870177450012600261ULL)
#define ROTATE(x) ((x) << 31 | (x) >> 33)
#else
#define PRIME_1 ((Py_uhash_t)2654435761UL)
#define PRIME_2 ((Py_uhash_t)2246822519UL)
#define PRIME_5 ((Py_uhash_t)374761393UL)
#define ROTATE(x) ((x) << 13 | (x) >> 19)
#endif

/* An edge is two numbers of so many bits, a feature an edge and its bucket; as in `engine/trace.py`. */
#define NUMBER_BITS 24
#define BUCKET_BITS 4
#define BUCKETS 256
#define FIRST_ROOM 1024
/* What a path keeps when it is cleared; one very long run should not cost memory for ever. */
#define KEPT_ROOM 65536

typedef struct {
    PyObject_HEAD
    uint32_t *numbers;
    Py_ssize_t length;
    Py_ssize_t room;
    Py_uhash_t mixed;
} Path;

typedef struct {
    PyObject_HEAD
    Path *path;
    uint32_t number;
} Probe;

typedef struct {
    PyTypeObject *path_type;
    PyTypeObject *probe_type;
    PyTypeObject *runner_type;
    PyTypeObject *maker_type;
    PyTypeObject *build_type;
    PyTypeObject *variants_type;
    PyTypeObject *stock_type;
    PyTypeObject *weigher_type;
    PyTypeObject *sieve_type;
    PyTypeObject *realiser_type;
    PyTypeObject *pairs_type;
    PyTypeObject *noting_type;
    PyObject *twister_type; /* random.Random */
    PyObject *complexity;
    PyObject *origin;
    PyObject *checked;
    PyObject *blocked;
    PyObject *zero;
    PyObject *empty; /* a tuple */
    int knows_twister;
} State;

#define NEW(name) PyObject *name(PyObject *module, PyObject *const *arguments, Py_ssize_t given)

/* In fuzzwright_fast.c. */
void forget_numbers(Path *path);
Py_hash_t hash_of_path(const Path *path);
int are_buckets(PyObject *object);
double limit_of(
    const State *state, const Path *path, PyObject *in_bytes, PyObject *feature, PyObject *simplest, PyObject *alone);

/* In chance.c. */
int64_t random_bits(const State *state, PyObject *random, int count);
int learn_twister(State *state);

/* In runs.c. */
extern PyType_Spec runner_spec;
NEW(new_runner);

/* In building.c. */
extern PyType_Spec maker_spec, build_spec;
NEW(new_maker);
NEW(new_build);
PyObject *put_alone(const State *state, PyObject *how, PyObject *child);
PyObject *put_together(const State *state, PyObject *how, PyObject *left, PyObject *right);

/* In variants.c. */
extern PyType_Spec variants_spec;
NEW(new_variants);
NEW(plainly_equal);

/* In stock.c. */
extern PyType_Spec stock_spec;
NEW(new_stock);
PyObject *crossed(const State *state, PyObject *random, PyObject *one, PyObject *other);

/* In weighing.c. */
extern PyType_Spec weigher_spec, sieve_spec;
NEW(new_weigher);
NEW(new_sieve);
int is_dull(const State *state, PyObject *sieve, PyObject *input, PyObject *result);

/* In objects.c. */
extern PyType_Spec realiser_spec;
NEW(new_realiser);

/* In pairs.c. */
extern PyType_Spec pairs_spec;
NEW(new_pairs);
NEW(paired);
PyObject *distinct_pairs(PyObject *module, PyObject *pairs);

/* In notes.c. */
extern PyType_Spec noting_spec;
NEW(new_noting);

#endif

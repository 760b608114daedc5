/* Values drawn from a stock, as `engine/stock.py` does it: the same bits in the same order, the same shelves. */

#include "fuzzwright_fast.h"
#include "structmember.h"

/* As in `engine/stock.py`. */
#define PLACE_BITS 9
#define LAST_PLACE ((1 << PLACE_BITS) - 1)

typedef struct {
    PyObject_HEAD
    PyObject *make;
    PyObject *cross; /* NULL where values are cut at one place and the halves put together */
    PyObject *shelves;
    PyObject *put_up;
    PyObject *filled;
    PyObject *empty;
    PyObject *numbers; /* bytes: which shelf is for each size */
} Stock;

static int
stock_traverse(PyObject *self, visitproc visit, void *arg)
{
    Stock *stock = (Stock *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(stock->make);
    Py_VISIT(stock->cross);
    Py_VISIT(stock->shelves);
    Py_VISIT(stock->put_up);
    Py_VISIT(stock->filled);
    Py_VISIT(stock->empty);
    Py_VISIT(stock->numbers);
    return 0;
}

static int
stock_clear(PyObject *self)
{
    Stock *stock = (Stock *)self;
    Py_CLEAR(stock->make);
    Py_CLEAR(stock->cross);
    Py_CLEAR(stock->shelves);
    Py_CLEAR(stock->put_up);
    Py_CLEAR(stock->filled);
    Py_CLEAR(stock->empty);
    Py_CLEAR(stock->numbers);
    return 0;
}

static void
stock_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    stock_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The shelf for a size, borrowed, with its number; NULL on error. */
static PyObject *
shelf_for(const Stock *stock, Py_ssize_t size, Py_ssize_t *number)
{
    Py_ssize_t end = PyBytes_GET_SIZE(stock->numbers);
    size = size < 0 ? 0 : size >= end ? end - 1 : size;
    *number = (unsigned char)PyBytes_AS_STRING(stock->numbers)[size];
    PyObject *shelf = PyList_GetItem(stock->shelves, *number);
    if (shelf == NULL || PyList_GET_SIZE(shelf)) {
        return shelf;
    }
    PyObject *up = PyObject_CallFunction(stock->put_up, "n", *number);
    if (up == NULL) {
        return NULL;
    }
    Py_DECREF(up); /* it is among the shelves */
    return PyList_GetItem(stock->shelves, *number);
}

static PyObject *
value_at(const Stock *stock, PyObject *shelf, Py_ssize_t number, Py_ssize_t place)
{
    PyObject *value = PyList_GetItem(shelf, place);
    if (value != NULL && value != stock->empty) {
        return Py_NewRef(value);
    }
    return value == NULL ? NULL : PyObject_CallFunction(stock->filled, "nn", number, place);
}

static PyObject *
made_anew(const Stock *stock, PyObject *random, PyObject *size)
{
    PyObject *arguments[] = {random, size};
    return PyObject_Vectorcall(stock->make, arguments, 2, NULL);
}

static int
read_size(PyObject *const *arguments, Py_ssize_t given, Py_ssize_t wanted, Py_ssize_t *size)
{
    if (given != wanted) {
        PyErr_Format(PyExc_TypeError, "takes %zd arguments", wanted);
        return -1;
    }
    *size = PyLong_AsSsize_t(arguments[1]);
    return *size == -1 && PyErr_Occurred() ? -1 : 0;
}

static PyObject *
stock_draw(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    Stock *stock = (Stock *)self;
    State *state = PyType_GetModuleState(Py_TYPE(self));
    Py_ssize_t size, number;
    if (read_size(arguments, given, 2, &size) < 0) {
        return NULL;
    }
    int64_t place = random_bits(state, arguments[0], PLACE_BITS + 3);
    if (place < 0) {
        return NULL;
    }
    if (place <= LAST_PLACE) {
        return made_anew(stock, arguments[0], arguments[1]);
    }
    PyObject *shelf = shelf_for(stock, size, &number);
    return shelf == NULL ? NULL : value_at(stock, shelf, number, place & LAST_PLACE);
}

static PyObject *
stock_draw_many(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    Stock *stock = (Stock *)self;
    State *state = PyType_GetModuleState(Py_TYPE(self));
    Py_ssize_t size, number;
    if (read_size(arguments, given, 3, &size) < 0) {
        return NULL;
    }
    Py_ssize_t count = PyLong_AsSsize_t(arguments[2]);
    if (count == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *shelf = shelf_for(stock, size, &number);
    PyObject *values = shelf == NULL ? NULL : PyList_New(0);
    for (Py_ssize_t index = 0; values != NULL && index < count; index++) {
        int64_t place = random_bits(state, arguments[0], PLACE_BITS);
        PyObject *value = place < 0 ? NULL : value_at(stock, shelf, number, place);
        if (value == NULL || PyList_Append(values, value) < 0) {
            Py_CLEAR(values);
        }
        Py_XDECREF(value);
    }
    if (values == NULL || !PyList_GET_SIZE(values)) {
        return values;
    }
    int64_t anew = random_bits(state, arguments[0], 1);
    if (anew > 0) {
        PyObject *value = made_anew(stock, arguments[0], arguments[1]);
        int64_t which = value == NULL ? -1 : random_bits(state, arguments[0], 16);
        if (which < 0) {
            Py_XDECREF(value);
            anew = -1;
        }
        else if (PyList_SetItem(values, which * count >> 16, value) < 0) {
            anew = -1;
        }
    }
    if (anew < 0) {
        Py_CLEAR(values);
    }
    return values;
}

/* One cut at a random place, and the other from there on. */
PyObject *
crossed(const State *state, PyObject *random, PyObject *one, PyObject *other)
{
    int64_t drawn = random_bits(state, random, 16);
    Py_ssize_t length = PyObject_Size(one), rest = PyObject_Size(other);
    if (drawn < 0 || length < 0 || rest < 0) {
        return NULL;
    }
    Py_ssize_t cut = drawn * (length + 1) >> 16;
    if (PyTuple_CheckExact(one) && PyTuple_CheckExact(other)) {
        Py_ssize_t total = cut < rest ? rest : cut;
        PyObject *items = PyTuple_New(total);
        for (Py_ssize_t index = 0; items != NULL && index < total; index++) {
            PyTuple_SET_ITEM(items, index, Py_NewRef(PyTuple_GET_ITEM(index < cut ? one : other, index)));
        }
        return items;
    }
    PyObject *head = PySequence_GetSlice(one, 0, cut);
    PyObject *tail = PySequence_GetSlice(other, cut < rest ? cut : rest, rest);
    PyObject *whole = head == NULL || tail == NULL ? NULL : PySequence_Concat(head, tail);
    Py_XDECREF(head);
    Py_XDECREF(tail);
    return whole;
}

static PyObject *
stock_mix(PyObject *self, PyObject *const *arguments, Py_ssize_t given)
{
    Stock *stock = (Stock *)self;
    State *state = PyType_GetModuleState(Py_TYPE(self));
    Py_ssize_t size, number;
    if (read_size(arguments, given, 2, &size) < 0) {
        return NULL;
    }
    int64_t drawn = random_bits(state, arguments[0], 3);
    if (drawn <= 0) {
        return drawn < 0 ? NULL : made_anew(stock, arguments[0], arguments[1]);
    }
    PyObject *shelf = shelf_for(stock, size, &number);
    int64_t both = shelf == NULL ? -1 : random_bits(state, arguments[0], 2 * PLACE_BITS);
    PyObject *one = both < 0 ? NULL : value_at(stock, shelf, number, both >> PLACE_BITS);
    PyObject *other = one == NULL ? NULL : value_at(stock, shelf, number, both & LAST_PLACE);
    PyObject *mixed = NULL;
    if (other != NULL) {
        mixed = stock->cross == NULL ? crossed(state, arguments[0], one, other)
                                     : PyObject_CallFunctionObjArgs(stock->cross, one, other, arguments[0], NULL);
    }
    Py_XDECREF(one);
    Py_XDECREF(other);
    return mixed;
}

static PyMethodDef stock_methods[] = {
    {"draw", (PyCFunction)(void (*)(void))stock_draw, METH_FASTCALL, "Return a value of at most about so many leaves."},
    {"draw_many", (PyCFunction)(void (*)(void))stock_draw_many, METH_FASTCALL, "Return so many such values."},
    {"mix", (PyCFunction)(void (*)(void))stock_mix, METH_FASTCALL, "Return a value crossed from two."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot stock_slots[] = {
    {Py_tp_doc, "Draws values from shelves."},
    {Py_tp_dealloc, stock_dealloc},
    {Py_tp_traverse, stock_traverse},
    {Py_tp_clear, stock_clear},
    {Py_tp_methods, stock_methods},
    {0, NULL},
};

PyType_Spec stock_spec = {
    .name = "fuzzwright_fast.Stock",
    .basicsize = sizeof(Stock),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = stock_slots,
};

/* make, cross or None, shelves, put_up, filled, empty, numbers. */
PyObject *
new_stock(PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    State *state = PyModule_GetState(module);
    if (given != 7 || !PyList_CheckExact(arguments[2]) || !PyBytes_CheckExact(arguments[6])
        || !PyBytes_GET_SIZE(arguments[6])) {
        PyErr_SetString(PyExc_TypeError, "new_stock takes what makes and crosses values, and shelves for them");
        return NULL;
    }
    Stock *stock = PyObject_GC_New(Stock, state->stock_type);
    if (stock != NULL) {
        stock->make = Py_NewRef(arguments[0]);
        stock->cross = arguments[1] == Py_None ? NULL : Py_NewRef(arguments[1]);
        stock->shelves = Py_NewRef(arguments[2]);
        stock->put_up = Py_NewRef(arguments[3]);
        stock->filled = Py_NewRef(arguments[4]);
        stock->empty = Py_NewRef(arguments[5]);
        stock->numbers = Py_NewRef(arguments[6]);
        PyObject_GC_Track(stock);
    }
    return (PyObject *)stock;
}

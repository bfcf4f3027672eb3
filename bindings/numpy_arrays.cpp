#include "numpy_arrays.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_20_API_VERSION
#include <numpy/arrayobject.h>

namespace memetik {

namespace {

std::optional<Doubles> doubles_with(nb::handle object, int flags) {
  if (!PyArray_Check(object.ptr())) return std::nullopt;
  auto* array = reinterpret_cast<PyArrayObject*>(object.ptr());
  if (PyArray_TYPE(array) != NPY_DOUBLE || !PyArray_CHKFLAGS(array, flags) || PyArray_ISBYTESWAPPED(array))
    return std::nullopt;
  const auto dimensions = static_cast<std::size_t>(PyArray_NDIM(array));
  return Doubles{static_cast<double*>(PyArray_DATA(array)), {PyArray_DIMS(array), dimensions}};
}

}  // namespace

void import_numpy() {
  if (PyArray_ImportNumPyAPI() < 0) throw nb::python_error();
}

std::optional<Doubles> doubles_of(nb::handle array) { return doubles_with(array, NPY_ARRAY_CARRAY_RO); }

std::optional<Doubles> writable_doubles_of(nb::handle array) { return doubles_with(array, NPY_ARRAY_CARRAY); }

nb::object new_array(std::span<const Py_ssize_t> shape) {
  PyObject* array = PyArray_SimpleNew(static_cast<int>(shape.size()), shape.data(), NPY_DOUBLE);
  if (!array) throw nb::python_error();
  return nb::steal(array);
}

}  // namespace memetik

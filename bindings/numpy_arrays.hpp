// Arrays of numpy through numpy's own C interface. nanobind's conversions, which accept arrays of any
// library, take 0.2 us for each array: longer than the kinematics of an arm.
#pragma once

#include <optional>
#include <span>

#include "bindings.hpp"

namespace memetik {

// Must be called once, before the functions below.
void import_numpy();

// The numbers of a numpy array, and its shape.
struct Doubles {
  double* data;
  std::span<const Py_ssize_t> shape;
};
// None if the array needs conversion: if it is no array, not of type float64, not contiguous, not aligned, or
// of another byte order.
std::optional<Doubles> doubles_of(nb::handle array);
// The same, but the array must also be writable.
std::optional<Doubles> writable_doubles_of(nb::handle array);

// A new array, which owns its memory; its values are not set.
nb::object new_array(std::span<const Py_ssize_t> shape);

}  // namespace memetik

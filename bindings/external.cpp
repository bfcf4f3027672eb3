// Goals that are functions of the user: Python callables, and the addresses of compiled ones.
#include "external.hpp"

#include <nanobind/stl/string.h>

#include <cstring>
#include <memory>

namespace memetik {

namespace {

// A new array of the user's own: it may be kept, or written to.
nb::object copy_array(const double* values, std::initializer_list<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  double* data = new double[size + 1];
  std::memcpy(data, values, size * sizeof(double));
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double>(data, shape, owner));
}

// What the user returned, as n x width numbers.
void read_result(const nb::object& result, const std::string& name, const char* what, std::size_t n,
                 std::size_t width, double* out) {
  nb::ndarray<const double, nb::c_contig, nb::device::cpu> array;
  if (!nb::try_cast(result, array) || array.size() != n * width) {
    const std::string message = "goal '" + name + "': the " + what + " must be a float64 array of " +
                                std::to_string(n) + " x " + std::to_string(width) + " numbers";
    throw nb::value_error(message.c_str());
  }
  std::memcpy(out, array.data(), n * width * sizeof(double));
}

}  // namespace

void call_python(std::int64_t n, const double* poses, const double* q, double* residuals, double* jacobian,
                 void* user) {
  const nb::gil_scoped_acquire acquired;
  const PythonGoal& goal = *static_cast<PythonGoal*>(user);
  const auto count = static_cast<std::size_t>(n);
  const nb::object pose_array = copy_array(poses, {count, goal.links, 4, 4});
  const nb::object value_array = copy_array(q, {count, goal.variables});
  read_result(goal.function(pose_array, value_array), goal.name, "residuals", count, goal.rows, residuals);
  if (jacobian)
    read_result(goal.derivative(pose_array, value_array), goal.name, "derivatives", count,
                goal.rows * (6 * goal.links + goal.variables), jacobian);
}

}  // namespace memetik

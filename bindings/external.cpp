// Goals defined by the user's Python functions.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "arguments.hpp"
#include "call_limit.hpp"

namespace memetik {

namespace {

// Copies values into a new array, which the user's function may keep or change.
nb::object copy_array(const double* values, std::initializer_list<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  double* data = new double[size + 1];
  std::copy_n(values, size, data);  // unlike memcpy, allows size 0 from a null pointer
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, double>(data, shape, owner));
}

[[noreturn]] void raise_goal_error(const std::string& message) {
  const nb::object type = nb::module_::import_("memetik.errors").attr("GoalError");
  PyErr_SetString(type.ptr(), message.c_str());
  throw nb::python_error();
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t n : shape) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

// Describes a wrong result: type and shape of an array, or the type's name of another object.
std::string type_text(const nb::object& result) {
  const auto text = [](const nb::object& object) { return nb::cast<std::string>(nb::str(object)); };
  if (nb::hasattr(result, "dtype") && nb::hasattr(result, "shape"))
    return text(result.attr("dtype")) + " of shape " + text(result.attr("shape"));
  return text(result.type().attr("__name__"));
}

// Copies the user's result, which must be an array of this shape.
void read_result(const nb::object& result, const std::string& name, const char* what,
                 const std::vector<std::size_t>& shape, double* out) {
  Numbers array;
  bool fits = nb::try_cast(result, array) && array.ndim() == shape.size();
  for (std::size_t i = 0; fits && i < shape.size(); ++i) fits = array.shape(i) == shape[i];
  if (!fits)
    raise_goal_error("goal '" + name + "': its " + what + " must be a float64 array of shape " +
                     shape_text(shape) + ": evaluations, `rows`" +
                     (shape.size() > 2 ? ", 6 times the links plus the variables" : "") + "; got " +
                     type_text(result));
  std::memcpy(out, array.data(), array.size() * sizeof(double));
}

// Calls the user's function. Its exceptions propagate with a note that names the goal (Python before 3.11 has
// no notes).
nb::object result_of(const nb::object& function, const PythonGoal& goal, const nb::object& poses,
                     const nb::object& q) {
  try {
    return function(poses, q);
  } catch (nb::python_error& error) {
    const nb::handle exception = error.value();
    if (nb::hasattr(exception, "add_note"))
      exception.attr("add_note")("raised by the function of goal '" + goal.name + "'");
    throw;
  }
}

}  // namespace

void call_python(std::int64_t n, const double* poses, const double* q, double* residuals, double* jacobian,
                 void* user) {
  const nb::gil_scoped_acquire acquired;
  if (PyErr_Occurred()) throw nb::python_error();  // after an interrupt Python must not be called
  CallLimit::end_search_if_passed();
  const PythonGoal& goal = *static_cast<PythonGoal*>(user);
  const auto count = static_cast<std::size_t>(n);
  const nb::object pose_array = copy_array(poses, {count, goal.links, 4, 4});
  const nb::object value_array = copy_array(q, {count, goal.variables});
  read_result(result_of(goal.function, goal, pose_array, value_array), goal.name, "residuals",
              {count, goal.rows}, residuals);
  if (jacobian)
    read_result(result_of(goal.derivative, goal, pose_array, value_array), goal.name, "derivatives",
                {count, goal.rows, 6 * goal.links + goal.variables}, jacobian);
  CallLimit::call_ended();
}

}  // namespace memetik

// A Python callable as an external goal of the core.
#pragma once

#include <cstdint>
#include <string>

#include "bindings.hpp"

namespace memetik {

struct PythonGoal {
  nb::object function, derivative;  // derivative may be None
  std::size_t links, variables, rows;
  std::string name;

  template <class Visit>
  void visit_objects(Visit visit) const {
    visit(function);
    visit(derivative);
  }
  void drop_callbacks() { function = derivative = nb::none(); }
};

// The ExternalFunction of a PythonGoal, which is passed as `user`. Exceptions of the user's function
// propagate.
void call_python(std::int64_t n, const double* poses, const double* q, double* residuals, double* jacobian,
                 void* user);

}  // namespace memetik

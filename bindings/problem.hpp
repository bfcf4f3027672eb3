// A problem, and the Python objects that it keeps alive.
#pragma once

#include <vector>

#include "external.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/objective/problem.hpp"

namespace memetik {

struct NativeProblem {
  NativeProblem(const Tree& tree, std::vector<Goal> goals, const std::vector<nb::object>& functions,
                const std::vector<bool>& movable);

  template <class Visit>
  void visit_objects(Visit visit) const {
    for (const nb::object& function : kept_functions) visit(function);
  }
  void drop_callbacks() {}  // every PythonGoal drops its own functions

  std::vector<nb::object> kept_functions;
  Problem problem;

 private:
  static std::vector<nb::object> connect(std::vector<Goal>& goals, const std::vector<nb::object>& functions);
};

}  // namespace memetik

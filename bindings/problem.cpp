// Goals and problems: records in, values, derivatives and errors out.
#include "memetik/objective/problem.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "bindings.hpp"
#include "memetik/objective/objective.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

void set_offset(Goal& goal, const Vector& m) {
  require(m.size() == 16, "offset has the wrong size");
  const double* v = m.data();
  goal.offset = {{v[0], v[4], v[8]}, {v[1], v[5], v[9]}, {v[2], v[6], v[10]}, {v[3], v[7], v[11]}};
}

}  // namespace

void bind_problem(nb::module_& m) {
  nb::class_<Goal>(m, "Goal", "The record of a goal: names turned into indices, numbers into arrays.")
      .def(nb::init<>())
      .def_prop_rw(
          "kind", [](const Goal& g) { return static_cast<int>(g.kind); },
          [](Goal& g, int kind) { g.kind = static_cast<GoalKind>(kind); })
      .def_rw("primary", &Goal::primary)
      .def_rw("links", &Goal::links)
      .def_rw("frame", &Goal::frame)
      .def_rw("by_axis", &Goal::by_axis)
      .def_rw("weight", &Goal::weight)
      .def_rw("rotation_scale", &Goal::rotation_scale)
      .def_rw("axes", &Goal::axes)
      .def_rw("tolerance", &Goal::tolerance)
      .def_rw("variables", &Goal::variables)
      .def_rw("variable_weights", &Goal::variable_weights)
      .def_rw("target", &Goal::target)
      .def("set_offset", &set_offset, "offset"_a);
  nb::class_<Problem>(m, "Problem")
      .def(
          "__init__",
          [](Problem* self, const Tree& tree, const std::vector<Goal>& goals) {
            new (self) Problem(tree, goals);
          },
          "tree"_a, "goals"_a, nb::keep_alive<1, 2>());
}

}  // namespace memetik

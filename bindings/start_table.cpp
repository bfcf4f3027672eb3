#include "memetik/search/start_table.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "interrupt.hpp"
#include "problem.hpp"

namespace memetik {

using namespace nb::literals;

void bind_start_table(nb::module_& m) {
  nb::class_<StartTable>(m, "StartTable",
                         "Starts for poses of a serial chain's end link, see Robot.build_start_table.")
      .def(
          "__init__",
          [](StartTable* self, const Tree& tree, int link) {
            check_link(tree, link);
            {
              const nb::gil_scoped_release released;
              new (self)
                  StartTable(tree, link, {}, Stop(Stop::Clock::time_point::max(), nullptr, interrupted));
            }
            if (!PyErr_Occurred()) return;
            self->~StartTable();
            throw nb::python_error();  // the user's interrupt
          },
          "tree"_a, "link"_a, nb::keep_alive<1, 2>())
      .def(
          "serves",
          [](const StartTable& table, const NativeProblem& p) { return table.goal_of(p.problem) != nullptr; },
          "problem"_a,
          "Return whether the problem has a pose goal for this table's link and may move all joints of its "
          "chain.")
      .def_prop_ro("bytes", &StartTable::bytes)
      .def("__repr__", [](const StartTable& table) {
        return "<StartTable of " + std::to_string(table.bytes() / 1000) + " kB>";
      });
}

}  // namespace memetik

// Problems: compile goals and compute their values, derivatives and errors.
#include "problem.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <tuple>

#include "garbage.hpp"
#include "memetik/objective/kernel.hpp"
#include "memetik/objective/objective.hpp"
#include "memetik/search/reach_bound.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// Calls f(objective, q, i) for every configuration.
template <class F>
void for_each_row(const NativeProblem& native, const Vector& parameters, const Matrix& q, F f) {
  const Problem& problem = native.problem;
  check_rows(problem.tree(), q);
  require(parameters.shape(0) == problem.parameters().size(), "parameters have the wrong size");
  const nb::gil_scoped_release released;
  Objective<double> objective(problem, false, AggregateRows::largest);
  objective.set_parameters({parameters.data(), parameters.shape(0)});
  for (std::size_t i = 0; i < q.shape(0); ++i) f(objective, q.data() + i * q.shape(1), i);
}

void costs(const NativeProblem& native, const Vector& parameters, const Matrix& q, const Output& out) {
  require(out.size() == q.shape(0), "out has the wrong size");
  for_each_row(native, parameters, q, [&](Objective<double>& objective, const double* row, std::size_t i) {
    objective.evaluate(row, Scope::all);
    out.data()[i] = objective.cost();
  });
}

void residuals(const NativeProblem& native, const Vector& parameters, const Matrix& q, const Output& out) {
  const auto rows = static_cast<std::size_t>(native.problem.rows());
  require(out.size() == q.shape(0) * rows, "out has the wrong size");
  for_each_row(native, parameters, q, [&](Objective<double>& objective, const double* row, std::size_t i) {
    objective.evaluate(row, Scope::all);
    std::memcpy(out.data() + i * rows, objective.residuals(), rows * sizeof(double));
  });
}

void gradients(const NativeProblem& native, const Vector& parameters, const Matrix& q, const Output& out) {
  require(out.size() == q.size(), "out has the wrong size");
  for_each_row(native, parameters, q, [&](Objective<double>& objective, const double* row, std::size_t i) {
    objective.linearize(row, Scope::all);
    double* gradient = out.data() + i * q.shape(1);
    std::fill_n(gradient, q.shape(1), 0.0);
    const auto active = native.problem.active();
    for (std::size_t c = 0; c < active.size(); ++c) gradient[active[c]] = 2 * objective.gradient()[c];
  });
}

void jacobians(const NativeProblem& native, const Vector& parameters, const Matrix& q, const Output& out) {
  const auto rows = static_cast<std::size_t>(native.problem.rows()), dof = q.shape(1);
  require(out.size() == q.shape(0) * rows * dof, "out has the wrong size");
  for_each_row(native, parameters, q, [&](Objective<double>& objective, const double* row, std::size_t i) {
    objective.linearize(row, Scope::all);
    double* jacobian = out.data() + i * rows * dof;
    std::fill_n(jacobian, rows * dof, 0.0);
    const auto active = native.problem.active();
    for (std::size_t c = 0; c < active.size(); ++c)
      for (std::size_t k = 0; k < rows; ++k)
        jacobian[k * dof + static_cast<std::size_t>(active[c])] = objective.column(static_cast<int>(c))[k];
  });
}

// Computes residuals and Jacobians as searches do, one configuration per lane.
void linearize_lanes(const NativeProblem& native, const Matrix& parameters, const Matrix& q,
                     const Output& residuals_out, const Output& jacobians_out) {
  const Problem& problem = native.problem;
  const auto rows = static_cast<std::size_t>(problem.rows()), dof = q.shape(1);
  check_rows(problem.tree(), q);
  require(parameters.shape(0) == q.shape(0) && parameters.shape(1) == problem.parameters().size(),
          "parameters have the wrong size");
  require(residuals_out.size() == q.shape(0) * rows && jacobians_out.size() == q.shape(0) * rows * dof,
          "out has the wrong size");
  const nb::gil_scoped_release released;
  Objective<Pack> objective(problem);
  std::vector<Pack> packed(dof);
  for (std::size_t first = 0; first < q.shape(0); first += pack_lanes) {
    const auto row_of = [&](int lane) {
      return std::min(first + static_cast<std::size_t>(lane), q.shape(0) - 1);
    };
    for (int lane = 0; lane < pack_lanes; ++lane) {
      objective.set_lane_parameters(
          lane, {parameters.data() + row_of(lane) * parameters.shape(1), parameters.shape(1)});
      for (std::size_t i = 0; i < dof; ++i) set_lane(packed[i], lane, q.data()[row_of(lane) * dof + i]);
    }
    objective.linearize(packed.data(), Scope::all);
    for (int lane = 0; lane < pack_lanes; ++lane) {
      double* residual = residuals_out.data() + row_of(lane) * rows;
      double* jacobian = jacobians_out.data() + row_of(lane) * rows * dof;
      std::fill_n(jacobian, rows * dof, 0.0);
      for (std::size_t k = 0; k < rows; ++k) {
        residual[k] = objective.residuals()[k][lane];
        for (std::size_t c = 0; c < problem.active().size(); ++c)
          jacobian[k * dof + static_cast<std::size_t>(problem.active()[c])] =
              objective.column(static_cast<int>(c))[k][lane];
      }
    }
  }
}

void measure(const NativeProblem& native, const Vector& parameters, const Matrix& q, const Output& errors,
             const Flags& accepted) {
  std::size_t count = 0;
  for (const Goal& goal : native.problem.goals())
    count += static_cast<std::size_t>(goal.kernel->error_count(goal));
  require(errors.size() == q.shape(0) * count && accepted.size() == q.shape(0), "out has the wrong size");
  for_each_row(native, parameters, q, [&](Objective<double>& objective, const double* row, std::size_t i) {
    objective.measure(row, errors.data() + i * count);
    accepted.data()[i] = objective.accepted();
  });
}

// Goals whose targets are provably out of reach: index, distance [m], and whether the target is too near.
std::vector<std::tuple<int, double, bool>> beyond_reach(const NativeProblem& native,
                                                        const Vector& parameters) {
  require(parameters.shape(0) == native.problem.parameters().size(), "parameters have the wrong size");
  std::vector<std::tuple<int, double, bool>> found;
  for (const auto& [goal, distance, too_near] :
       ReachBound(native.problem).excesses({parameters.data(), parameters.shape(0)}))
    found.emplace_back(goal, distance, too_near);
  return found;
}

std::vector<std::pair<int, int>> row_ranges(const Problem& problem) {
  std::vector<std::pair<int, int>> ranges;
  for (const Goal& goal : problem.goals()) ranges.emplace_back(goal.row, goal.row + goal.rows);
  return ranges;
}

}  // namespace

NativeProblem::NativeProblem(const Tree& tree, std::vector<Goal> goals,
                             const std::vector<nb::object>& functions, const std::vector<bool>& movable)
    : kept_functions(connect(goals, functions)), problem(tree, std::move(goals), movable) {}

// Sets the functions of external goals: each is a PythonGoal or the address of a compiled function.
std::vector<nb::object> NativeProblem::connect(std::vector<Goal>& goals,
                                               const std::vector<nb::object>& functions) {
  require(functions.size() == goals.size(), "expected one function or None per goal");
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (functions[i].is_none()) continue;
    PythonGoal* python = nullptr;
    if (nb::try_cast(functions[i], python)) {
      goals[i].function = call_python;
      goals[i].user = python;
      goals[i].on_calling_thread = true;
    } else {
      goals[i].function = reinterpret_cast<ExternalFunction>(nb::cast<std::uintptr_t>(functions[i]));
    }
  }
  return functions;
}

void bind_problem(nb::module_& m) {
  nb::class_<PythonGoal>(m, "PythonGoal", nb::type_slots(gc_slots<PythonGoal>))
      .def(
          "__init__",
          [](PythonGoal* self, nb::object function, nb::object derivative, std::size_t links,
             std::size_t variables, std::size_t rows, std::string name) {
            new (self) PythonGoal{std::move(function), std::move(derivative), links, variables, rows,
                                  std::move(name)};
          },
          "function"_a, "derivative"_a.none(), "links"_a, "variables"_a, "rows"_a, "name"_a);
  nb::class_<NativeProblem>(m, "Problem", nb::type_slots(gc_slots<NativeProblem>),
                            "A robot and its goals, compiled.")
      .def(nb::init<const Tree&, std::vector<Goal>, std::vector<nb::object>, std::vector<bool>>(), "tree"_a,
           "goals"_a, "functions"_a, "movable"_a, nb::keep_alive<1, 2>())
      .def_prop_ro("rows", [](const NativeProblem& p) { return row_ranges(p.problem); })
      .def_prop_ro("target_parameters",
                   [](const NativeProblem& p) {
                     std::vector<std::pair<int, int>> ranges;
                     for (const Goal& goal : p.problem.goals())
                       ranges.emplace_back(goal.parameter + 1, goal.parameter + goal.parameter_count);
                     return ranges;
                   })
      .def_prop_ro("active",
                   [](const NativeProblem& p) {
                     return std::vector<int>(p.problem.active().begin(), p.problem.active().end());
                   })
      .def_prop_ro("parameters",
                   [](const NativeProblem& p) {
                     return std::vector<double>(p.problem.parameters().begin(), p.problem.parameters().end());
                   })
      .def("costs", &costs, "parameters"_a, "q"_a, "out"_a)
      .def("residuals", &residuals, "parameters"_a, "q"_a, "out"_a)
      .def("gradients", &gradients, "parameters"_a, "q"_a, "out"_a)
      .def("jacobians", &jacobians, "parameters"_a, "q"_a, "out"_a)
      .def("linearize_lanes", &linearize_lanes, "parameters"_a, "q"_a, "residuals"_a, "jacobians"_a)
      .def("measure", &measure, "parameters"_a, "q"_a, "errors"_a, "accepted"_a)
      .def("beyond_reach", &beyond_reach, "parameters"_a);
}

}  // namespace memetik

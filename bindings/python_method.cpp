// Methods written in Python. They evaluate the functions of a query; this file verifies their solutions.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "arguments.hpp"
#include "memetik/objective/objective.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/verifier.hpp"
#include "methods.hpp"
#include "solution.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

// Thrown to end a method when it has found a solution or its budget is used up.
struct SearchOver : std::exception {
  const char* what() const noexcept override { return "the search is over"; }
};

// The search of one query. Every evaluation is counted, is kept if it is the best so far, and ends the search
// if it is a solution or the budget is used up.
class NativeSearch {
 public:
  NativeSearch(const EngineContext& context, Verifier& verifier, Objective<double>& objective,
               const Query& query, Solution& solution, Stop& stop)
      : context_(&context),
        verifier_(&verifier),
        objective_(&objective),
        query_(&query),
        solution_(&solution),
        stop_(&stop) {
    objective.set_parameters(query.parameters);
  }

  bool over() const { return over_; }

  double cost(const Vector& q) {
    begin(q);
    objective_->evaluate(q_.data(), Scope::primary);
    const double cost = objective_->cost();
    end();
    return cost;
  }

  std::pair<double, NewArray> gradient(const Vector& q) {
    begin(q);
    objective_->linearize(q_.data(), Scope::primary);
    const double cost = objective_->cost();
    std::vector<double> slopes(q_.size(), 0.0);
    for (std::size_t c = 0; c < active().size(); ++c)
      slopes[static_cast<std::size_t>(active()[c])] = 2 * objective_->gradient()[c];
    end();
    return {cost, to_array(slopes)};
  }

  // Returns the residuals of all goals and the transposed Jacobian, one row per active variable.
  std::pair<NewArray, NewArray> linearize(const Vector& q) {
    begin(q);
    objective_->linearize(q_.data(), Scope::all);
    const int rows = context_->problem.rows();
    const std::vector<double> residuals(objective_->residuals(), objective_->residuals() + rows);
    std::vector<double> columns;
    for (int c = 0; c < static_cast<int>(active().size()); ++c) {
      std::vector<double> column(static_cast<std::size_t>(rows), 0.0);
      for (const RowRange& range : context_->problem.support(c))
        std::copy(objective_->column(c) + range.first, objective_->column(c) + range.last,
                  column.begin() + range.first);
      columns.insert(columns.end(), column.begin(), column.end());
    }
    end();
    return {to_array(residuals), to_array(columns)};
  }

  NewArray sample(std::uint64_t number) const {
    std::vector<double> q(query_->start.begin(), query_->start.end());
    const RandomStream random = RandomStream(query_->options.random_seed).branch(number);
    context_->sources.sampler.sample(random, *query_, q.data());
    return to_array(q);
  }

  NewArray bound(bool upper) const {
    std::vector<double> bounds;
    for (const int v : active()) {
      const Interval interval = interval_of(context_->problem.tree(), *query_, static_cast<std::size_t>(v));
      bounds.push_back(upper ? interval.upper : interval.lower);
    }
    return to_array(bounds);
  }

  // The search interval of each active variable, which is finite even if its bounds are not.
  NewArray sampled_bound(bool upper) const {
    std::vector<double> bounds;
    for (std::size_t c = 0; c < active().size(); ++c) {
      const Interval interval = context_->sources.sampler.interval(c, *query_);
      bounds.push_back(upper ? interval.upper : interval.lower);
    }
    return to_array(bounds);
  }

  void count_starts(int starts) { solution_->starts = starts; }
  void count_generations(std::int64_t generations) { solution_->generations = generations; }

  // Counts evaluations that the method has spent in other solvers.
  void spend(std::int64_t evaluations) { solution_->evaluations += std::max<std::int64_t>(evaluations, 0); }
  std::int64_t evaluations_left() const {
    return std::max<std::int64_t>(query_->options.max_evaluations - solution_->evaluations, 0);
  }
  // Time until the timeout [s]; infinite without a timeout.
  double time_left() const {
    if (stop_->deadline() == Stop::Clock::time_point::max()) return HUGE_VAL;
    return std::max(std::chrono::duration<double>(stop_->deadline() - Stop::Clock::now()).count(), 0.0);
  }

  const Query& query() const { return *query_; }
  std::span<const int> active() const { return context_->problem.active(); }

 private:
  void begin(const Vector& q) {
    if (over_) throw SearchOver();
    if (q.size() != query_->start.size() || !all_usable(q.data(), q.size()))
      throw nb::value_error("a search evaluates configurations (dof,) of finite numbers");
    if (stop_->requested() || solution_->evaluations >= query_->options.max_evaluations) end_search();
    q_.assign(query_->start.begin(), query_->start.end());
    for (const int v : active()) q_[static_cast<std::size_t>(v)] = q.data()[v];
    clip(context_->problem.tree(), *query_, q_);
    ++solution_->evaluations;
  }

  void end() {
    if (PyErr_Occurred()) throw nb::python_error();  // raised by a goal written in Python
    const double primary = objective_->cost() - objective_->secondary_cost();
    if (!objective_->accepted() && !(primary < solution_->cost)) return;
    verifier_->offer(*query_, *solution_, q_, {.stage = Stage::search});
    if (PyErr_Occurred()) throw nb::python_error();
    if (solution_->status == Status::solved) end_search();
  }

  [[noreturn]] void end_search() {
    over_ = true;
    if (PyErr_Occurred()) throw nb::python_error();  // the user's interrupt
    throw SearchOver();
  }

  const EngineContext* context_;
  Verifier* verifier_;
  Objective<double>* objective_;
  const Query* query_;
  Solution* solution_;
  Stop* stop_;
  std::vector<double> q_;
  bool over_ = false;
};

class PythonEngine final : public Engine {
 public:
  // Borrows the function: the engine's owner also holds its factory, which owns the function.
  PythonEngine(const EngineContext& context, nb::handle function)
      : context_(context),
        function_(function),
        verifier_(context.problem),
        objective_(context.problem, false, AggregateRows::largest) {}

  void solve(const Query& query, Solution& solution, Stop& stop, int) override {
    const nb::gil_scoped_acquire acquired;
    stop.read_clock_every(1);
    begin_at_start(query, solution);
    verifier_.begin(query, solution, false);
    solution.evaluations = 1;
    if (solution.status != Status::solved && !PyErr_Occurred()) search(query, solution, stop);
    if (PyErr_Occurred()) return;
    solution.stopped_by = solution.status == Status::solved ? StoppedBy::solved : stopped_by(stop);
    if (solution.status == Status::solved) return verifier_.descend_secondary(query, solution, stop);
    if (solution.status == Status::approximate && context_.sources.bound.excludes(query.parameters))
      solution.status = Status::unreachable;
    verifier_.conclude(query, solution, stop);
  }

 private:
  void search(const Query& query, Solution& solution, Stop& stop) {
    NativeSearch search(context_, verifier_, objective_, query, solution, stop);
    try {
      function_(nb::cast(&search, nb::rv_policy::reference));
    } catch (nb::python_error& error) {
      // libraries may convert SearchOver to their own exceptions
      if (!search.over() || !error.matches(PyExc_Exception)) error.restore();
    }
  }

  EngineContext context_;
  nb::handle function_;
  Verifier verifier_;
  Objective<double> objective_;
};

}  // namespace

void bind_python_method(nb::module_& m) {
  nb::exception<SearchOver>(m, "SearchOver", PyExc_RuntimeError);
  nb::class_<NativeSearch>(m, "Search")
      .def_prop_ro(
          "start",
          [](const NativeSearch& s) { return to_array({s.query().start.begin(), s.query().start.end()}); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "parameters",
          [](const NativeSearch& s) {
            return to_array({s.query().parameters.begin(), s.query().parameters.end()});
          },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "lower", [](const NativeSearch& s) { return s.bound(false); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "upper", [](const NativeSearch& s) { return s.bound(true); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "sampled_lower", [](const NativeSearch& s) { return s.sampled_bound(false); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "sampled_upper", [](const NativeSearch& s) { return s.sampled_bound(true); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "active",
          [](const NativeSearch& s) { return std::vector<int>(s.active().begin(), s.active().end()); })
      .def_prop_ro("random_seed", [](const NativeSearch& s) { return s.query().options.random_seed; })
      .def_prop_ro("max_evaluations", [](const NativeSearch& s) { return s.query().options.max_evaluations; })
      .def_prop_ro(
          "max_change",
          [](const NativeSearch& s) {
            return to_array({s.query().max_change.begin(), s.query().max_change.end()});
          },
          nb::rv_policy::automatic)
      .def_prop_ro("evaluations_left", &NativeSearch::evaluations_left)
      .def_prop_ro("time_left", &NativeSearch::time_left)
      .def("spend", &NativeSearch::spend, "evaluations"_a)
      .def("sample", &NativeSearch::sample, "number"_a)
      .def("cost", &NativeSearch::cost, "q"_a)
      .def("gradient", &NativeSearch::gradient, "q"_a)
      .def("linearize", &NativeSearch::linearize, "q"_a)
      .def("count_starts", &NativeSearch::count_starts, "starts"_a)
      .def("count_generations", &NativeSearch::count_generations, "generations"_a);
  m.def(
      "python_method",
      [](nb::object function) {
        const nb::handle borrowed = function;
        return NativeEngineFactory{{.make =
                                        [=](const EngineContext& context) {
                                          return std::make_unique<PythonEngine>(context, borrowed);
                                        },
                                    .on_calling_thread = true},
                                   std::move(function)};
      },
      "function"_a);
}

}  // namespace memetik

// The solver: arguments are read and checked here at full speed; what is refused here, Python explains.
#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/objective/past.hpp"
#include "memetik/runtime/trace.hpp"
#include "memetik/search/batch.hpp"
#include "problem.hpp"

namespace memetik {

namespace {

using namespace nb::literals;
bool interrupted() {
  const nb::gil_scoped_acquire acquired;
  return PyErr_CheckSignals() != 0;
}

using NewArray = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

NewArray to_array(const std::vector<double>& values) {
  double* data = new double[values.size() + 1];
  std::copy(values.begin(), values.end(), data);
  const nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return NewArray(data, {values.size()}, owner);
}

constexpr std::int64_t largest_budget = std::int64_t{1} << 62;

struct Busy : std::exception {
  const char* what() const noexcept override { return "this solver is at work in another thread"; }
};

struct NativeSolution {
  Answer answer;
  std::vector<double> parameters;
  double seconds = 0;
  std::vector<TraceEntry> trace;
  std::vector<double> gaps;
};

// What the user says of configurations that meet all goals.
class PythonReferee final : public Referee {
 public:
  explicit PythonReferee(nb::object function) : function_(std::move(function)) {}
  bool given() const { return !function_.is_none(); }

  bool takes(const Query&, std::vector<double>& q, std::int64_t&) override {
    const nb::gil_scoped_acquire acquired;
    if (PyErr_Occurred()) return false;  // an interrupt, after which nothing of Python's may be called
    const int verdict = PyObject_IsTrue(function_(to_array(q)).ptr());
    if (verdict < 0) throw nb::python_error();
    return verdict == 1;
  }

 private:
  nb::object function_;
};

class NativeSolver {
 public:
  NativeSolver(const NativeProblem& problem, std::vector<nb::str> names, const LadderOptions& options,
               int threads, std::int64_t max_evaluations, const std::vector<double>& neutral,
               const StartTable* table, nb::object valid, bool near_start)
      : problem_(&problem.problem),
        names_(std::move(names)),
        options_(options),
        threads_(threads),
        max_evaluations_(max_evaluations),
        neutral_(neutral),
        sources_(*problem_, table),
        past_(*problem_),
        referee_(std::move(valid)),
        near_start_(near_start),
        start_(neutral) {
    ladders_.push_back(std::make_unique<Ladder>(*problem_, sources_, options_));
  }

  std::unique_ptr<NativeSolution> solve(nb::handle start, nb::handle targets, nb::handle weights,
                                        nb::handle timeout, nb::handle max_evaluations,
                                        nb::handle random_seed, nb::handle history, nb::handle dt,
                                        nb::handle max_change, nb::handle trace);
  std::vector<std::unique_ptr<NativeSolution>> solve_all(nb::handle start, nb::handle targets,
                                                         nb::handle weights, nb::handle timeout,
                                                         nb::handle max_evaluations, nb::handle random_seed,
                                                         nb::handle max_change, std::size_t max_solutions);
  double solve_batch(const std::vector<std::pair<int, Numbers>>& targets, nb::handle start, nb::handle starts,
                     nb::handle weights, nb::handle timeout, nb::handle max_evaluations,
                     nb::handle random_seed, nb::handle max_change, const Output& q, const Output& cost,
                     const Bytes& status, const Bytes& stage, const Counts& evaluations);
  void cancel() { cancelled_ = true; }

 private:
  // Marks the solver as busy for as long as it lives.
  struct Turn {
    explicit Turn(NativeSolver& solver) : solver(solver) {
      if (solver.busy_.exchange(true)) throw Busy();
      solver.cancelled_ = false;
    }
    ~Turn() { solver.busy_ = false; }
    NativeSolver& solver;
  };

  std::size_t goal_index(nb::handle name) const;
  // False: none is given, neither a start nor a past that ends at one; start_ is the neutral posture.
  bool read_start(nb::handle start, std::span<const double> past = {});
  void read_target(std::size_t goal, nb::handle value);
  void read_targets(nb::handle targets);
  void read_weights(nb::handle weights);
  struct History {
    Numbers rows;
    std::span<const double> values;  // of the rows, the newest last
    double dt = 1;
  };
  History read_history(nb::handle history, nb::handle dt) const;
  std::span<const double> read_max_change(nb::handle max_change);
  std::int64_t read_budget(nb::handle max_evaluations) const;
  Query read_query(nb::handle start, nb::handle targets, nb::handle weights, nb::handle max_evaluations,
                   nb::handle random_seed, nb::handle max_change, const History& past);
  Stop make_stop(nb::handle timeout);

  const Problem* problem_;
  std::vector<nb::str> names_;
  LadderOptions options_;
  int threads_;
  std::int64_t max_evaluations_;
  std::vector<double> neutral_;
  StartSources sources_;
  Past past_;
  PythonReferee referee_;
  bool near_start_;                               // where to look after it has rejected something
  std::vector<std::unique_ptr<Ladder>> ladders_;  // one per thread, the first from the beginning
  std::vector<double> start_, parameters_, max_change_;
  std::atomic<bool> busy_ = false, cancelled_ = false;
};

std::size_t NativeSolver::goal_index(nb::handle name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].is(name)) return i;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i].equal(name)) return i;
  throw RefusedArgument();
}

bool NativeSolver::read_start(nb::handle start, std::span<const double> past) {
  if (start.is_none()) {
    const auto last = past.empty() ? std::span<const double>(neutral_) : past.last(start_.size());
    std::copy(last.begin(), last.end(), start_.begin());
    if (!past.empty()) clip(problem_->tree(), start_);
    return !past.empty();
  }
  Numbers array;
  accept_if(nb::try_cast(start, array) && array.ndim() == 1 && array.shape(0) == start_.size() &&
            all_usable(array.data(), array.size()));
  std::copy_n(array.data(), start_.size(), start_.begin());
  clip(problem_->tree(), start_);
  return true;
}

void NativeSolver::read_target(std::size_t index, nb::handle value) {
  const Goal& goal = problem_->goals()[index];
  Numbers array;
  const bool is_matrix = goal.kernel->target_kind == TargetKind::pose;
  accept_if(goal.smooths == 0 && nb::try_cast(value, array) && array.ndim() == (is_matrix ? 2 : 1) &&
            array.size() == goal.target.size() && array.size() > 0 && is_target(goal, array.data()));
  set_target(goal, array.data(), parameters_.data() + goal.parameter);
}

void NativeSolver::read_targets(nb::handle targets) {
  if (targets.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(targets));
  for (const auto [name, value] : nb::borrow<nb::dict>(targets)) read_target(goal_index(name), value);
}

void NativeSolver::read_weights(nb::handle weights) {
  if (weights.is_none()) return;
  accept_if(nb::isinstance<nb::dict>(weights));
  for (const auto [name, value] : nb::borrow<nb::dict>(weights)) {
    const Goal& goal = problem_->goals()[goal_index(name)];
    double weight;
    accept_if(nb::try_cast(value, weight) && weight >= 0 && weight <= 1e12);
    set_weight(weight, parameters_.data() + goal.parameter);
  }
}

NativeSolver::History NativeSolver::read_history(nb::handle history, nb::handle dt) const {
  History past;
  accept_if(!PyBool_Check(dt.ptr()) && nb::try_cast(dt, past.dt) && past.dt >= 1e-6 && past.dt <= 1e6);
  if (history.is_none()) return past;
  accept_if(nb::try_cast(history, past.rows) && past.rows.ndim() == 2 &&
            past.rows.shape(1) == start_.size() && past.rows.shape(0) > 0 &&
            all_usable(past.rows.data(), past.rows.size()));
  past.values = {past.rows.data(), past.rows.size()};
  return past;
}

// One number for all variables, or one for each.
std::span<const double> NativeSolver::read_max_change(nb::handle max_change) {
  if (max_change.is_none()) return {};
  double most;
  Numbers array;
  if (PyFloat_CheckExact(max_change.ptr()) || PyLong_CheckExact(max_change.ptr())) {
    accept_if(nb::try_cast(max_change, most));
    if (std::isinf(most) && most > 0) return {};
    max_change_.assign(start_.size(), most);
  } else {
    accept_if(nb::try_cast(max_change, array) && array.ndim() == 1 && array.shape(0) == start_.size());
    max_change_.assign(array.data(), array.data() + array.size());
  }
  accept_if(std::all_of(max_change_.begin(), max_change_.end(), [](double change) { return change >= 0; }));
  return max_change_;
}

std::int64_t NativeSolver::read_budget(nb::handle max_evaluations) const {
  if (max_evaluations.is_none()) return max_evaluations_;
  std::int64_t budget;
  accept_if(!PyBool_Check(max_evaluations.ptr()) && nb::try_cast(max_evaluations, budget) && budget > 0 &&
            budget <= largest_budget);
  return budget;
}

std::uint64_t read_seed(nb::handle random_seed) {
  std::uint64_t seed;
  accept_if(!PyBool_Check(random_seed.ptr()) && nb::try_cast(random_seed, seed));
  return seed;
}

Stop NativeSolver::make_stop(nb::handle timeout) {
  auto deadline = Stop::Clock::time_point::max();
  if (!timeout.is_none()) {
    double seconds;
    accept_if(nb::try_cast(timeout, seconds) && seconds >= 0);
    if (seconds < 1e9)
      deadline = Stop::Clock::now() +
                 std::chrono::duration_cast<Stop::Clock::duration>(std::chrono::duration<double>(seconds));
  }
  return Stop(deadline, &cancelled_, interrupted);
}

double seconds_since(Stop::Clock::time_point start) {
  return std::chrono::duration<double>(Stop::Clock::now() - start).count();
}

Query NativeSolver::read_query(nb::handle start, nb::handle targets, nb::handle weights,
                               nb::handle max_evaluations, nb::handle random_seed, nb::handle max_change,
                               const History& past) {
  parameters_.assign(problem_->parameters().begin(), problem_->parameters().end());
  const bool start_given = read_start(start, past.values);
  read_weights(weights);
  past_.aim(start_, past.values, past.dt, parameters_);
  read_targets(targets);
  return {.parameters = parameters_,
          .start = start_,
          .start_given = start_given,
          .random_seed = read_seed(random_seed),
          .max_evaluations = read_budget(max_evaluations),
          .max_change = read_max_change(max_change),
          .referee = referee_.given() ? &referee_ : nullptr,
          .near_start = near_start_ && referee_.given()};
}

std::unique_ptr<NativeSolution> NativeSolver::solve(nb::handle start, nb::handle targets, nb::handle weights,
                                                    nb::handle timeout, nb::handle max_evaluations,
                                                    nb::handle random_seed, nb::handle history, nb::handle dt,
                                                    nb::handle max_change, nb::handle keeps_trace) {
  const Turn turn(*this);
  Query query = read_query(start, targets, weights, max_evaluations, random_seed, max_change,
                           read_history(history, dt));
  accept_if(PyBool_Check(keeps_trace.ptr()));
  Stop stop = make_stop(timeout);
  std::optional<Trace> trace;
  Stop::Gaps gaps;
  if (keeps_trace.is(nb::bool_(true))) {
    query.trace = &trace.emplace();
    stop.measure(&gaps);
  }
  auto solution = std::make_unique<NativeSolution>();
  solution->answer.q.resize(start_.size());
  {
    const nb::gil_scoped_release released;
    const auto begin = Stop::Clock::now();
    ladders_[0]->solve(query, solution->answer, stop, threads_);
    solution->seconds = seconds_since(begin);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  solution->parameters = parameters_;
  if (trace) {
    stop.check();  // the time since the last look counts, too
    solution->trace = trace->entries();
    solution->gaps = gaps.seconds;
  }
  return solution;
}

std::vector<std::unique_ptr<NativeSolution>> NativeSolver::solve_all(
    nb::handle start, nb::handle targets, nb::handle weights, nb::handle timeout, nb::handle max_evaluations,
    nb::handle random_seed, nb::handle max_change, std::size_t max_solutions) {
  const Turn turn(*this);
  const Query query =
      read_query(start, targets, weights, max_evaluations, random_seed, max_change, History());
  Stop stop = make_stop(timeout);
  const auto begin = Stop::Clock::now();
  std::vector<Answer> answers;
  {
    const nb::gil_scoped_release released;
    answers = ladders_[0]->solve_all(query, max_solutions, stop);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  std::vector<std::unique_ptr<NativeSolution>> solutions;
  for (Answer& answer : answers)
    solutions.push_back(std::make_unique<NativeSolution>(
        NativeSolution{std::move(answer), parameters_, seconds_since(begin), {}, {}}));
  return solutions;
}

double NativeSolver::solve_batch(const std::vector<std::pair<int, Numbers>>& targets, nb::handle start,
                                 nb::handle starts, nb::handle weights, nb::handle timeout,
                                 nb::handle max_evaluations, nb::handle random_seed, nb::handle max_change,
                                 const Output& q, const Output& cost, const Bytes& status, const Bytes& stage,
                                 const Counts& evaluations) {
  const Turn turn(*this);
  parameters_.assign(problem_->parameters().begin(), problem_->parameters().end());
  BatchQuestions questions;
  questions.count = cost.size();
  questions.start_given = read_start(start);
  Numbers rows;
  if (!starts.is_none()) {
    accept_if(nb::try_cast(starts, rows));
    questions.starts = rows.data();
    questions.start_given = true;
  }
  read_weights(weights);
  for (const auto& [goal, values] : targets) questions.targets.push_back({goal, values.data()});
  questions.parameters = parameters_;
  questions.start = start_;
  questions.random_seed = read_seed(random_seed);
  questions.max_evaluations = read_budget(max_evaluations);
  questions.max_change = read_max_change(max_change);
  questions.referee = referee_.given() ? &referee_ : nullptr;
  questions.near_start = near_start_ && referee_.given();
  Stop stop = make_stop(timeout);
  const auto begin = Stop::Clock::now();
  {
    const nb::gil_scoped_release released;
    const bool alone = problem_->has_python() || referee_.given();
    const std::size_t team = alone ? 1 : static_cast<std::size_t>(threads_);
    while (ladders_.size() < team)
      ladders_.push_back(std::make_unique<Ladder>(*problem_, sources_, options_));
    std::vector<Ladder*> ladders;
    for (std::size_t t = 0; t < team; ++t) ladders.push_back(ladders_[t].get());
    memetik::solve_batch(*problem_, questions,
                         {q.data(), cost.data(), status.data(), stage.data(), evaluations.data()}, ladders,
                         stop);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return seconds_since(begin);
}

}  // namespace

void bind_solver(nb::module_& m) {
  nb::exception<RefusedArgument>(m, "RefusedArgument", PyExc_ValueError);
  nb::exception<Busy>(m, "Busy", PyExc_RuntimeError);
  nb::class_<NativeSolution>(m, "Solution")
      .def_prop_ro(
          "q", [](const NativeSolution& s) { return to_array(s.answer.q); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "parameters", [](const NativeSolution& s) { return to_array(s.parameters); },
          nb::rv_policy::automatic)
      .def_prop_ro("status", [](const NativeSolution& s) { return static_cast<int>(s.answer.status); })
      .def_prop_ro("stage", [](const NativeSolution& s) { return static_cast<int>(s.answer.stage); })
      .def_prop_ro("success", [](const NativeSolution& s) { return s.answer.status == Status::solved; })
      .def_prop_ro("cost", [](const NativeSolution& s) { return s.answer.cost; })
      .def_prop_ro("evaluations", [](const NativeSolution& s) { return s.answer.evaluations; })
      .def_prop_ro("starts", [](const NativeSolution& s) { return s.answer.attempts + s.answer.species; })
      .def_ro("time", &NativeSolution::seconds)
      .def_prop_ro("trace",
                   [](const NativeSolution& s) {
                     std::vector<std::tuple<double, int, std::int64_t, std::int64_t, double>> rows;
                     for (const TraceEntry& e : s.trace)
                       rows.emplace_back(e.seconds, e.stage, e.starts, e.evaluations, e.cost);
                     return rows;
                   })
      .def_prop_ro(
          "gaps", [](const NativeSolution& s) { return to_array(s.gaps); }, nb::rv_policy::automatic);
  nb::class_<NativeSolver>(m, "Solver")
      .def(
          "__init__",
          [](NativeSolver* self, const NativeProblem& problem, std::vector<nb::str> names, int method,
             bool best, const std::array<int, 4>& evolution, int threads, std::int64_t max_evaluations,
             const std::vector<double>& neutral, const StartTable* table, nb::object valid, bool near_start) {
            const LadderOptions options{.method = static_cast<Method>(method),
                                        .best = best,
                                        .evolution = {evolution[0], evolution[1], evolution[2],
                                                      static_cast<Exploitation>(evolution[3])}};
            new (self) NativeSolver(problem, std::move(names), options, threads, max_evaluations, neutral,
                                    table, std::move(valid), near_start);
          },
          "problem"_a, "names"_a, "method"_a, "best"_a, "evolution"_a, "threads"_a, "max_evaluations"_a,
          "neutral"_a, "table"_a.none(), "valid"_a.none(), "near_start"_a, nb::keep_alive<1, 2>(),
          nb::keep_alive<1, 10>())
      .def("solve", &NativeSolver::solve, "start"_a.none(), "targets"_a.none(), "weights"_a.none(),
           "timeout"_a.none(), "max_evaluations"_a.none(), "random_seed"_a.none(), "history"_a.none(),
           "dt"_a.none(), "max_change"_a.none(), "trace"_a.none())
      .def("solve_all", &NativeSolver::solve_all, "start"_a.none(), "targets"_a.none(), "weights"_a.none(),
           "timeout"_a.none(), "max_evaluations"_a.none(), "random_seed"_a.none(), "max_change"_a.none(),
           "max_solutions"_a)
      .def("solve_batch", &NativeSolver::solve_batch, "targets"_a, "start"_a.none(), "starts"_a.none(),
           "weights"_a.none(), "timeout"_a.none(), "max_evaluations"_a.none(), "random_seed"_a.none(),
           "max_change"_a.none(), "q"_a, "cost"_a, "status"_a, "stage"_a, "evaluations"_a)
      .def("cancel", &NativeSolver::cancel);
  m.def("first_bad_target", &first_bad_target, "problem"_a, "goal"_a, "values"_a,
        "The first row that is no target of the goal, or -1.");
}

}  // namespace memetik

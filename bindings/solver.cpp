// The solver: an engine per thread, one call at a time, and Python let go while it works.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "memetik/runtime/trace.hpp"
#include "memetik/search/batch.hpp"
#include "methods.hpp"
#include "problem.hpp"
#include "solution.hpp"
#include "solver_arguments.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

bool interrupted() {
  const nb::gil_scoped_acquire acquired;
  return PyErr_CheckSignals() != 0;
}

struct Busy : std::exception {
  const char* what() const noexcept override { return "this solver is at work in another thread"; }
};

// What the user says of configurations that meet all goals.
class PythonAcceptor final : public Acceptor {
 public:
  explicit PythonAcceptor(nb::object function) : function_(std::move(function)) {}
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
  NativeSolver(const NativeProblem& problem, std::vector<nb::str> names, const EngineFactory& factory,
               int threads, std::int64_t max_evaluations, const std::vector<double>& neutral,
               const StartTable* table, nb::object valid, bool near_start)
      : problem_(&problem.problem),
        arguments_(*problem_, std::move(names), neutral, max_evaluations),
        factory_(factory),
        threads_(threads),
        sources_(*problem_, table),
        acceptor_(std::move(valid)),
        near_start_(near_start) {
    add_engine();
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

  // A query, or those of a batch, whose answers the referee judges if there is one.
  template <class Asked>
  Asked judged(Asked asked) {
    if (!acceptor_.given()) return asked;
    asked.acceptor = &acceptor_;
    asked.near_start = near_start_;
    return asked;
  }
  void add_engine() { engines_.push_back(factory_.make({*problem_, sources_, threads_})); }
  Stop make_stop(nb::handle timeout) { return Stop(read_deadline(timeout), &cancelled_, interrupted); }

  const Problem* problem_;
  SolverArguments arguments_;
  EngineFactory factory_;
  int threads_;
  StartSources sources_;
  PythonAcceptor acceptor_;
  bool near_start_;                               // where to look after it has rejected something
  std::vector<std::unique_ptr<Engine>> engines_;  // one per thread, the first from the beginning
  std::atomic<bool> busy_ = false, cancelled_ = false;
};

double seconds_since(Stop::Clock::time_point start) {
  return std::chrono::duration<double>(Stop::Clock::now() - start).count();
}

std::unique_ptr<NativeSolution> NativeSolver::solve(nb::handle start, nb::handle targets, nb::handle weights,
                                                    nb::handle timeout, nb::handle max_evaluations,
                                                    nb::handle random_seed, nb::handle history, nb::handle dt,
                                                    nb::handle max_change, nb::handle keeps_trace) {
  const Turn turn(*this);
  Query query = judged(arguments_.read_query(start, targets, weights, max_evaluations, random_seed,
                                             max_change, arguments_.read_history(history, dt)));
  accept_if(PyBool_Check(keeps_trace.ptr()));
  Stop stop = make_stop(timeout);
  std::optional<Trace> trace;
  Stop::Gaps gaps;
  if (keeps_trace.is(nb::bool_(true))) {
    query.trace = &trace.emplace();
    stop.measure(&gaps);
  }
  auto solution = std::make_unique<NativeSolution>();
  solution->solution.q.resize(query.start.size());
  {
    const nb::gil_scoped_release released;
    const auto begin = Stop::Clock::now();
    engines_[0]->solve(query, solution->solution, stop, threads_);
    solution->seconds = seconds_since(begin);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  solution->parameters = arguments_.parameters();
  if (trace) {
    stop.check();  // the time since the last look counts, too
    solution->trace = trace->entries();
    solution->lineages.assign(trace->lineages().begin(), trace->lineages().end());
    solution->gaps = gaps.seconds;
  }
  return solution;
}

std::vector<std::unique_ptr<NativeSolution>> NativeSolver::solve_all(
    nb::handle start, nb::handle targets, nb::handle weights, nb::handle timeout, nb::handle max_evaluations,
    nb::handle random_seed, nb::handle max_change, std::size_t max_solutions) {
  const Turn turn(*this);
  const Query query =
      judged(arguments_.read_query(start, targets, weights, max_evaluations, random_seed, max_change, {}));
  Stop stop = make_stop(timeout);
  const auto begin = Stop::Clock::now();
  std::vector<Solution> found;
  {
    const nb::gil_scoped_release released;
    found = dynamic_cast<Ladder&>(*engines_[0]).solve_all(query, max_solutions, stop);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  std::vector<std::unique_ptr<NativeSolution>> solutions;
  for (Solution& solution : found)
    solutions.push_back(std::make_unique<NativeSolution>(
        NativeSolution{std::move(solution), arguments_.parameters(), seconds_since(begin), {}, {}, {}}));
  return solutions;
}

double NativeSolver::solve_batch(const std::vector<std::pair<int, Numbers>>& targets, nb::handle start,
                                 nb::handle starts, nb::handle weights, nb::handle timeout,
                                 nb::handle max_evaluations, nb::handle random_seed, nb::handle max_change,
                                 const Output& q, const Output& cost, const Bytes& status, const Bytes& stage,
                                 const Counts& evaluations) {
  const Turn turn(*this);
  BatchQuery queries =
      judged(arguments_.read_batch(start, weights, max_evaluations, random_seed, max_change));
  queries.count = cost.size();
  Numbers rows;
  if (!starts.is_none()) {
    accept_if(nb::try_cast(starts, rows));
    queries.starts = rows.data();
    queries.start_given = true;
  }
  for (const auto& [goal, values] : targets) queries.targets.push_back({goal, values.data()});
  Stop stop = make_stop(timeout);
  const auto begin = Stop::Clock::now();
  {
    const nb::gil_scoped_release released;
    const bool alone = problem_->has_python() || acceptor_.given() || factory_.on_calling_thread;
    const std::size_t team = alone ? 1 : static_cast<std::size_t>(threads_);
    while (engines_.size() < team) add_engine();
    std::vector<Engine*> engines;
    for (std::size_t t = 0; t < team; ++t) engines.push_back(engines_[t].get());
    memetik::solve_batch(*problem_, queries,
                         {q.data(), cost.data(), status.data(), stage.data(), evaluations.data()}, engines,
                         stop);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return seconds_since(begin);
}

}  // namespace

void bind_solver(nb::module_& m) {
  nb::exception<RefusedArgument>(m, "RefusedArgument", PyExc_ValueError);
  nb::exception<Busy>(m, "Busy", PyExc_RuntimeError);
  bind_solution(m);
  nb::class_<NativeSolver>(m, "Solver")
      .def(
          "__init__",
          [](NativeSolver* self, const NativeProblem& problem, std::vector<nb::str> names,
             const NativeEngineFactory& factory, int threads, std::int64_t max_evaluations,
             const std::vector<double>& neutral, const StartTable* table, nb::object valid, bool near_start) {
            new (self) NativeSolver(problem, std::move(names), factory.factory, threads, max_evaluations,
                                    neutral, table, std::move(valid), near_start);
          },
          "problem"_a, "names"_a, "factory"_a, "threads"_a, "max_evaluations"_a, "neutral"_a,
          "table"_a.none(), "valid"_a.none(), "near_start"_a, nb::keep_alive<1, 2>(), nb::keep_alive<1, 4>(),
          nb::keep_alive<1, 8>())
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

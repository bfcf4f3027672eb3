// The solver: it has one engine per thread, serves one call at a time, and releases the GIL while solving.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "call_limit.hpp"
#include "garbage.hpp"
#include "interrupt.hpp"
#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/batch.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/locking_engine.hpp"
#include "memetik/search/trace.hpp"
#include "methods.hpp"
#include "problem.hpp"
#include "solution.hpp"
#include "solver_arguments.hpp"
#include "user_acceptor.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

[[noreturn]] void raise_busy() {
  const nb::object type = nb::module_::import_("memetik.errors").attr("SolverBusyError");
  PyErr_SetString(type.ptr(), "this solver is in use by another thread; make one solver per thread");
  throw nb::python_error();
}

class NativeSolver {
 public:
  struct Settings {
    int threads;
    std::int64_t max_evaluations;  // for queries that do not give it
    std::vector<double> neutral;
    nb::object valid;  // see UserAcceptor
    AfterRejection after_rejection;
    bool prefers_best;
  };

  // `table` may be None. `known`, which may be null, is a solver of the same robot with other goals: what
  // both have in common is copied.
  NativeSolver(nb::handle problem, std::vector<nb::str> names, nb::handle factory, nb::handle table,
               const Settings& settings, const NativeSolver* known)
      : objects_{nb::borrow(problem), nb::borrow(factory), nb::borrow(table)},
        problem_(&nb::cast<const NativeProblem&>(problem).problem),
        arguments_(*problem_, std::move(names), settings.neutral,
                   {.max_evaluations = settings.max_evaluations}),
        factory_(nb::cast<const NativeEngineFactory&>(factory).factory),
        threads_(settings.threads),
        sources_(*problem_, table.is_none() ? nullptr : nb::cast<const StartTable*>(table),
                 known ? &known->sources_ : nullptr),
        acceptor_(settings.valid),
        after_rejection_(settings.after_rejection),
        prefers_best_(settings.prefers_best),
        engines_(static_cast<std::size_t>(threads_)) {
    engine(0);
  }

  // `options` are as the user wrote them, or `converted` by Python: see SolverArguments.
  std::unique_ptr<NativeSolution> solve(nb::handle start, const NamedValues& options, bool converted);
  std::unique_ptr<NativeSolutions> solve_all(nb::handle start, const NamedValues& options,
                                             std::size_t max_solutions, bool converted);
  // `targets` and `weights` are pairs of a goal's index and an array with a row for each query.
  using ArrayByGoal = std::vector<std::pair<int, Numbers>>;
  double solve_batch(const ArrayByGoal& targets, const ArrayByGoal& weights, nb::handle start,
                     const std::optional<Numbers>& starts, const NamedValues& options, const Output& q,
                     const Bytes& fields);
  void cancel() { cancelled_ = true; }
  bool has_tree_of(const Problem& problem) const { return &problem_->tree() == &problem.tree(); }

  template <class Visit>
  void visit_objects(Visit visit) const {
    for (const nb::object& object : objects_) visit(object);
    visit(acceptor_.function());
  }
  void drop_callbacks() { acceptor_.drop(); }

 private:
  // Marks the solver as busy during the lifetime of this object.
  struct BusyGuard {
    explicit BusyGuard(NativeSolver& solver) : solver(solver) {
      if (solver.busy_.exchange(true)) raise_busy();
      solver.cancelled_ = false;
    }
    ~BusyGuard() { solver.busy_ = false; }
    NativeSolver& solver;
  };

  Query read_query(nb::handle start, const NamedValues& options, bool converted = true) {
    Query query = arguments_.read_query(start, options, converted);
    if (acceptor_.given()) {
      query.acceptor = &acceptor_;
      query.after_rejection = after_rejection_;
    }
    return query;
  }
  Stop make_stop(const Query& query) {
    return Stop(Stop::deadline_in(query.options.timeout), &cancelled_, interrupted);
  }
  // The engine of a thread. Only that thread calls this.
  Engine& engine(int thread) {
    std::unique_ptr<Engine>& own = engines_[static_cast<std::size_t>(thread)];
    if (!own) own = make_engine();
    return *own;
  }
  // Searches in Python know their problem, so queries with locks are no other engine's.
  std::unique_ptr<Engine> make_engine() {
    const EngineContext context{*problem_, sources_};
    if (factory_.on_calling_thread) return factory_.make(context);
    return std::make_unique<LockingEngine>(factory_, context);
  }
  BatchEngines engines_of_batch();
  // Searches in Python end themselves; those for the best solution know the others only inside.
  bool may_end_search() const { return !factory_.on_calling_thread && !prefers_best_; }

  std::array<nb::object, 3> objects_;  // the members below refer to these
  const Problem* problem_;
  SolverArguments arguments_;
  EngineFactory factory_;
  int threads_;
  StartSources sources_;
  UserAcceptor acceptor_;
  AfterRejection after_rejection_;
  bool prefers_best_;
  std::vector<std::unique_ptr<Engine>>
      engines_;      // one per thread; all but the first are created on first use
  ThreadPool pool_;  // for batches
  std::atomic<bool> busy_ = false, cancelled_ = false;
};

// Runs f without the GIL and returns its duration [s].
template <class F>
double timed(F f) {
  double seconds = 0;
  {
    const nb::gil_scoped_release released;
    const auto begin = Stop::Clock::now();
    f();
    seconds = std::chrono::duration<double>(Stop::Clock::now() - begin).count();
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return seconds;
}

// Keeps the box of a query with max_change, for the explanation of an unsolved solution.
void keep_box(const Tree& tree, const Query& query, NativeSolution& native) {
  for (std::size_t i = 0; i < query.start.size(); ++i) {
    const auto [lower, upper] = interval_of(tree, query, i);
    native.lower.push_back(lower);
    native.upper.push_back(upper);
  }
}

std::unique_ptr<NativeSolution> NativeSolver::solve(nb::handle start, const NamedValues& options,
                                                    bool converted) {
  const BusyGuard busy(*this);
  Query query = read_query(start, options, converted);
  Stop stop = make_stop(query);
  std::optional<Trace> trace;
  Stop::Gaps gaps;
  if (query.options.trace) {
    query.trace = &trace.emplace();
    stop.measure_gaps(&gaps);
  }
  auto native = std::make_unique<NativeSolution>();
  begin_at_start(query, native->solution);
  const CallLimit limit(stop.deadline(), may_end_search());
  native->seconds = timed([&] {
    end_in_time(native->solution, [&] { engine(0).solve(query, native->solution, stop, threads_); });
  });
  native->parameters = arguments_.parameters();
  native->options = query.options;
  native->start_given = query.start_given;
  if (!query.max_change.empty()) keep_box(problem_->tree(), query, *native);
  if (trace) {
    stop.check();  // includes the time since the last check
    native->trace = trace->entries();
    native->lineages.assign(trace->lineages().begin(), trace->lineages().end());
    native->gaps = gaps.seconds;
  }
  return native;
}

std::unique_ptr<NativeSolutions> NativeSolver::solve_all(nb::handle start, const NamedValues& options,
                                                         std::size_t max_solutions, bool converted) {
  const BusyGuard busy(*this);
  const Query query = read_query(start, options, converted);
  Stop stop = make_stop(query);
  const CallLimit limit(stop.deadline(), false);
  auto native = std::make_unique<NativeSolutions>();
  native->common.seconds =
      timed([&] { native->solutions = engine(0).solve_all(query, max_solutions, stop); });
  native->dof = query.start.size();
  native->common.parameters = arguments_.parameters();
  native->common.options = query.options;
  native->common.start_given = query.start_given;
  return native;
}

double NativeSolver::solve_batch(const ArrayByGoal& targets, const ArrayByGoal& weights, nb::handle start,
                                 const std::optional<Numbers>& starts, const NamedValues& options,
                                 const Output& q, const Bytes& fields) {
  const BusyGuard busy(*this);
  BatchQuery queries{.count = q.shape(0), .common = read_query(start, options), .targets = {}, .weights = {}};
  require(fields.size() == queries.count * sizeof(SolutionFields), "fields have the wrong size");
  if (starts) {
    queries.starts = starts->data();
    queries.common.start_given = true;
  }
  for (const auto& [goal, values] : targets) queries.targets.push_back({goal, values.data()});
  for (const auto& [goal, values] : weights) queries.weights.push_back({goal, values.data()});
  const BatchSolution solutions{q.data(), reinterpret_cast<SolutionFields*>(fields.data())};
  Stop stop = make_stop(queries.common);
  const CallLimit limit(stop.deadline(), may_end_search());
  return timed([&] { memetik::solve_batch(*problem_, queries, solutions, engines_of_batch(), pool_, stop); });
}

// Only the calling thread may run Python code, so then it works alone.
BatchEngines NativeSolver::engines_of_batch() {
  const bool alone = problem_->has_python() || acceptor_.is_python() || factory_.on_calling_thread;
  return {alone ? 1 : threads_, [this](int thread) -> Engine& { return engine(thread); }};
}

}  // namespace

void bind_solver(nb::module_& m) {
  nb::exception<RefusedArgument>(m, "RefusedArgument", PyExc_ValueError);
  bind_solution(m);
  nb::enum_<AfterRejection>(m, "AfterRejection", nb::is_str())
      .str_value("anywhere", AfterRejection::anywhere, "anywhere")
      .str_value("near_start", AfterRejection::near_start, "near start");
  m.def("solve_options", &describe_options,
        "Return for every scalar option its default, minimum, maximum, and whether None means the default.");
  nb::class_<NativeSolver>(m, "Solver", nb::type_slots(gc_slots<NativeSolver>))
      .def(
          "__init__",
          [](NativeSolver* self, nb::handle_t<NativeProblem> problem, std::vector<nb::str> names,
             nb::handle_t<NativeEngineFactory> factory, nb::handle table, int threads,
             std::int64_t max_evaluations, std::vector<double> neutral, nb::object valid,
             AfterRejection after_rejection, bool prefers_best, const NativeSolver* known) {
            require(!known || known->has_tree_of(nb::cast<const NativeProblem&>(problem).problem),
                    "known solves for another robot");
            new (self) NativeSolver(problem, std::move(names), factory, table,
                                    {threads, max_evaluations, std::move(neutral), std::move(valid),
                                     after_rejection, prefers_best},
                                    known);
          },
          "problem"_a, "names"_a, "factory"_a, "table"_a.none(), "threads"_a, "max_evaluations"_a,
          "neutral"_a, "valid"_a.none(), "after_rejection"_a, "prefers_best"_a, "known"_a.none())
      .def("solve", &NativeSolver::solve, "start"_a.none(), "options"_a, "converted"_a)
      .def("solve_all", &NativeSolver::solve_all, "start"_a.none(), "options"_a, "max_solutions"_a,
           "converted"_a)
      .def("solve_batch", &NativeSolver::solve_batch, "targets"_a, "weights"_a, "start"_a.none(),
           "starts"_a.none(), "options"_a, "q"_a, "fields"_a)
      .def("cancel", &NativeSolver::cancel);
  m.def("first_bad_target", &first_bad_target, "problem"_a, "goal"_a, "values"_a,
        "Return the index of the first row that is not a valid target of the goal, or -1.");
}

}  // namespace memetik

#include "memetik/search/batch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "memetik/search/out_of_time.hpp"

namespace memetik {

namespace {

// The calling thread works alone for some time. Other threads need about 50 µs until they begin, so they join
// only if the rest would take the calling thread longer than twice that.
constexpr std::chrono::duration<double> solo{30e-6}, worth{100e-6};

constexpr SolutionFields not_begun{.stopped_by = StoppedBy::cancelled, .cost = HUGE_VAL};

}  // namespace

BatchShare::BatchShare(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                       BatchQueue& queue)
    : problem_(&problem), history_(problem), queries_(&queries), solutions_(solutions), queue_(&queue) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slots_[i].parameters.assign(common().parameters.begin(), common().parameters.end());
    free_[i] = &slots_[i];
  }
}

const Query* BatchShare::next() {
  if (block_.begin == block_.end) {
    block_ = queue_->take_block();
    if (block_.begin == block_.end) return nullptr;
  }
  return load(block_.begin++);
}

void BatchShare::receive(const Query& query, Solution& solution) { write(release(query), solution); }

void BatchShare::set_aside(const Query& query, const Solution& solution) {
  const std::size_t index = release(query);
  write(index, solution);
  queue_->set_aside({index, solution.others});
}

const Query* BatchShare::resume(Solution& solution) {
  std::optional<BatchQueue::SetAside> query = queue_->resume();
  if (!query) return nullptr;
  const std::size_t index = query->index;
  static_cast<SolutionFields&>(solution) = solutions_.fields[index];
  solution.q.assign(solutions_.q + index * dof(), solutions_.q + (index + 1) * dof());
  solution.others = std::move(query->others);
  return load(index);
}

const Query* BatchShare::load(std::size_t index) {
  Slot& slot = *free_[--free_count_];
  slot.index = index;
  slot.query = common();
  if (queries_->starts) slot.query.start = {queries_->starts + index * dof(), dof()};
  history_.set_targets(slot.query.start, slot.parameters);
  for (const auto& [g, values] : queries_->targets) {
    const Goal& goal = problem_->goals()[static_cast<std::size_t>(g)];
    set_target(goal, values + index * goal.target.size(), slot.parameters.data() + goal.parameter);
  }
  for (const auto& [g, values] : queries_->weights)
    set_weight(values[index],
               slot.parameters.data() + problem_->goals()[static_cast<std::size_t>(g)].parameter);
  slot.query.parameters = slot.parameters;
  return &slot.query;
}

// Frees the query's slot and returns the query's index in the batch.
std::size_t BatchShare::release(const Query& query) {
  Slot& slot = *std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return &s.query == &query; });
  free_[free_count_++] = &slot;
  return slot.index;
}

void BatchShare::write(std::size_t index, const Solution& solution) const {
  std::copy(solution.q.begin(), solution.q.end(), solutions_.q + index * solution.q.size());
  solutions_.fields[index] = solution;
}

void solve_batch(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                 const BatchEngines& engines, ThreadPool& pool, Stop& stop) {
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  for (std::size_t i = 0; i < queries.count; ++i) {
    const double* start = queries.starts ? queries.starts + i * dof : queries.common.start.data();
    std::copy_n(start, dof, solutions.q + i * dof);
    solutions.fields[i] = not_begun;
  }
  const int threads = static_cast<int>(std::min(queries.count, static_cast<std::size_t>(engines.threads)));
  BatchQueue queue(queries.count, engines.threads);
  const auto begin = Stop::Clock::now();
  const auto worth_sharing = [&](Stop::Clock::time_point now) {
    const std::chrono::duration<double> spent = now - begin;
    const std::size_t left = queue.left(), taken = queries.count - left;
    return spent >= solo && spent * static_cast<double>(left) >= worth * static_cast<double>(taken);
  };
  const auto work = [&](int t, Stop& own_stop) {
    if (queue.left() == 0) return;
    BatchShare share(problem, queries, solutions, queue);
    try {
      engines.engine_of(t).solve_batch(share, own_stop);
    } catch (const OutOfTime&) {  // the queries in progress count as not begun
    }
  };
  pool.run(threads, threads, stop, work, worth_sharing);
  if (!stop.check()) return;
  for (std::size_t i = 0; i < queries.count; ++i)
    if (solutions.fields[i].evaluations == 0 && solutions.fields[i].cost == HUGE_VAL)
      solutions.fields[i].stopped_by = stopped_by(stop);
}

}  // namespace memetik

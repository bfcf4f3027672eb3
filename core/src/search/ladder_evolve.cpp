// How the ladder gives turns to evolution on islands.
#include <algorithm>

#include "memetik/search/ladder.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

// One turn of evolution. Every island gets an equal share of the quota. If the budget does not suffice for
// all, the last islands do not run: a smaller budget ends the search earlier, but does not change its
// beginning. If several islands find a solution, the first island's is taken. An island starts at the best
// configuration that is known in its first turn.
void Ladder::evolve(const Query& query, Solution& solution, std::int64_t quota, std::int64_t left, Stop& stop,
                    int threads) {
  const std::int64_t share = std::max<std::int64_t>(quota / options_.evolution.islands + 1,
                                                    Island::generation_size(options_.evolution));
  // an island may finish a generation beyond its share
  const std::int64_t most = share + Island::generation_size(options_.evolution);
  const std::int64_t room = left - Island::first_size(options_.evolution);
  const int count =
      static_cast<int>(std::clamp<std::int64_t>(room / most + 1, 1, options_.evolution.islands));
  islands_.reserve(static_cast<std::size_t>(options_.evolution.islands));
  while (islands_.size() < static_cast<std::size_t>(count)) {
    islands_.emplace_back(*problem_, sources_->sampler, options_.evolution, loose_);
    if (stop.check()) return;  // islands take long to construct, but only once
  }
  // islands do not begin at a rejected solution
  const double* best = solution.status == Status::invalid ? query.start.data() : solution.q.data();
  const int team = problem_->has_python() ? 1 : threads;
  if (query.trace)
    query.trace->lineage(
        static_cast<std::size_t>(count - 1));  // all are created here, so that no other thread creates one
  pool_.run(count, team, stop, [&](int i, Stop& own) {
    Island& island = islands_[static_cast<std::size_t>(i)];
    if (i >= begun_) island.begin(query, best, i, own);
    island.run(share, left - i * most, own);
  });
  begun_ = std::max(begun_, count);
  count_effort(solution);
  for (int i = 0; i < count && solution.status != Status::solved; ++i) {
    Island& island = islands_[static_cast<std::size_t>(i)];
    // eased costs cannot be compared with plain ones
    const bool promising = loose_ || island.solved() || island.cost() < solution.cost;
    if (promising)
      for (const std::vector<double>& q : island.take_bests())
        verifier_.offer(query, solution, q, {.stage = Stage::memetic});
    if (island.solved() && solution.status != Status::solved) island.reject(stop);
  }
  count_effort(solution);
  add_trace_entry(query, solution, Stage::memetic, solution.cost);
}

// Adds the evaluations of the islands that were not counted before, and counts species and generations anew.
void Ladder::count_effort(Solution& solution) {
  std::int64_t evaluations = 0;
  species_ = 0;
  solution.generations = 0;
  for (int i = 0; i < begun_; ++i) {
    const Island& island = islands_[static_cast<std::size_t>(i)];
    evaluations += island.evaluations();
    species_ += island.starts();
    solution.generations += island.generations();
  }
  solution.evaluations += evaluations - counted_;
  counted_ = evaluations;
  count_starts(solution);
}

}  // namespace memetik

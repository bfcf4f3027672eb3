// The ladder tries cheap stages first: local search from the user's start, then from many starts, then
// evolution and further restarts in turns.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/compromise.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/evolve/island.hpp"
#include "memetik/search/hinted_restarts.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/restarts.hpp"
#include "memetik/search/solution_set.hpp"
#include "memetik/search/verifier.hpp"

namespace memetik {

class BranchSearch;
class DecoupledRestarts;
class PoseArm;

enum class Method : unsigned char {
  automatic,  // all stages
  restarts,   // local searches only
  memetic,    // evolution only
};

struct LadderOptions {
  Method method = Method::automatic;
  bool best = false;  // spend the whole budget to find the best solution, see SolutionSet
  Evolution evolution = {};
  // A link at which the problem may be decoupled: with hints, the restarts without them use this.
  std::optional<int> split = {};
};

// One thread's workspace for whole solves. Parts that few problems need are created on first use.
class Ladder final : public Engine {
 public:
  Ladder(const Problem& problem, const StartSources& sources, const LadderOptions& options);
  ~Ladder() override;

  void solve(const Query& query, Solution& solution, Stop& stop, int threads) override;
  Solutions solve_all(const Query& query, std::size_t count, Stop& stop) override;
  // Each lane works on one query; queries that need more than restarts are finished after all others.
  void solve_batch(BatchShare& share, Stop& stop) override;

 private:
  // Evaluations of the first restarts, and of the first turn of evolution and restarts. Among obstacles,
  // restarts find more than evolution for longer. A redundant arm whose restarts fail is often nearly
  // singular at its target, where the descents of the next stage converge, at ten times the cost of an
  // evaluation in lanes.
  static constexpr std::int64_t usual_first_quota = 1000, first_quota_among_obstacles = 4000,
                                first_quota_of_redundant_arms = 600;
  // Where the arm has a closed form, which decides. It takes as long as some 100 evaluations in lanes; four
  // attempts at once need a quota of this size.
  static constexpr std::int64_t first_quota_with_closed_form = 150;

  // The two parts of a solve: restarts of several queries in lanes, then the other stages of one query.
  void restart(QuerySource& source, Stop& stop);
  void finish(const Query& query, Solution& solution, Stop& stop, int threads);
  PoseArm* arm_of(const Query& query);
  bool has_closed_form();
  void solve_in_closed_form(const Query& query, Solution& solution, Stop& stop);
  Solutions find_all(const Query& query, std::size_t count, Solution& solution, Stop& stop, int threads);
  Solutions branches_of(std::size_t count) const;
  PoseArm* redundant_arm_of(const Query& query);
  Solutions sample(PoseArm& arm, const Query& query, std::size_t count, Stop& stop);
  void add_branches(const Query& query, SolutionSet& set, Solution& solution, Stop& stop);
  void collect(const Query& query, SolutionSet& set, Solution& solution, Stop& stop, int threads);
  void restart_into(const Query& query, SolutionSet& set, Solution& solution, std::int64_t budget,
                    Stop& stop);
  Solution with_member(const Query& query, Solution solution, const SolutionSet::Member& member,
                       StoppedBy reason);
  void prefer_branch_of_start(const Query& query, Solution& solution, Stop& stop);
  Compromise& compromise();
  void escalate(const Query& query, Solution& solution, Stop& stop, int threads);
  Solution restart_from(const Query& query, const Solution& solution, std::int64_t quota, Stop& stop,
                        bool spread);
  void offer_restarted(const Query& query, Solution& solution, const Solution& found,
                       Origin::Verdict verdict);
  std::int64_t strict_quota() const;
  std::int64_t first_budget();
  void restart_with_hints(const Query& query, Solution& solution, Stop& stop);
  Solution run_restarts(const Query& query, const RestartPlan& plan, Stop& stop);
  void restart_more(const Query& query, Solution& solution, std::int64_t quota, Stop& stop);
  void evolve(const Query& query, Solution& solution, std::int64_t quota, std::int64_t left, Stop& stop,
              int threads);
  void count_effort(Solution& solution);
  double first_share() const;  // of the budget, for the first restarts
  void begin_counting(const Solution& solution);
  void count_starts(Solution& solution) const { solution.starts = attempts_ + species_; }

  const Problem* problem_;
  const StartSources* sources_;
  LadderOptions options_;
  std::int64_t first_quota_;
  bool loose_;  // some primary goal is met in a range, see is_loose
  Restarts restarts_;
  std::unique_ptr<Restarts> eased_restarts_;
  std::unique_ptr<HintedRestarts> hinted_restarts_;        // null without hints
  std::unique_ptr<DecoupledRestarts> decoupled_restarts_;  // null without hints or a split
  std::unique_ptr<Compromise> compromise_;
  std::unique_ptr<PoseArm> arm_;
  std::unique_ptr<BranchSearch> branches_;
  std::optional<bool> has_closed_form_;
  Verifier verifier_;
  std::vector<Island> islands_;
  ThreadPool pool_;
  // State of the current query:
  int attempts_ = 0;          // local searches begun
  std::int64_t species_ = 0;  // species begun on islands
  int begun_ = 0;             // islands that have begun this query
  std::int64_t counted_ = 0;  // evaluations of islands that the solution already counts
};

}  // namespace memetik

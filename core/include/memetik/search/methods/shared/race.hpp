// A race of searchers for a query: they advance in turns, and the first one that finds a solution wins.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/closed_form/pose_arm.hpp"
#include "memetik/search/engine.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/starts.hpp"
#include "memetik/search/verifier.hpp"

namespace memetik {

struct RaceOptions {
  using Score = std::function<double(const Query&, const std::vector<double>& q)>;

  std::int64_t turn = 500;  // evaluations
  // Rates solutions; lower is better. If given, the whole budget is spent to find the best one. If empty, the
  // first solution wins.
  Score score = {};
};

// A turn has a fixed number of evaluations. The winner is the solution with the lowest (turn, searcher).
// Searchers that have not reached that turn continue until then. So the solution does not depend on the
// number or speed of threads, although no thread ever waits for another.
class Race final : public Engine {
 public:
  using Team = std::vector<std::unique_ptr<Searcher>>;

  Race(const Problem& problem, const StartSources& sources, Team team, RaceOptions options = {});

  void solve(const Query& query, Solution& solution, Stop& stop, int threads) override;

 private:
  struct Effort {
    std::int64_t evaluations, generations;
    int starts;
  };
  struct Runner {
    std::unique_ptr<Searcher> searcher;
    bool begun = false, done = false;
    std::vector<Effort> spent;  // after each of its turns
  };

  void run(const Query& query, Stop& stop, int threads);
  void run_share(const Query& query, int first, int threads, Stop& stop);
  void take_turn(const Query& query, std::size_t i, int threads, Stop& stop);
  bool verify_winner(const Query& query, Solution& solution, Stop& stop);
  void compare_scores(const Query& query, Solution& solution, std::vector<double> q);
  void offer_best(const Query& query, Solution& solution);
  void count_effort(Solution& solution, std::int64_t last_turn) const;
  std::int64_t turn_index(std::size_t i) const;  // index of a runner's last turn in the order of all turns

  const Problem* problem_;
  const StartSources* sources_;
  RaceOptions options_;
  std::vector<Runner> runners_;
  ThreadPool pool_;
  Verifier verifier_;
  PoseArm arm_;
  std::atomic<std::int64_t> first_;  // index of the first turn that found a solution
  double score_ = 0;                 // score of the solution
};

}  // namespace memetik

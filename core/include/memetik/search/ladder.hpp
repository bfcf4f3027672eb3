// The ladder: cheap first. Local search from the user's start, then from many starts, then evolution.
#pragma once

#include <vector>

#include "memetik/runtime/stop.hpp"
#include "memetik/search/evolve/island.hpp"
#include "memetik/search/local/secondary.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/restarts.hpp"

namespace memetik {

enum class Method : unsigned char {
  automatic,  // all of it
  restarts,   // local search from one start after the other
  memetic,    // evolution alone
};

// Why a search ended without a solution.
Status status_of(const Stop& stop);

// One thread's workspace for whole solves. Everything is built before the first solve but the islands,
// which few problems need.
class Ladder {
 public:
  Ladder(const Problem& problem, const StartSources& sources, Method method);

  void solve(const Query& query, Answer& answer, Stop& stop, int threads);

  // In two parts, for batches: the lanes' part, and what a query still needs after it.
  void restart(Restarts::Desk& desk, Stop& stop);
  void finish(const Query& query, Answer& answer, Stop& stop, int threads);

 private:
  void evolve(const Query& query, Answer& answer, Stop& stop, int threads);
  void settle(const Query& query, Answer& answer, Objective<double>& objective);
  void ease(const Query& query, Answer& answer, Stop& stop);
  bool has_secondary() const { return problem_->rows() > problem_->primary_rows(); }
  double restart_budget() const;  // as a share of the query's
  void accept(const Query& query, Answer& answer, Stage stage);
  void wind_back(const Query& query, Answer& answer);

  const Problem* problem_;
  const StartSources* sources_;
  Method method_;
  bool loose_;  // some goal's tolerance is wide enough to be used
  Restarts restarts_;
  std::unique_ptr<Restarts> eased_restarts_;  // made when first needed
  Objective<double> exact_, eased_;
  Settle settle_;
  SecondaryDescent secondary_;
  std::vector<Island> islands_;
  std::vector<double> wound_;
};

}  // namespace memetik

// Queries for restarts, and their solutions.
#pragma once

#include <deque>
#include <numeric>
#include <utility>

#include "check.hpp"
#include "memetik/search/restarts.hpp"
#include "random_goals.hpp"

namespace restarts_tests {

using namespace memetik;

// A list of queries.
class QueryList : public QuerySource {
 public:
  void add(const Problem& problem, std::vector<double> parameters, std::vector<double> start,
           std::int64_t max_evaluations = 2000, std::uint64_t random_seed = 0) {
    CHECK(within_limits(problem.tree(), start, 0));
    parameters_.push_back(std::move(parameters));
    starts_.push_back(std::move(start));
    queries_.push_back({.parameters = parameters_.back(),
                        .start = starts_.back(),
                        .options = {.max_evaluations = max_evaluations, .random_seed = random_seed}});
    order_.push_back(order_.size());
  }

  const Query* next() override { return next_ < order_.size() ? &queries_[order_[next_++]] : nullptr; }
  void receive(const Query& query, Solution& solution) override {
    const auto i = index_of(query);
    CHECK(!received[i]);
    received[i] = true;
    solutions[i] = solution;
  }

  // Solves all queries, in the given order.
  std::vector<Solution> solve(Restarts& restarts, std::vector<std::size_t> order, Stop& stop,
                              const RestartPlan& plan = {}) {
    order_ = std::move(order);
    next_ = 0;
    solutions.assign(queries_.size(), {});
    received.assign(queries_.size(), false);
    restarts.run(*this, plan, stop);
    return solutions;
  }
  std::vector<Solution> solve(Restarts& restarts, const RestartPlan& plan = {}) {
    Stop stop;
    return solve(restarts, in_order(), stop, plan);
  }

  std::vector<std::size_t> in_order() const {
    std::vector<std::size_t> order(queries_.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
  }
  std::size_t size() const { return queries_.size(); }
  Query& query(std::size_t i) { return queries_[i]; }

  std::vector<Solution> solutions;
  std::vector<bool> received;

 private:
  std::size_t index_of(const Query& query) const {
    for (std::size_t i = 0; i < queries_.size(); ++i)
      if (&queries_[i] == &query) return i;
    CHECK(false);
    return 0;
  }

  std::deque<Query> queries_;
  std::deque<std::vector<double>> parameters_, starts_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

inline std::vector<double> parameters_for(const Problem& problem, const std::vector<double>& q) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (const Goal& goal : problem.goals())
    set_target(goal, target_met_at(problem.tree(), goal, q).data(), parameters.data() + goal.parameter);
  return parameters;
}

inline GoalSpec tip_pose(const Arm& arm, const Tree& tree) {
  GoalSpec goal;
  goal.links = {arm.tip()};
  goal.rotation_scale = 0.2 * tree.reach();
  return goal;
}

// Reachable targets and some that are too far away.
inline QueryList queries(const Problem& problem, unsigned seed, int count, std::int64_t max_evaluations) {
  Random random(seed);
  QueryList list;
  for (int i = 0; i < count; ++i) {
    auto parameters = parameters_for(problem, inside_limits(random, problem.tree()));
    if (i % 8 == 5) parameters[10] += 10;  // a coordinate of the target's origin
    list.add(problem, parameters, inside_limits(random, problem.tree()), max_evaluations,
             static_cast<std::uint64_t>(i));
  }
  return list;
}

inline bool same(const Solution& a, const Solution& b) {
  return a.status == b.status && a.stage == b.stage && a.evaluations == b.evaluations && a.cost == b.cost &&
         a.q == b.q;
}

}  // namespace restarts_tests

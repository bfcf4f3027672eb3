// The local search that restarts run: steps towards the primary goals, one search per lane.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "memetik/math/pack.hpp"
#include "memetik/objective/problem.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class Descent {
 public:
  // Returns the fastest descent that supports the problem's goals. See Objective for `eased`.
  static std::unique_ptr<Descent> of(const Problem& problem, bool eased);

  explicit Descent(std::vector<int> variables) : variables_(std::move(variables)) {}
  virtual ~Descent() = default;

  // The variables that the goals depend on. Others are neither read nor changed.
  std::span<const int> variables() const { return variables_; }
  // Sets the query in all lanes or in one.
  virtual void set_query(const Query& query) = 0;
  virtual void set_lane_query(int lane, const Query& query) = 0;
  // Computes cost and acceptance at q. Results of idle lanes are unspecified.
  virtual void evaluate(const Pack* q, const Mask& idle) = 0;
  // Takes a step from the q of the last evaluate().
  virtual void step(Pack* q) = 0;

  const Pack& cost() const { return cost_; }              // zero within tolerance for eased goals
  const Pack& plain_cost() const { return plain_cost_; }  // without easing
  const Mask& accepted() const { return accepted_; }

 protected:
  Pack cost_ = 0.0, plain_cost_ = 0.0;
  Mask accepted_ = Pack(0) > Pack(0);

 private:
  std::vector<int> variables_;
};

// The indices of all variables of the problem's robot.
std::vector<int> all_variables(const Problem& problem);

}  // namespace memetik

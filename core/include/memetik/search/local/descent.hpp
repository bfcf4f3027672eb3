// One step after the other towards the primary goals, a search per lane: what restarts run.
#pragma once

#include <memory>

#include "memetik/objective/problem.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

class Descent {
 public:
  // The quickest that the problem's goals allow for; eased or not, see Objective.
  static std::unique_ptr<Descent> of(const Problem& problem, bool eased);

  virtual ~Descent() = default;
  // What is asked, in all lanes or in one.
  virtual void set_query(const Query& query) = 0;
  virtual void set_lane_query(int lane, const Query& query) = 0;
  // Cost and acceptance at q; nobody needs those of the lanes that are idle.
  virtual void look(const Pack* q, const Mask& idle) = 0;
  // A step from the q that was looked at.
  virtual void step(Pack* q) = 0;

  const Pack& cost() const { return cost_; }              // of what still pulls
  const Pack& plain_cost() const { return plain_cost_; }  // of all goals, however near they are
  const Mask& accepted() const { return accepted_; }

 protected:
  Pack cost_ = 0.0, plain_cost_ = 0.0;
  Mask accepted_ = Pack(0) > Pack(0);
};

}  // namespace memetik

// A way downhill, one step after the other: what local searches differ in.
#pragma once

#include <limits>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/step_bounds.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// One thread's workspace. All memory is allocated by construction.
class LocalStep {
 public:
  static constexpr int unlimited = std::numeric_limits<int>::max();

  virtual ~LocalStep() = default;

  // A new query, which must outlive its search.
  void set_query(const Query& query);
  // What follows begins at a new place, with these random numbers.
  virtual void begin(RandomStream) {}
  // Evaluates at q.
  virtual void look(const double* q);
  // From the q that was looked at to another within the query's box. False if this way ends here.
  virtual bool step(double* q) = 0;
  // Steps within which the cost should have halved, or it is better to begin elsewhere.
  virtual int patience() const { return unlimited; }

  double cost() const { return cost_; }  // as this way counts it
  bool accepted() const { return objective_.accepted(); }
  int evaluations() const { return evaluations_; }  // of the last look, and of the step after it

 protected:
  // What is done with angles that have a whole turn within their bounds: they end there, or go on a turn
  // back.
  enum class WideAngles : unsigned char { end, wind };

  // Of the primary goals' cost, or of that of all.
  LocalStep(const Problem& problem, Scope scope, WideAngles wide_angles = WideAngles::wind);

  virtual void begin_query() {}
  // q <- q + step within the box, one entry per active variable; false if that is no move.
  bool move(const double* step, double* q, double longest = StepBounds<double>::longest_step);

  const Problem* problem_;
  Scope scope_;
  Objective<double> objective_;
  StepBounds<double> bounds_;
  const Query* query_ = nullptr;
  int count_;                 // of active variables
  std::vector<double> free_;  // per active variable: 0 where the query locks it, else 1
  double cost_ = 0;
  int evaluations_ = 0;

 private:
  struct Angle {
    int variable;
    Interval range;
  };
  void find_wide_angles();

  WideAngles wide_angles_;
  std::vector<Angle> angles_;  // that wind
};

}  // namespace memetik

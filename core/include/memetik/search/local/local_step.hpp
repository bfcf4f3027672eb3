// The step of a local search: the part in which local searches differ.
#pragma once

#include <limits>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/step_bounds.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

// One thread's workspace. The constructor allocates all memory.
class LocalStep {
 public:
  static constexpr int unlimited = std::numeric_limits<int>::max();

  virtual ~LocalStep() = default;

  // Sets the query, which must outlive its search.
  void set_query(const Query& query);
  // Begins a new attempt, with these random numbers.
  virtual void begin(RandomStream) {}
  // Evaluates at q.
  virtual void evaluate(const double* q);
  // Moves q, which must be that of the last evaluate(), within the query's box. Returns false if the attempt
  // ends.
  virtual bool step(double* q) = 0;
  // If the cost does not halve within this many steps, another start is more promising.
  virtual int patience() const { return unlimited; }

  double cost() const { return cost_; }  // the cost that this step minimises
  bool accepted() const { return objective_.accepted(); }
  int evaluations() const { return evaluations_; }  // of the last evaluate() and the following step()

 protected:
  // Whether an angle whose bounds cover a full turn stops at a bound or continues one turn back.
  enum class WideAngles : unsigned char { stop, wrap };

  // `scope`: whether the step linearises the primary goals only, or all goals.
  LocalStep(const Problem& problem, Scope scope, WideAngles wide_angles = WideAngles::wrap);

  virtual void begin_query() {}
  // q <- q + step within the box, one entry per active variable. Returns false if q does not move.
  bool move(const double* step, double* q, double longest = StepBounds<double>::longest_step);

  const Problem* problem_;
  Scope scope_;
  Objective<double> objective_;
  StepBounds<double> bounds_;
  const Query* query_ = nullptr;
  int count_;                 // number of active variables
  std::vector<double> free_;  // per active variable: 0 if the query locks it, otherwise 1
  double cost_ = 0;
  int evaluations_ = 0;

 private:
  struct Angle {
    int variable;
    Interval range;
  };
  void find_wide_angles();

  WideAngles wide_angles_;
  std::vector<Angle> angles_;  // angles that wrap
};

}  // namespace memetik

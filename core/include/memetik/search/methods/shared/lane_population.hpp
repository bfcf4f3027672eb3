// Individuals that are evaluated in parallel lanes, for all methods with large populations.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/lineage.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

struct LaneIndividual {
  std::vector<double> q;  // all variables
  double cost = 0;        // of the primary goals
  bool accepted = false;  // every primary goal within its tolerance
  // for the optional record, see Lineage
  Operator made_by = Operator::random;
  std::int32_t parents[2] = {Lineage::no_individual, Lineage::no_individual};
  std::int32_t row = Lineage::no_individual;

  void set_origin(Operator how, std::int32_t first = Lineage::no_individual,
                  std::int32_t second = Lineage::no_individual) {
    made_by = how;
    parents[0] = first;
    parents[1] = second;
  }
};

class LanePopulation {
 public:
  LanePopulation(const Problem& problem, std::size_t size);

  // Begins a query and places all individuals at its start.
  void begin(const Query& query);

  std::size_t size() const { return individuals_.size(); }
  LaneIndividual& operator[](std::size_t i) { return individuals_[i]; }
  const LaneIndividual& operator[](std::size_t i) const { return individuals_[i]; }

  // Marks the first `count` individuals as not evaluated, after they were changed.
  void mark_unevaluated(std::size_t count);
  void mark_unevaluated() { mark_unevaluated(size()); }
  bool evaluated() const { return next_ == count_; }
  // Evaluates the next individuals, at most one per lane and at most max(max_count, 1), and returns them.
  std::span<LaneIndividual> evaluate(std::int64_t max_count);

  Objective<Pack>& objective() { return objective_; }

 private:
  Objective<Pack> objective_;
  std::vector<LaneIndividual> individuals_;
  std::vector<Pack> packed_;
  std::size_t next_ = 0, count_ = 0;
};

// Adds an individual of a generation to the lineage, if that is not null.
void record(Lineage* lineage, const Problem& problem, std::int64_t generation, LaneIndividual& individual,
            bool elite = false);

}  // namespace memetik

// Attempts: local searches, one per lane, each from a start of its own until it succeeds or is given up.
#pragma once

#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "memetik/search/local/descent.hpp"

namespace memetik {

// An attempt continues while its cost shrinks by the factor `shrink` within `within` iterations, for at most
// `max_iterations`.
struct Patience {
  double shrink, first_shrink;  // first_shrink: of a query's first attempt
  int within;                   // 2 or 3
  int max_iterations;

  // Among obstacles, late attempts continue while the cost shrinks by this factor within 5 iterations, for at
  // most this many. Where the first attempts failed, the way is narrow; where it is wide, late attempts from
  // the beginning would take a tenth more evaluations.
  static constexpr int late_max_iterations = 100;
  static constexpr double late_shrink = 0.7;

  static Patience of(const Problem& problem);
};

class AttemptLanes {
 public:
  enum class Kind { first, later, late };  // `late` only among obstacles

  AttemptLanes(const Problem& problem, bool eased);

  // One bit per lane.
  unsigned busy() const { return busy_; }
  unsigned idle() const { return ~busy_ & all_lanes; }

  // Begins an attempt in an idle lane. `query` counts the queries of all runs.
  void begin(int lane, const Query& query, std::int64_t number, const double* q, Kind kind);
  void end(unsigned lanes) { busy_ &= ~lanes; }

  struct Ended {
    unsigned accepted, hopeless;  // one bit per lane
  };
  // Takes the steps that are due and looks at all configurations.
  Ended evaluate();

  int iterations(int lane) const { return static_cast<int>(iteration_[lane]); }
  double cost(int lane) const { return cost1_[lane]; }
  double plain_cost(int lane) const { return descent_->plain_cost()[lane]; }
  double first_cost(int lane) const { return first_cost_[lane]; }  // at the attempt's start
  // Writes the variables that the goals depend on.
  void read(int lane, double* q) const;

  int max_iterations() const { return max_iterations_; }

 private:
  static constexpr unsigned all_lanes = (1u << pack_lanes) - 1;

  void step();
  void set_query(int lane, const Query& query, std::int64_t number);
  void forget_costs(const Mask& begun);

  std::unique_ptr<Descent> descent_;
  bool has_obstacles_;
  Patience patience_;
  int max_iterations_;          // of any attempt
  std::vector<int> variables_;  // that the goals depend on
  std::vector<Pack> q_;
  Pack cost1_, cost2_, cost3_;  // the cost 1, 2 and 3 iterations ago
  Pack cost4_, cost5_;          // the same, kept only among obstacles
  Pack first_cost_;
  Pack iteration_;
  // One bit per lane: attempts; those that begun since the last look; first attempts of a query; late ones.
  unsigned busy_ = 0, new_ = 0, first_ = 0, late_ = 0;
  bool step_is_due_ = false;
  std::array<std::int64_t, pack_lanes> query_of_{};  // the query whose parameters the lane has
};

}  // namespace memetik

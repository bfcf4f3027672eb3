// The chain of joints from the root to a link, as a start table needs it.
#pragma once

#include <numbers>
#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/runtime/random.hpp"

namespace memetik {

// A serial chain whose first and last joint turn independently of all others, so that a configuration for
// one pose serves for all poses that differ by turns of these two. The tree must outlive it.
class StartTableChain {
 public:
  // Throws std::invalid_argument where the link does not hang on such a chain.
  StartTableChain(const Tree& tree, int link);

  // An entry of q with its search interval: its limits, of an angle that turns farther one turn.
  struct Variable {
    int index;
    double lower, upper;
    double middle() const { return 0.5 * (lower + upper); }
  };
  // Each once; the first joint's comes first, the last joint's last.
  const std::vector<Variable>& variables() const { return variables_; }

  // The first joint's place in the root's frame; its axis is z.
  const Frame<double>& base() const { return base_; }
  // A point on the last joint's axis and axes fixed to that joint, z along it; in the link's frame.
  const Frame<double>& tip() const { return tip_; }

  // Random configurations, row after row, zero outside of the chain, and the link's pose at each.
  struct Draws {
    std::vector<double> q;
    std::vector<Frame<double>> poses;
  };
  Draws draw(std::size_t count, RandomStream& random) const;

  // A start is what the table keeps of a configuration: distances from the middle of the search intervals,
  // for the first and the last joint without so many turns [rad].
  void detach(const double* q, double first, double last, float* start) const;
  // Whether a start respects the limits with these turns added.
  bool fits(const float* start, double first, double last) const {
    return fits(variables_.front(), start[0] + first) &
           fits(variables_.back(), start[variables_.size() - 1] + last);
  }
  // The configuration of a start that fits; other variables stay as they are.
  void attach(const float* start, double first, double last, double* q) const;

 private:
  // By whole turns to within half a turn of zero. Adding and subtracting `magic` rounds to an integer.
  static double wrapped(double angle) {
    constexpr double turn = 2 * std::numbers::pi, magic = 0x1.8p52;
    return angle - turn * ((angle * (1 / turn) + magic) - magic);
  }
  static bool fits(const Variable& v, double from_middle) {
    return abs(wrapped(from_middle)) <= 0.5 * (v.upper - v.lower);
  }

  const Tree* tree_;
  int link_;
  std::vector<Variable> variables_;
  Frame<double> base_, tip_;
};

}  // namespace memetik

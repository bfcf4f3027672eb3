// The chain of joints from the root to a link, as a start table needs it.
#pragma once

#include <numbers>
#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/runtime/random.hpp"

namespace memetik {

// A serial chain whose first and last joint turn independently of all others. So a configuration for one pose
// also serves all poses that differ from it by turns of these two joints. The tree must outlive the chain.
class StartTableChain {
 public:
  // Throws std::invalid_argument if the joints from the root to the link do not form such a chain.
  StartTableChain(const Tree& tree, int link);

  // An entry of q with its search interval: its limits, or one turn if they allow an angle more than that.
  struct Variable {
    int index;
    double lower, upper;
    double middle() const { return 0.5 * (lower + upper); }
  };
  // Each variable of the chain once, in the order of the joints.
  const std::vector<Variable>& variables() const { return variables_; }

  // The first joint's place in the root's frame; its axis is z.
  const Frame<double>& base() const { return base_; }
  // A frame fixed to the last joint, with its origin and z on the joint's axis; in the link's frame.
  const Frame<double>& tip() const { return tip_; }

  // Random configurations, row by row and zero outside of the chain, and the link's pose for each.
  struct Draws {
    std::vector<double> q;
    std::vector<Frame<double>> poses;
  };
  Draws draw(std::size_t count, RandomStream& random) const;

  // A start is the form in which the table stores a configuration: differences from the middles of the search
  // intervals, reduced by the turns `first` and `last` [rad] for the first and the last joint.
  void encode(const double* q, double first, double last, float* start) const;
  // Whether a start is within the limits after these turns are added.
  bool fits(const float* start, double first, double last) const {
    return fits(variables_.front(), start[0] + first) &
           fits(variables_.back(), start[variables_.size() - 1] + last);
  }
  // Writes the configuration of a start that fits; variables outside of the chain keep their values.
  void decode(const float* start, double first, double last, double* q) const;

 private:
  // Adds whole turns to bring the angle within half a turn of zero. Adding and subtracting `magic` rounds to
  // an integer.
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

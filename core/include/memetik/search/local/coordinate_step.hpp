// Cyclic coordinate descent: minimises the cost over one variable after the other (Wang and Chen 1991).
#pragma once

#include "memetik/kinematics/incremental.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/local_step.hpp"

namespace memetik {

// It supports one or several position goals in the root's frame, with points p, targets t and weights w. It
// goes from the last variable to the first and minimises sum w |p - t|^2. For a rotation about the axis a
// through o, the optimal angle is
//   theta = atan2(sum w a . (p - o) x (t - o), sum w (p - o)' . (t - o)'),   ' perpendicular to the axis;
// for a translation along a, the optimal distance is sum w a . (t - p) / sum w. The best value within the
// bounds is taken. Other variables, those of spherical joints or of several joints, go to the minimum of a
// fitted parabola.
class CoordinateStep final : public LocalStep {
 public:
  explicit CoordinateStep(const Problem& problem);

  void evaluate(const double* q) override;
  bool step(double* q) override;  // visits every variable once
  int patience() const override { return 40; }

 private:
  enum class Way : unsigned char { turn, slide, other };
  struct Coordinate {
    int variable;
    Way way;
    int segment;        // the segment that the variable moves
    double multiplier;  // joint motion per unit of the variable
  };
  struct Place {  // a position goal
    int link;
    double weight;
    Vec3<double> point, target;
  };

  void begin_query() override;
  Coordinate coordinate_of(int variable) const;
  bool moves(const Coordinate& coordinate, const Place& place) const;
  double best_turn(const Coordinate& coordinate, const Interval& range);
  double best_slide(const Coordinate& coordinate, const Interval& range);
  double best_by_parabola(int variable, const Interval& range);
  double cost_after(int variable, double value);

  IncrementalKinematics<> kinematics_;
  std::vector<Coordinate> coordinates_;  // per active variable
  std::vector<Place> places_;
};

}  // namespace memetik

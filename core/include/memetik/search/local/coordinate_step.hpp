// Cyclic coordinate descent: one variable after the other goes where it is best (Wang and Chen 1991).
#pragma once

#include "memetik/kinematics/incremental.hpp"
#include "memetik/search/box.hpp"
#include "memetik/search/local/local_step.hpp"

namespace memetik {

// For positions fixed to the root, one or several, with weights w. From the last variable to the first:
// points p that turn about an axis a through o come nearest their targets t, sum w |p - t|^2, after
//   theta = atan2(sum w a . (p - o) x (t - o), sum w (p - o)' . (t - o)'),   ' across the axis;
// points that slide along it after sum w a . (t - p) / sum w. At bounds the best place within them is taken.
// Variables that do neither, of balls or with several joints, go to the lowest point of a parabola.
class CoordinateStep final : public LocalStep {
 public:
  explicit CoordinateStep(const Problem& problem);

  void look(const double* q) override;
  bool step(double* q) override;  // all variables, once
  int patience() const override { return 40; }

 private:
  enum class Way : unsigned char { turn, slide, other };
  struct Coordinate {
    int variable;
    Way way;
    int segment;        // that it moves
    double multiplier;  // of the variable
  };
  struct Place {  // a goal
    int link;
    double weight;
    Vec3<double> point, target;
  };

  void begin_query() override;
  Coordinate coordinate_of(int variable) const;
  bool moves(const Coordinate& coordinate, const Place& place) const;
  double turned(const Coordinate& coordinate, const Interval& range);
  double slid(const Coordinate& coordinate, const Interval& range);
  double along_parabola(int variable, const Interval& range);
  double cost_after(int variable, double value);

  IncrementalKinematics<> kinematics_;
  std::vector<Coordinate> coordinates_;  // per active variable
  std::vector<Place> places_;
};

}  // namespace memetik

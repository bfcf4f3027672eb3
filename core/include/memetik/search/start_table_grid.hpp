// Where a pose belongs in a start table.
#pragma once

#include <span>
#include <vector>

#include "memetik/search/start_table_chain.hpp"

namespace memetik {

// Poses of a chain's link, modulo turns of the first and of the last joint, in cells of a regular grid over
// what is left: the distance of a point of the last axis from the first axis, its height along it, and the
// direction of the last axis seen from where that point has azimuth zero.
class StartTableGrid {
 public:
  struct Shape {
    int radius, height;
    int direction;  // cells along each side of the square that the sphere of directions is mapped to
  };
  struct Place {
    int cell = -1;               // -1: nowhere
    double first = 0, last = 0;  // turns [rad] from the cell's own poses to the one looked up
  };

  // Spans the given poses of the chain's link; those outside belong to the cells at the border.
  StartTableGrid(const StartTableChain& chain, const Shape& shape, std::span<const Frame<double>> poses);

  int cell_count() const;
  Place find(const Frame<double>& pose) const;

 private:
  struct Point {
    double x, y;
  };
  // The last joint's point and axes in cylinder coordinates about the first joint's axis.
  struct Canonical {
    double radius, height;
    Point azimuth;      // cosine and sine
    Vec3<double> x, z;  // axes, turned back by the azimuth
  };
  struct Axis {  // of the grid
    double from = 0, per_unit = 0;
    int count = 1;
    int cell(double value) const;
  };
  // A direction and one perpendicular to it: where the turn of the last joint is counted from.
  struct Reference {
    Vec3<double> direction, perpendicular;
  };

  Canonical canonical(const Frame<double>& pose) const;
  static Point turn_of_last(const Canonical& c, const Reference& reference);
  static Point octahedral(const Vec3<double>& direction);
  static Vec3<double> direction_at(const Point& point);

  Frame<double> to_base_, tip_;
  Axis radius_, height_, direction_;
  std::vector<Reference> references_;  // per cell of directions: its middle
};

}  // namespace memetik

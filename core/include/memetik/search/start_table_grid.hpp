// The grid of a start table: it maps a pose to a cell.
#pragma once

#include <span>
#include <vector>

#include "memetik/search/start_table_chain.hpp"

namespace memetik {

// Poses of a chain's link, modulo turns of the first and of the last joint, fall into the cells of a regular
// grid over the remaining coordinates: the distance of a point on the last axis from the first axis, its
// height along the first axis, and the direction of the last axis after the point is turned to azimuth zero.
class StartTableGrid {
 public:
  struct Shape {
    int radius, height;
    int direction;  // cells along each side of the square onto which the sphere of directions is mapped
  };
  struct Lookup {                // the result for one pose
    int cell = -1;               // -1: no cell
    double first = 0, last = 0;  // turns [rad] of the two joints from the cell's poses to the given pose
  };

  // The grid spans the given poses of the chain's link; poses outside of it fall into border cells.
  StartTableGrid(const StartTableChain& chain, const Shape& shape, std::span<const Frame<double>> poses);

  int cell_count() const;
  Lookup find(const Frame<double>& pose) const;

 private:
  struct Point {
    double x, y;
  };
  // The last joint's point and axes in cylindrical coordinates about the first joint's axis.
  struct Canonical {
    double radius, height;
    Point azimuth;      // cosine and sine
    Vec3<double> x, z;  // axes, turned back by the azimuth
  };
  struct Axis {  // one dimension of the grid
    double from = 0, per_unit = 0;
    int count = 1;
    int cell(double value) const;
  };
  // A direction and a perpendicular to it, from which the turn of the last joint is measured.
  struct Reference {
    Vec3<double> direction, perpendicular;
  };

  Canonical canonical(const Frame<double>& pose) const;
  static Point turn_of_last(const Canonical& c, const Reference& reference);
  static Point octahedral(const Vec3<double>& direction);
  static Vec3<double> direction_at(const Point& point);

  Frame<double> to_base_, tip_;
  Axis radius_, height_, direction_;
  std::vector<Reference> references_;  // for the middle of each cell of directions
};

}  // namespace memetik

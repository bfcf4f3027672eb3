// The signed distance of points from a mesh.
#pragma once

#include <cmath>

#include "memetik/collision/mesh_tree.hpp"
#include "memetik/collision/mesh_winding.hpp"

namespace memetik {

// Constant after construction: any number of threads may use it.
class MeshDistance {
 public:
  struct Nearest {
    double distance;     // not signed
    Vec3<double> point;  // of the mesh
    int triangle;        // of the repaired mesh
  };

  explicit MeshDistance(const RepairedMesh& repaired);

  // The smaller of the distance and the bound. A bound that is little more than the distance saves most of
  // the time.
  double unsigned_distance(const Vec3<double>& point, double upper_bound = HUGE_VAL) const;

  // The point must be finite.
  Nearest nearest(const Vec3<double>& point) const;

  // The distances of several points; points near each other save time. `nearest` has a point of the mesh for
  // each of them, any, but near ones save most of the time; it is replaced by the nearest.
  Pack nearest_points(const Vec3<Pack>& points, Vec3<Pack>& nearest) const;

  // How often the mesh winds around a point, to about 0.03; see MeshWinding.
  double winding(const Vec3<double>& point) const { return winding_.at(tree_, point); }

  // Negative where the winding number exceeds 0.5: inside, if the mesh is closed. Surfaces inside overlapping
  // components count too, so there the distance may be too short.
  double signed_distance(const Vec3<double>& point) const;
  bool is_inside(const Vec3<double>& point) const;

  const BoundingBox& box() const { return tree_.box; }
  bool closed() const { return closed_; }
  const RepairReport& report() const { return report_; }

 private:
  struct Found {
    double squared_distance;
    std::int32_t leaf = -1, lane = 0;  // leaf -1: none within the bound
  };
  Found search(const Vec3<double>& point, double squared_bound) const;

  MeshTree tree_;
  MeshWinding winding_;
  RepairReport report_;
  bool closed_;
};

}  // namespace memetik

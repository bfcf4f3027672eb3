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

  // A guess is any point of the mesh with its triangle; its distance does not matter, but a near guess saves
  // most of the time.
  Nearest nearest(const Vec3<double>& point) const;
  Nearest nearest(const Vec3<double>& point, const Nearest& guess) const;

  // How often the mesh winds around a point, to about 0.03; see MeshWinding.
  double winding(const Vec3<double>& point) const { return winding_.at(tree_, point); }

  // Negative where the winding number exceeds 0.5: inside, if the mesh is closed.
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
  Nearest located(const Vec3<double>& point, const Found& found) const;

  MeshTree tree_;
  MeshWinding winding_;
  RepairReport report_;
  bool closed_;
};

}  // namespace memetik

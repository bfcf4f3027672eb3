#include "memetik/collision/mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "memetik/collision/bounding_box.hpp"
#include "memetik/collision/mesh_orientation.hpp"

namespace memetik {

namespace {

constexpr double merge_distance = 1e-9;  // relative to the extent

void check_input(const Mesh& mesh) {
  if (mesh.triangles.empty()) throw std::invalid_argument("the mesh has no triangles");
  const auto is_finite = [](const Vec3<double>& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
  };
  const auto bad = std::count_if(mesh.vertices.begin(), mesh.vertices.end(),
                                 [&](const Vec3<double>& v) { return !is_finite(v); });
  if (bad > 0) throw std::invalid_argument("non-finite vertices of the mesh: " + std::to_string(bad));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const int vertex : mesh.triangles[i])
      if (vertex < 0 || vertex >= static_cast<int>(mesh.vertices.size()))
        throw std::invalid_argument("triangle " + std::to_string(i) + " has the vertex " +
                                    std::to_string(vertex) + ", but the mesh has " +
                                    std::to_string(mesh.vertices.size()) + " vertices");
}

// Finds earlier points within a tolerance, in a grid of cells twice as wide.
class MergedPoints {
 public:
  MergedPoints(const BoundingBox& box, double tolerance, std::vector<Vec3<double>>& points)
      : origin_(box.lower), tolerance_(tolerance), points_(points) {}

  // The index of an earlier point within the tolerance, or of this one, which is then added.
  int index_of(const Vec3<double>& p) {
    const Vec3<double> local = p - origin_;
    for (int corner = 0; corner < 8; ++corner) {
      const auto shift = [&](int bit) { return (corner >> bit & 1) != 0 ? tolerance_ : -tolerance_; };
      const auto found = cells_.find(cell(local + Vec3<double>{shift(0), shift(1), shift(2)}));
      if (found == cells_.end()) continue;
      for (const int i : found->second)
        if (norm(points_[static_cast<std::size_t>(i)] - p) <= tolerance_) return i;
    }
    points_.push_back(p);
    const int index = static_cast<int>(points_.size()) - 1;
    cells_[cell(local)].push_back(index);
    return index;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  struct Hash {
    std::size_t operator()(const Cell& c) const {
      std::uint64_t h = 0;
      for (const std::int64_t x : c) h = (h ^ static_cast<std::uint64_t>(x)) * 0x9e3779b97f4a7c15u;
      return static_cast<std::size_t>(h ^ (h >> 32));
    }
  };
  Cell cell(const Vec3<double>& p) const {
    const auto number = [&](double x) { return static_cast<std::int64_t>(std::floor(x / (2 * tolerance_))); };
    return {number(p.x), number(p.y), number(p.z)};
  }

  Vec3<double> origin_;
  double tolerance_;
  std::vector<Vec3<double>>& points_;
  std::unordered_map<Cell, std::vector<int>, Hash> cells_;
};

// The mesh with coinciding vertices merged and unused ones removed.
Mesh merge_vertices(const Mesh& mesh, RepairReport& report) {
  BoundingBox box;
  std::vector<bool> used(mesh.vertices.size());
  for (const Triangle& triangle : mesh.triangles)
    for (const int vertex : triangle) {
      used[static_cast<std::size_t>(vertex)] = true;
      box.add(mesh.vertices[static_cast<std::size_t>(vertex)]);
    }
  const double tolerance = merge_distance * norm(box.size());
  if (!(tolerance > 1e-300)) throw std::invalid_argument("all vertices of the mesh coincide");
  if (!std::isfinite(tolerance)) throw std::invalid_argument("the mesh is too large");
  Mesh merged;
  MergedPoints points(box, tolerance, merged.vertices);
  std::vector<int> index(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!used[i]) continue;
    const std::size_t before = merged.vertices.size();
    index[i] = points.index_of(mesh.vertices[i]);
    if (merged.vertices.size() == before) ++report.merged_vertices;
  }
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return index[static_cast<std::size_t>(t[k])]; };
    merged.triangles.push_back({at(0), at(1), at(2)});
  }
  return merged;
}

bool is_collinear(const Mesh& mesh, const Triangle& t) {
  const auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
  const Vec3<double> ab = at(1) - at(0), ac = at(2) - at(0), bc = at(2) - at(1);
  const double longest = max(dot(ab, ab), max(dot(ac, ac), dot(bc, bc)));
  return norm(cross(ab, ac)) <= merge_distance * longest;
}

void remove_degenerate_triangles(Mesh& mesh, RepairReport& report) {
  const auto is_degenerate = [](const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; };
  report.degenerate_triangles = static_cast<int>(std::erase_if(mesh.triangles, is_degenerate));
  if (mesh.triangles.empty())
    throw std::invalid_argument("the mesh has only degenerate triangles: " +
                                std::to_string(report.degenerate_triangles));
}

// A triangle with several copies keeps one. If the mesh is closed as it is, copies of opposite orientation
// are the wall between two touching bodies, and both are removed.
void remove_duplicate_triangles(Mesh& mesh, RepairReport& report) {
  struct Copy {
    Triangle corners;  // in ascending order
    bool even;         // whether this order has the triangle's orientation
    std::size_t number;
  };
  std::vector<Copy> copies;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Triangle t = mesh.triangles[i];
    const bool even = (t[0] < t[1]) + (t[1] < t[2]) + (t[2] < t[0]) == 2;
    std::sort(t.begin(), t.end());
    copies.push_back({t, even, i});
  }
  std::stable_sort(copies.begin(), copies.end(),
                   [](const Copy& a, const Copy& b) { return a.corners < b.corners; });
  const bool walls = is_closed(mesh.triangles);
  std::vector<bool> keep(mesh.triangles.size());
  for (std::size_t first = 0, last; first < copies.size(); first = last) {
    int even = 0;
    for (last = first; last < copies.size() && copies[last].corners == copies[first].corners; ++last)
      even += copies[last].even ? 1 : -1;
    if (walls && even == 0) continue;
    std::size_t kept = first;
    while (walls && copies[kept].even != (even > 0)) ++kept;
    keep[copies[kept].number] = true;
  }
  std::vector<Triangle> kept;
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i]) kept.push_back(mesh.triangles[i]);
  report.duplicate_triangles = static_cast<int>(mesh.triangles.size() - kept.size());
  mesh.triangles = std::move(kept);
  if (mesh.triangles.empty()) throw std::invalid_argument("the mesh has no volume: its two sides coincide");
}

}  // namespace

RepairedMesh repair(const Mesh& mesh, Open open) {
  check_input(mesh);
  RepairedMesh repaired;
  repaired.mesh = merge_vertices(mesh, repaired.report);
  remove_degenerate_triangles(repaired.mesh, repaired.report);
  remove_duplicate_triangles(repaired.mesh, repaired.report);
  for (const Triangle& t : repaired.mesh.triangles)
    if (is_collinear(repaired.mesh, t)) ++repaired.report.collinear_triangles;
  const OpenEdges open_edges = orient(repaired.mesh, repaired.report);
  repaired.closed = open_edges.count == 0;
  if (repaired.closed || open == Open::allowed) return repaired;
  const std::string place = ", first " + place_text(open_edges.first);
  if (open_edges.count == open_edges.crowded)
    throw std::invalid_argument("the mesh does not separate an inside from an outside: at " +
                                std::to_string(open_edges.count) + " edges more than two triangles meet" +
                                place);
  throw std::invalid_argument("the mesh is open: " + std::to_string(repaired.report.boundary_edges) +
                              " boundary edges" + place + "; only without holes it has an inside");
}

}  // namespace memetik

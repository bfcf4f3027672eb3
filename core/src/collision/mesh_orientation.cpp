#include "memetik/collision/mesh_orientation.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

#include "memetik/collision/bounding_box.hpp"
#include "memetik/collision/mesh_winding.hpp"

namespace memetik {

namespace {

constexpr std::size_t containment_samples =
    8;  // vertices by which one component is found to be inside another

// One side of a triangle. Sides of the same edge have the same ends.
struct Side {
  int low, high;  // vertices
  int triangle;
  bool ascending;  // whether the triangle runs from low to high

  bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

std::vector<Side> sorted_sides(const std::vector<Triangle>& triangles) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = triangles[i][k], b = triangles[i][(k + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), static_cast<int>(i), a < b});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::array{a.low, a.high, a.triangle} < std::array{b.low, b.high, b.triangle};
  });
  return sides;
}

// Calls visit(first, last) for the sides of each edge.
template <class Visit>
void for_each_edge(const std::vector<Side>& sides, Visit visit) {
  for (std::size_t first = 0, last; first < sides.size(); first = last) {
    last = first + 1;
    while (last < sides.size() && sides[last].same_edge(sides[first])) ++last;
    visit(first, last);
  }
}

// The triangles of a mesh while they are oriented.
class Orientation {
 public:
  Orientation(Mesh& mesh, RepairReport& report)
      : mesh_(mesh),
        report_(report),
        sides_(sorted_sides(mesh.triangles)),
        neighbours_(mesh.triangles.size()),
        flipped_(mesh.triangles.size()),
        component_(mesh.triangles.size(), -1) {
    const bool closed = open_edges().count == 0;
    for_each_edge(sides_, [&](std::size_t first, std::size_t last) {
      if (last - first == 1) ++report_.boundary_edges;
      if (last - first > 2) ++report_.crowded_edges;
      if (last - first == 2)
        connect(sides_[first], sides_[first + 1], sides_[first].ascending == sides_[first + 1].ascending);
      // Which triangles of a crowded edge belong together is known only if all orientations are right
      // already.
      for (std::size_t i = first + 1; i < last && last - first > 2 && closed; ++i)
        connect(sides_[i - 1], sides_[i], false);
    });
  }

  void run() {
    for (std::size_t i = 0; i < component_.size(); ++i)
      if (component_[i] < 0) flood(static_cast<int>(i));
    report_.components = static_cast<int>(members_.size());
    turn_outwards();
    for (std::size_t i = 0; i < flipped_.size(); ++i) {
      if (!flipped_[i]) continue;
      std::swap(mesh_.triangles[i][1], mesh_.triangles[i][2]);
      ++report_.flipped_triangles;
    }
  }

  OpenEdges open_edges() const {
    OpenEdges result;
    for_each_edge(sides_, [&](std::size_t first, std::size_t last) {
      int sum = 0;
      for (std::size_t i = first; i < last; ++i)
        sum += sides_[i].ascending != flipped_[at(sides_[i].triangle)] ? 1 : -1;
      if (sum == 0) return;
      const Side& side = sides_[first];
      if (result.count++ == 0)
        result.first = 0.5 * (mesh_.vertices[at(side.low)] + mesh_.vertices[at(side.high)]);
      if (last - first > 2) ++result.crowded;
    });
    return result;
  }

 private:
  struct Neighbour {
    int triangle;
    bool opposed;  // whether it is oriented the other way in the original mesh
  };

  // Of one component.
  struct Winding {
    explicit Winding(const Mesh& mesh) : tree(mesh), winding(tree) {}
    double at(const Vec3<double>& p) const { return winding.at(tree, p); }

    MeshTree tree;
    MeshWinding winding;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }
  Vec3<double> vertex(int triangle, std::size_t corner) const {
    return mesh_.vertices[at(mesh_.triangles[at(triangle)][corner])];
  }

  void connect(const Side& a, const Side& b, bool opposed) {
    neighbours_[at(a.triangle)].push_back({b.triangle, opposed});
    neighbours_[at(b.triangle)].push_back({a.triangle, opposed});
  }

  // Orients the component of this triangle like it.
  void flood(int start) {
    const int number = static_cast<int>(members_.size());
    std::vector<int> members{start};
    component_[at(start)] = number;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const int triangle = members[i];
      for (const auto& [other, opposed] : neighbours_[at(triangle)]) {
        const bool flip = flipped_[at(triangle)] != opposed;
        if (component_[at(other)] < 0) {
          component_[at(other)] = number;
          flipped_[at(other)] = flip;
          members.push_back(other);
        } else if (flipped_[at(other)] != flip) {
          throw std::invalid_argument(
              "the mesh is not orientable: a strip of its " + std::to_string(mesh_.triangles.size()) +
              " triangles meets itself upside down, first " + place_text(vertex(triangle, 0)));
        }
      }
    }
    members_.push_back(std::move(members));
  }

  // Six times the volume between a component and its middle. Seen from the middle, holes hardly matter.
  double volume(const std::vector<int>& members, const Vec3<double>& middle) const {
    double sum = 0;
    for (const int t : members) {
      const double part = dot(vertex(t, 0) - middle, cross(vertex(t, 1) - middle, vertex(t, 2) - middle));
      sum += flipped_[at(t)] ? -part : part;
    }
    return sum;
  }

  // Components that intersect are not inside each other, so several vertices are tested.
  bool is_inside(const std::vector<int>& inner, const Winding& outer) const {
    const std::size_t stride = 1 + inner.size() / containment_samples;
    for (std::size_t i = 0; i < inner.size(); i += stride)
      if (abs(outer.at(vertex(inner[i], i % 3))) <= 0.5) return false;
    return true;
  }

  // For each component, whether it is inside an odd number of others.
  std::vector<bool> inner_components(const std::vector<BoundingBox>& boxes) const {
    std::vector<bool> inner(members_.size());
    for (std::size_t outer = 0; outer < members_.size(); ++outer) {
      std::unique_ptr<const Winding> winding;  // made if a component may be inside
      for (std::size_t c = 0; c < members_.size(); ++c) {
        if (c == outer || !boxes[outer].contains(boxes[c])) continue;
        if (!winding) winding = std::make_unique<const Winding>(part(members_[outer]));
        if (is_inside(members_[c], *winding)) inner[c] = !inner[c];
      }
    }
    return inner;
  }

  Mesh part(const std::vector<int>& members) const {
    Mesh result{mesh_.vertices, {}};
    for (const int t : members) {
      Triangle triangle = mesh_.triangles[at(t)];
      if (flipped_[at(t)]) std::swap(triangle[1], triangle[2]);
      result.triangles.push_back(triangle);
    }
    return result;
  }

  void turn_outwards() {
    std::vector<BoundingBox> boxes(members_.size());
    for (std::size_t c = 0; c < members_.size(); ++c)
      for (const int t : members_[c])
        for (std::size_t k = 0; k < 3; ++k) boxes[c].add(vertex(t, k));
    const std::vector<bool> inner = inner_components(boxes);
    for (std::size_t c = 0; c < members_.size(); ++c) {
      const bool outwards = volume(members_[c], boxes[c].middle()) >= 0;
      if (outwards != inner[c]) continue;
      for (const int t : members_[c]) flipped_[at(t)] = !flipped_[at(t)];
    }
  }

  Mesh& mesh_;
  RepairReport& report_;
  std::vector<Side> sides_;  // of the original orientation, sorted by edge
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<bool> flipped_;
  std::vector<int> component_;
  std::vector<std::vector<int>> members_;  // the triangles of each component
};

}  // namespace

std::string place_text(const Vec3<double>& p) {
  char text[96];
  std::snprintf(text, sizeof text, "near (%.6g, %.6g, %.6g)", p.x, p.y, p.z);
  return text;
}

bool is_closed(const std::vector<Triangle>& triangles) {
  bool closed = true;
  const std::vector<Side> sides = sorted_sides(triangles);
  for_each_edge(sides, [&](std::size_t first, std::size_t last) {
    const auto ascending = std::count_if(sides.begin() + static_cast<std::ptrdiff_t>(first),
                                         sides.begin() + static_cast<std::ptrdiff_t>(last),
                                         [](const Side& side) { return side.ascending; });
    closed = closed && 2 * static_cast<std::size_t>(ascending) == last - first;
  });
  return closed;
}

OpenEdges orient(Mesh& mesh, RepairReport& report) {
  Orientation orientation(mesh, report);
  orientation.run();
  return orientation.open_edges();
}

}  // namespace memetik

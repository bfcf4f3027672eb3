#include "memetik/collision/convex_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace memetik {

namespace {

using Point = Vec3<double>;

constexpr int most_steps = 24;
constexpr double accuracy = 2e-6;  // [m]

// Of all normals of a hull, the largest gap to a box. `relative` is the frame of the box in that of the hull.
double gap_along_normals(const Hull& hull, const RoundedBox& box, const Frame<double>& relative) {
  if (!box.is_bounded()) return -HUGE_VAL;
  double gap = -HUGE_VAL;
  for (const auto& [normal, offset] : hull.faces) {
    const double extent = box.half.x * std::abs(dot(normal, relative.x)) +
                          box.half.y * std::abs(dot(normal, relative.y)) +
                          box.half.z * std::abs(dot(normal, relative.z));
    gap = std::max(gap, dot(normal, relative.p) - offset - extent);
  }
  return gap - box.radius;
}

// The point of a part, without the rounding of its edges, that is the farthest in a direction.
Point farthest(const ConvexPart& part, const Point& direction) {
  const std::vector<Point>& corners = part.hull->corners;
  if (corners.empty()) {
    const Point& half = part.box.half;
    return {std::copysign(half.x, direction.x), std::copysign(half.y, direction.y),
            std::copysign(half.z, direction.z)};
  }
  const Point* best = &corners[0];
  double height = dot(*best, direction);
  for (const Point& corner : corners)
    if (const double other = dot(corner, direction); other > height) {
      height = other;
      best = &corner;
    }
  return *best;
}

// Up to four points, of which only those are kept that the point of their hull nearest to the origin needs.
class Simplex {
 public:
  void add(const Point& point) { points_[count_++] = point; }
  // The nearest point; the origin if it is inside.
  Point nearest() {
    switch (count_) {
      case 1: return points_[0];
      case 2: return keep(on_segment(points_[0], points_[1]));
      case 3: return keep(on_triangle(points_[0], points_[1], points_[2]));
      default: return keep(in_tetrahedron());
    }
  }

 private:
  struct Nearest {
    Point point;
    std::array<Point, 3> kept;
    std::size_t count;

    bool operator<(const Nearest& other) const { return dot(point, point) < dot(other.point, other.point); }
  };

  Point keep(const Nearest& nearest) {
    std::copy_n(nearest.kept.begin(), nearest.count, points_.begin());
    count_ = nearest.count;
    return nearest.point;
  }

  static Nearest on_segment(const Point& a, const Point& b) {
    const Point ab = b - a;
    const double along = -dot(a, ab), square = dot(ab, ab);
    if (along <= 0) return {a, {a}, 1};
    if (along >= square) return {b, {b}, 1};
    return {a + (along / square) * ab, {a, b}, 2};
  }

  // On the plane if the origin is above the triangle, else on an edge.
  static Nearest on_triangle(const Point& a, const Point& b, const Point& c) {
    const Point normal = cross(b - a, c - a);
    const double square = dot(normal, normal);
    const bool above = square > 0 && dot(cross(b - a, normal), a) >= 0 && dot(cross(c - b, normal), b) >= 0 &&
                       dot(cross(a - c, normal), c) >= 0;
    if (above) return {(dot(a, normal) / square) * normal, {a, b, c}, 3};
    return std::min({on_segment(a, b), on_segment(b, c), on_segment(c, a)});
  }

  Nearest in_tetrahedron() const {
    const auto& [a, b, c, d] = points_;
    const auto beyond = [](const Point& p, const Point& q, const Point& r, const Point& opposite) {
      const Point normal = cross(q - p, r - p);
      return dot(normal, p) * dot(normal, opposite - p) >= 0;  // the origin is not on the opposite's side
    };
    Nearest best{{0, 0, 0}, {}, 0};
    bool found = false;
    const auto consider = [&](const Point& p, const Point& q, const Point& r, const Point& opposite) {
      if (!beyond(p, q, r, opposite)) return;
      const Nearest other = on_triangle(p, q, r);
      if (!found || other < best) best = other;
      found = true;
    };
    consider(a, b, c, d);
    consider(a, b, d, c);
    consider(a, c, d, b);
    consider(b, c, d, a);
    return best;
  }

  std::array<Point, 4> points_;
  std::size_t count_ = 0;
};

Point clamped(const Point& point, const Point& half) {
  return {std::clamp(point.x, -half.x, half.x), std::clamp(point.y, -half.y, half.y),
          std::clamp(point.z, -half.z, half.z)};
}

// From a point of b's box to one of a's that is near it.
Point between_boxes(const RoundedBox& a, const RoundedBox& b, const Frame<double>& relative) {
  const Point on_a = clamped(relative.p, a.half);
  const Point on_b = apply(relative, clamped(rotate_back(relative, on_a - relative.p), b.half));
  return clamped(on_b, a.half) - on_b;
}

// The algorithm of Gilbert, Johnson and Keerthi (1988): the direction to the nearest point of the differences
// of two points of the parts; every direction on the way gives a lower bound.
double gap_by_descent(const ConvexPart& a, const ConvexPart& b, const Frame<double>& relative, double bound,
                      double limit) {
  Point nearest = between_boxes(a.box, b.box, relative);
  if (dot(nearest, nearest) < accuracy * accuracy) nearest = -relative.p;
  if (!(dot(nearest, nearest) > 0)) return bound;
  const double radii = a.box.radius + b.box.radius;
  Simplex simplex;
  for (int step = 0; step < most_steps; ++step) {
    const double length = norm(nearest);
    const Point support =
        farthest(a, -nearest) - apply(relative, farthest(b, rotate_back(relative, nearest)));
    bound = std::max(bound, dot(nearest, support) / length - radii);
    if (bound >= limit || (step > 0 && length - radii - bound < accuracy)) break;
    simplex.add(support);
    nearest = simplex.nearest();
    if (dot(nearest, nearest) < accuracy * accuracy) break;
  }
  return bound;
}

}  // namespace

double separation(const ConvexPart& a, const ConvexPart& b, const Frame<double>& relative, double bound,
                  double limit) {
  bound = std::max({bound, gap_along_normals(*a.hull, b.box, relative),
                    gap_along_normals(*b.hull, a.box, inverse(relative))});
  if (bound >= limit || !a.box.is_bounded() || !b.box.is_bounded()) return bound;
  return gap_by_descent(a, b, relative, bound, limit);
}

}  // namespace memetik

#include "memetik/collision/triangulate.hpp"

#include <numeric>
#include <stdexcept>
#include <string>

namespace memetik {

namespace {

struct Point {
  double x, y;
  bool operator==(const Point&) const = default;
};

// Twice the signed area of a triangle.
double doubled_area(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The polygon's normal, whose length is twice its area (Newell's formula).
Vec3<double> newell_normal(const std::vector<Vec3<double>>& polygon) {
  Vec3<double> sum{0, 0, 0};
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    sum = sum + cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
  return sum;
}

// Drops the coordinate along which the polygon is thinnest, so that it stays counter-clockwise.
std::vector<Point> projected(const std::vector<Vec3<double>>& polygon) {
  const Vec3<double> n = newell_normal(polygon);
  const double x = abs(n.x), y = abs(n.y), z = abs(n.z);
  if (!(x + y + z > 0)) throw std::invalid_argument("the polygon has no area");
  std::vector<Point> points;
  for (const Vec3<double>& p : polygon) {
    if (z >= x && z >= y)
      points.push_back(n.z > 0 ? Point{p.x, p.y} : Point{p.y, p.x});
    else if (x >= y)
      points.push_back(n.x > 0 ? Point{p.y, p.z} : Point{p.z, p.y});
    else
      points.push_back(n.y > 0 ? Point{p.z, p.x} : Point{p.x, p.z});
  }
  return points;
}

// A polygon from which ears are cut off: triangles of three consecutive corners that no other corner is in.
class Ears {
 public:
  explicit Ears(std::vector<Point> points) : points_(std::move(points)), left_(points_.size()) {
    std::iota(left_.begin(), left_.end(), 0);
  }

  std::vector<Triangle> cut() {
    std::vector<Triangle> triangles;
    while (left_.size() > 3) {
      const std::size_t tip = best_ear();
      triangles.push_back(corners(tip));
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(tip));
    }
    triangles.push_back({left_[0], left_[1], left_[2]});
    if (shape(triangles.back()) <= flattest) throw std::invalid_argument("the polygon intersects itself");
    return triangles;
  }

 private:
  Triangle corners(std::size_t tip) const {
    const std::size_t n = left_.size();
    return {left_[(tip + n - 1) % n], left_[tip], left_[(tip + 1) % n]};
  }
  const Point& point(int corner) const { return points_[static_cast<std::size_t>(corner)]; }
  double area(const Triangle& t) const { return doubled_area(point(t[0]), point(t[1]), point(t[2])); }

  // How well shaped an ear is: its area over the square of its longest edge.
  double shape(const Triangle& t) const {
    double longest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Point &a = point(t[i]), &b = point(t[(i + 1) % 3]);
      longest = max(longest, (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return longest > 0 ? area(t) / longest : 0;
  }

  // Only corners at which the polygon is not convex can be the first to enter a triangle.
  bool is_ear(const Triangle& t) const {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      const Point& p = point(left_[i]);
      if (p == point(t[0]) || p == point(t[1]) || p == point(t[2])) continue;
      if (area(corners(i)) > 0) continue;
      bool inside = true;
      for (std::size_t k = 0; k < 3; ++k)
        inside = inside && doubled_area(point(t[k]), point(t[(k + 1) % 3]), p) >= 0;
      if (inside) return false;
    }
    return true;
  }

  // The best shaped ear; flat ears, whose corners are collinear, are cut last.
  std::size_t best_ear() const {
    std::size_t best = left_.size();
    double best_shape = flattest;
    for (std::size_t tip = 0; tip < left_.size(); ++tip) {
      const Triangle t = corners(tip);
      const double s = shape(t);
      if (s > best_shape && is_ear(t)) {
        best = tip;
        best_shape = s;
      }
    }
    if (best == left_.size()) throw std::invalid_argument("the polygon intersects itself");
    return best;
  }

  static constexpr double flattest = -1e-12;  // the shape of an ear that is flat up to rounding
  std::vector<Point> points_;
  std::vector<int> left_;
};

}  // namespace

std::vector<Triangle> triangulate(const std::vector<Vec3<double>>& polygon) {
  if (polygon.size() < 3)
    throw std::invalid_argument("a polygon needs three corners, got " + std::to_string(polygon.size()));
  if (polygon.size() == 3) return {{0, 1, 2}};
  return Ears(projected(polygon)).cut();
}

}  // namespace memetik

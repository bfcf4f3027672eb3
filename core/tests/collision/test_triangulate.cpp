#include <cmath>
#include <numbers>
#include <stdexcept>

#include "check.hpp"
#include "memetik/collision/triangulate.hpp"
#include "memetik/runtime/random.hpp"

using namespace memetik;

namespace {

using Polygon = std::vector<Vec3<double>>;

// Twice the area vector of a polygon.
Vec3<double> area(const Polygon& polygon) {
  Vec3<double> sum{0, 0, 0};
  for (std::size_t i = 0; i < polygon.size(); ++i)
    sum = sum + cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return sum;
}

// Checks that the triangles have the polygon's orientation and area: then they neither overlap nor leave it.
void check_cover(const Polygon& polygon) {
  const std::vector<Triangle> triangles = triangulate(polygon);
  CHECK(triangles.size() == polygon.size() - 2);
  const Vec3<double> normal = (1 / norm(area(polygon))) * area(polygon);
  double sum = 0;
  for (const auto& [a, b, c] : triangles) {
    const auto at = [&](int i) { return polygon[static_cast<std::size_t>(i)]; };
    const double part = dot(normal, area({at(a), at(b), at(c)}));
    CHECK(part > -1e-12);
    sum += part;
  }
  CHECK_NEAR(sum, norm(area(polygon)), 1e-9);
}

}  // namespace

TEST(triangles_of_a_concave_polygon_cover_it_once) {
  check_cover({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}});  // an L
  check_cover({{0, 0, 1}, {0, 4, 1}, {4, 4, 1}, {4, 0, 1}, {2, 3, 1}});             // a dent, clockwise
  check_cover({{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 2, 2}, {0, 1, 2}, {0, 0, 2}});  // collinear corners
  check_cover({{0, 0, 0},
               {4, 0, 0},
               {4, 4, 0},
               {0, 4, 0},
               {0, 0, 0},
               {1, 1, 0},
               {1, 3, 0},
               {3, 3, 0},
               {3, 1, 0},
               {1, 1, 0}});  // a hole, joined to the rim by a cut
}

TEST(triangles_of_random_stars_in_any_plane_cover_them_once) {
  RandomStream random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const int corners = 3 + random.below(30);
    const auto vector = [&] {
      return Vec3<double>{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    };
    const Vec3<double> u = vector(), w = vector(), origin = vector();
    const Vec3<double> v = (1 / norm(u)) * cross(u, (1 / norm(w)) * w);
    Polygon polygon;
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * std::numbers::pi * i / corners, r = random.uniform(0.1, 1);
      polygon.push_back(origin + (r * std::cos(angle)) * u + (r * std::sin(angle)) * v);
    }
    check_cover(polygon);
  }
}

TEST(polygons_without_area_and_polygons_that_intersect_themselves_are_refused) {
  CHECK_THROWS(triangulate({{0, 0, 0}, {1, 0, 0}}), std::invalid_argument);
  CHECK_THROWS(triangulate({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}}), std::invalid_argument);
  CHECK_THROWS(triangulate({{0, 0, 0}, {3, 0, 0}, {0, 1, 0}, {2, 1, 0}}),
               std::invalid_argument);  // a bow tie
}

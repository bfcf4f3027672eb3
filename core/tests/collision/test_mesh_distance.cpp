#include <cmath>
#include <thread>

#include "check.hpp"
#include "memetik/collision/mesh_distance.hpp"
#include "memetik/collision/primitive.hpp"
#include "memetik/collision/solid_angle.hpp"
#include "memetik/math/frame.hpp"
#include "memetik/runtime/random.hpp"
#include "meshes.hpp"

using namespace memetik;

namespace {

Vec3<double> random_point(RandomStream& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

// The nearest point of a triangle, by its Voronoi regions (Ericson 2005, chapter 5.1.5).
Vec3<double> nearest_point(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                           const Vec3<double>& c) {
  const Vec3<double> ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
  const double scale = 1 / (va + vb + vc);
  return a + (vb * scale) * ab + (vc * scale) * ac;
}

template <class Visit>
void for_each_triangle(const Mesh& mesh, Visit visit) {
  for (const Triangle& t : mesh.triangles) {
    const auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
    visit(at(0), at(1), at(2));
  }
}

double brute_force_distance(const Mesh& mesh, const Vec3<double>& p) {
  double best = HUGE_VAL;
  for_each_triangle(mesh, [&](const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    best = min(best, norm(p - nearest_point(p, a, b, c)));
  });
  return best;
}

double brute_force_winding(const Mesh& mesh, const Vec3<double>& p) {
  double sum = 0;
  for_each_triangle(mesh, [&](const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
    sum += winding_share(a - p, b - p, c - p);
  });
  return sum;
}

// Triangles of all sizes and shapes, in no order.
Mesh random_triangles(RandomStream& random, int count) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> place = random_point(random, 1);
    const double size = std::pow(10, random.uniform(-3, 0));
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(place + random_point(random, size));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

}  // namespace

TEST(distances_from_a_mesh_equal_the_least_over_all_triangles) {
  RandomStream random(1);
  for (const int count : {1, 2, 3, 4, 5, 16, 17, 21, 100, 1000}) {
    const RepairedMesh repaired = repair(random_triangles(random, count), Open::allowed);
    const MeshDistance distance(repaired);
    for (int i = 0; i < 300; ++i) {
      const Vec3<double> p = random_point(random, i % 2 == 0 ? 1 : 10);
      const double expected = brute_force_distance(repaired.mesh, p);
      CHECK_NEAR(distance.unsigned_distance(p), expected, 1e-12);
      CHECK_NEAR(distance.unsigned_distance(p, 1.001 * expected), expected, 1e-12);
      CHECK(distance.unsigned_distance(p, 0.5 * expected) == 0.5 * expected);
    }
  }
}

TEST(nearest_points_are_on_the_mesh_at_the_distance) {
  RandomStream random(2);
  const RepairedMesh repaired = repair(random_triangles(random, 200), Open::allowed);
  const MeshDistance distance(repaired);
  Vec3<Pack> guess = broadcast<Pack>(distance.nearest({0, 0, 0}).point);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p = random_point(random, 2), q = p + random_point(random, 0.1);
    const MeshDistance::Nearest nearest = distance.nearest(p);
    const Triangle& t = repaired.mesh.triangles[static_cast<std::size_t>(nearest.triangle)];
    const auto at = [&](std::size_t k) { return repaired.mesh.vertices[static_cast<std::size_t>(t[k])]; };
    CHECK_NEAR(norm(nearest.point - p), nearest.distance, 1e-12);
    CHECK_NEAR(norm(nearest.point - nearest_point(nearest.point, at(0), at(1), at(2))), 0, 1e-12);

    // two points at once, from the nearest points of the previous ones
    Vec3<Pack> points = broadcast<Pack>(p);
    set_lane(points.x, 1, q.x);
    set_lane(points.y, 1, q.y);
    set_lane(points.z, 1, q.z);
    const Pack distances = distance.nearest_points(points, guess);
    CHECK_NEAR(distances[0], nearest.distance, 1e-12);
    CHECK_NEAR(distances[1], distance.unsigned_distance(q), 1e-12);
    CHECK_NEAR(norm(points - guess)[0], distances[0], 1e-12);
    CHECK_NEAR(norm(points - guess)[1], distances[1], 1e-12);
    CHECK_NEAR(distance.unsigned_distance({guess.x[1], guess.y[1], guess.z[1]}), 0, 1e-12);
  }
}

TEST(points_on_thin_triangles_have_distance_zero) {
  RandomStream random(3);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> a = random_point(random, 1), b = random_point(random, 1);
    const double width = std::pow(10, random.uniform(-16, -2));
    const Vec3<double> c = a + random.uniform() * (b - a) + random_point(random, width);
    const MeshDistance distance(repair({{a, b, c}, {{0, 1, 2}}}, Open::allowed));
    const double u = random.uniform(0, 0.5), v = random.uniform(0, 0.5);
    CHECK_NEAR(distance.unsigned_distance(a + u * (b - a) + v * (c - a)), 0, 1e-13);
  }
}

TEST(the_winding_number_is_near_the_sum_of_solid_angles) {
  RandomStream random(4);
  double worst = 0;
  for (const Mesh& mesh : {sphere_mesh(1, 4), torus_mesh(0.7, 0.25, 48), box_mesh({0.8, 0.5, 0.01}),
                           joined(sphere_mesh(0.9, 3), sphere_mesh(0.5, 3))}) {
    const RepairedMesh repaired = repair(mesh);
    const MeshDistance distance(repaired);
    for (int i = 0; i < 1000; ++i) {
      const Vec3<double> p = random_point(random, 1.2);
      worst = max(worst, std::fabs(distance.winding(p) - brute_force_winding(repaired.mesh, p)));
    }
    // near the surface, where the triangles in sight differ most in distance
    for (std::size_t i = 0; i < repaired.mesh.vertices.size(); i += 5) {
      const Vec3<double> p = repaired.mesh.vertices[i] + random_point(random, 1e-3);
      worst = max(worst, std::fabs(distance.winding(p) - brute_force_winding(repaired.mesh, p)));
    }
  }
  CHECK(worst < 0.03);
  CHECK(worst > 0);
}

TEST(the_distance_is_negative_inside_a_mesh_whatever_its_faults) {
  RandomStream random(5);
  const Vec3<double> half{0.3, 0.4, 0.5};
  const Primitive box{PrimitiveKind::box, half, identity_frame};
  for (int trial = 0; trial < 10; ++trial) {
    Mesh mesh = box_mesh(half);
    for (Triangle& t : mesh.triangles)
      if (random.uniform() < 0.5) std::swap(t[0], t[1]);
    for (int i = 0; i < 5; ++i) {
      const Triangle t = mesh.triangles[static_cast<std::size_t>(random.below(12))];
      mesh.triangles.push_back(t);
      mesh.triangles.push_back({t[0], t[1], t[1]});
    }
    const MeshDistance distance(repair(mesh));
    for (int i = 0; i < 500; ++i) {
      const Vec3<double> p = random_point(random, 1);
      CHECK_NEAR(distance.signed_distance(p), signed_distance(box, p).value, 1e-12);
    }
  }
}

TEST(the_hollow_of_a_body_is_outside) {
  const MeshDistance distance(repair(joined(box_mesh({3, 3, 3}), box_mesh({1, 1, 1}))));
  CHECK_NEAR(distance.signed_distance({0, 0, 0.5}), 0.5, 1e-12);
  CHECK_NEAR(distance.signed_distance({0, 0, 1.5}), -0.5, 1e-12);
  CHECK_NEAR(distance.signed_distance({0, 0, 3.5}), 0.5, 1e-12);
}

TEST(a_mesh_with_a_small_hole_has_the_inside_of_the_closed_one) {
  Mesh mesh = sphere_mesh(1, 3);
  mesh.triangles.resize(mesh.triangles.size() - 5);
  const MeshDistance distance(repair(mesh, Open::allowed));
  CHECK(distance.signed_distance({0, 0, 0}) < 0);
  CHECK(distance.signed_distance({0.9, 0, 0}) < 0);
  CHECK(distance.signed_distance({1.1, 0, 0}) > 0);
}

TEST(threads_share_a_mesh_distance) {
  const MeshDistance distance(repair(sphere_mesh(1, 3)));
  std::vector<double> results[2];
  const auto work = [&](std::vector<double>& out) {
    RandomStream random(6);
    for (int i = 0; i < 2000; ++i) out.push_back(distance.signed_distance(random_point(random, 1.5)));
  };
  std::thread other(work, std::ref(results[0]));
  work(results[1]);
  other.join();
  CHECK(results[0] == results[1]);
}

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "check.hpp"
#include "memetik/collision/field_lookup.hpp"
#include "memetik/collision/make_field.hpp"
#include "memetik/runtime/random.hpp"
#include "meshes.hpp"

using namespace memetik;

namespace {

Vec3<double> random_point(RandomStream& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

Field field_of(const Mesh& mesh, double spacing, double padding, int threads = 1) {
  return make_field(MeshDistance(repair(mesh)), spacing, padding, threads);
}

// Calls visit(position, value) for each node.
template <class Visit>
void for_each_node(const Field& field, Visit visit) {
  std::size_t index = 0;
  for (int x = 0; x < field.nx; ++x)
    for (int y = 0; y < field.ny; ++y)
      for (int z = 0; z < field.nz; ++z) {
        const Vec3<double> node{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        visit(field.origin + field.spacing * node, static_cast<double>(field.values[index++]));
      }
  CHECK(index == field.values.size());
}

// A random point of the grid's box, enlarged by this factor.
Vec3<double> point_around(const Field& field, RandomStream& random, double factor) {
  const Vec3<double> half =
      (0.5 * field.spacing) * Vec3<double>{field.nx - 1.0, field.ny - 1.0, field.nz - 1.0};
  const Vec3<double> r = random_point(random, factor);
  return field.origin + half + Vec3<double>{r.x * half.x, r.y * half.y, r.z * half.z};
}

}  // namespace

TEST(nodes_of_a_field_have_the_exact_distance_rounded_down) {
  const Vec3<double> half{0.3, 0.2, 0.1};
  const Primitive box{PrimitiveKind::box, half, identity_frame};
  const Field field = field_of(box_mesh(half), 0.021, 0.1);
  CHECK(field.padding >= 0.1 - 1e-9);
  int inside = 0;
  for_each_node(field, [&](const Vec3<double>& p, double value) {
    const double expected = signed_distance(box, p).value;
    CHECK(value <= expected + 1e-15);
    CHECK(value >= expected - 1e-6 * norm(half));
    if (value < 0) ++inside;
  });
  CHECK(inside > 1000);

  const double sagitta = 0.0013;  // of the mesh's triangles
  for_each_node(field_of(sphere_mesh(1, 4), 0.1, 0.3), [&](const Vec3<double>& p, double value) {
    CHECK(value >= norm(p) - 1 - 1e-6);
    CHECK(value <= norm(p) - 1 + sagitta);
  });
}

TEST(nodes_have_the_sign_of_the_winding_number) {
  const Mesh plate = box_mesh({0.5, 0.4, 0.003});  // thinner than a cell
  const Mesh hollow = joined(sphere_mesh(0.5, 3), sphere_mesh(0.45, 3));
  const Mesh overlapping = joined(torus_mesh(0.4, 0.1, 24), sphere_mesh(0.2, 2), {0.4, 0, 0});
  for (const Mesh& mesh : {plate, hollow, overlapping}) {
    const MeshDistance distance(repair(mesh));
    const Field field = make_field(distance, 0.053, 0.05);
    for_each_node(field, [&](const Vec3<double>& p, double value) {
      CHECK_NEAR(value, distance.signed_distance(p), 2e-7);
    });
  }
}

TEST(nodes_of_an_open_mesh_have_the_sign_of_the_generalised_winding_number) {
  Mesh mesh = sphere_mesh(0.5, 2);
  mesh.triangles.resize(mesh.triangles.size() - 40);
  const MeshDistance distance(repair(mesh, Open::allowed));
  int inside = 0;
  for_each_node(make_field(distance, 0.07, 0.1), [&](const Vec3<double>& p, double value) {
    CHECK_NEAR(value, distance.signed_distance(p), 2e-7);
    if (value < 0) ++inside;
  });
  CHECK(inside > 100);
}

TEST(threads_do_not_change_a_bit_of_a_field) {
  const MeshDistance distance(repair(torus_mesh(0.4, 0.1, 24)));
  const Field one = make_field(distance, 0.02, 0.05, 1);
  for (const int threads : {2, 5}) CHECK(make_field(distance, 0.02, 0.05, threads).values == one.values);
}

TEST(the_gradient_of_a_field_is_the_derivative_of_its_value) {
  RandomStream random(1);
  const Field field = field_of(torus_mesh(0.4, 0.1, 24), 0.03, 0.05);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p = point_around(field, random, 1.5);
    const double h = 1e-6;
    const Vec3<double> cell = (1 / field.spacing) * (p - field.origin);
    const auto on_face = [&](double x) { return std::fabs(x - std::round(x)) * field.spacing < 2 * h; };
    if (on_face(cell.x) || on_face(cell.y) || on_face(cell.z)) continue;
    const auto slope = [&](const Vec3<double>& step) {
      return (signed_distance(field, p + step).value - signed_distance(field, p - step).value) / (2 * h);
    };
    const Vec3<double> gradient = signed_distance(field, p).normal;
    CHECK_NEAR(gradient.x, slope({h, 0, 0}), 1e-5);
    CHECK_NEAR(gradient.y, slope({0, h, 0}), 1e-5);
    CHECK_NEAR(gradient.z, slope({0, 0, h}), 1e-5);
  }
}

TEST(lanes_of_a_field_equal_single_queries) {
  RandomStream random(2);
  const Field field = field_of(torus_mesh(0.4, 0.1, 24), 0.03, 0.05);
  for (int i = 0; i < 1000; ++i) {
    Vec3<Pack> lanes{Pack(0), Pack(0), Pack(0)};
    Vec3<double> points[pack_lanes];
    for (int k = 0; k < pack_lanes; ++k) {
      points[k] = point_around(field, random, 1.3);
      set_lane(lanes.x, k, points[k].x);
      set_lane(lanes.y, k, points[k].y);
      set_lane(lanes.z, k, points[k].z);
    }
    const SignedDistance<Pack> together = signed_distance(field, lanes);
    for (int k = 0; k < pack_lanes; ++k) {
      const SignedDistance<double> alone = signed_distance(field, points[k]);
      CHECK_NEAR(together.value[k], alone.value, 1e-12);
      CHECK_NEAR(together.normal.x[k], alone.normal.x, 1e-12);
      CHECK_NEAR(together.normal.y[k], alone.normal.y, 1e-12);
      CHECK_NEAR(together.normal.z[k], alone.normal.z, 1e-12);
    }
  }
}

TEST(a_field_is_read_within_its_values_even_where_points_are_not_finite) {
  const Field field = field_of(box_mesh({0.1, 0.1, 0.1}), 0.05, 0.05);
  for (const double x : {HUGE_VAL, -HUGE_VAL, std::nan(""), 1e300})
    for (const Vec3<double>& p : {Vec3<double>{x, 0, 0}, Vec3<double>{0, x, 0}, Vec3<double>{x, x, x}}) {
      CHECK(!(signed_distance(field, p).value < 1e299));
      CHECK(!(signed_distance(field, broadcast<Pack>(p)).value[0] < 1e299));
    }
  const Vec3<double> last =
      field.origin + field.spacing * Vec3<double>{field.nx - 1.0, field.ny - 1.0, field.nz - 1.0};
  CHECK_NEAR(signed_distance(field, last).value, static_cast<double>(field.values.back()), 1e-9);
}

TEST(interpolation_never_exceeds_the_distance_by_more_than_its_bound_and_attains_it) {
  RandomStream random(3);
  const Mesh meshes[] = {box_mesh({0.3, 0.2, 0.1}), sphere_mesh(0.3, 3), box_mesh({0.3, 0.2, 1e-3}),
                         sphere_mesh(1e-4, 1)};
  double attained = 0;
  for (const Mesh& mesh : meshes)
    for (const double spacing : {0.023, 0.037, 0.08}) {
      const MeshDistance exact(repair(mesh));
      const Field field = make_field(exact, spacing, 0.11);
      for (int i = 0; i < 2000; ++i) {
        const Vec3<double> p = point_around(field, random, i % 4 == 0 ? 1.5 : i % 4 == 1 ? 0.1 : 1);
        const double distance = exact.signed_distance(p), value = signed_distance(field, p).value;
        const double bound = overestimate(spacing, max(distance, 0));
        CHECK(value <= max(distance, 0) + bound + 1e-12);
        attained = max(attained, (value - max(distance, 0)) / bound);
        for (const double radius : {0.001, 0.02, 0.05, 0.1})
          if (value > radius + overestimate(spacing, radius)) CHECK(distance > radius);
      }
    }
  CHECK(attained > 0.9);
}

TEST(the_overestimate_falls_from_half_the_diagonal_of_a_cell) {
  const double spacing = 0.01, half_diagonal = std::numbers::sqrt3 / 2 * spacing;
  CHECK_NEAR(overestimate(spacing, 0), half_diagonal, 1e-15);
  double before = half_diagonal;
  for (double radius = 1e-4; radius < 1; radius *= 1.1) {
    const double now = overestimate(spacing, radius);
    CHECK(now < before);
    CHECK(now < 3 * spacing * spacing / (8 * radius));
    CHECK(radius + now > half_diagonal);  // a larger sphere never needs a smaller value
    before = now;
  }
  CHECK_NEAR(before, 3 * spacing * spacing / 8, 5e-6);
}

TEST(beyond_its_grid_a_field_is_continuous_and_at_most_the_distance) {
  RandomStream random(4);
  for (const Mesh& mesh : {torus_mesh(0.4, 0.1, 24), box_mesh({0.3, 0.2, 0.1})})
    for (const double padding : {0.0, 0.05}) {
      const MeshDistance exact(repair(mesh));
      const Field field = make_field(exact, 0.02, padding);
      for (int i = 0; i < 1000; ++i) {
        const Vec3<double> p = point_around(field, random, 3), q = p + random_point(random, 1e-3);
        const double value = signed_distance(field, p).value;
        CHECK(value <= exact.signed_distance(p) + overestimate(0.02, 0) + 1e-9);
        CHECK_NEAR(value, signed_distance(field, q).value, 1.8 * norm(p - q));
      }
    }
}

TEST(absurd_fields_are_refused_by_name) {
  const MeshDistance distance(repair(box_mesh({1, 1, 1})));
  CHECK_THROWS(make_field(distance, 1e-4, 0), std::invalid_argument);
  CHECK_THROWS(make_field(distance, 0, 0), std::invalid_argument);
  CHECK_THROWS(make_field(distance, -1, 0), std::invalid_argument);
  CHECK_THROWS(make_field(distance, std::nan(""), 0), std::invalid_argument);
  CHECK_THROWS(make_field(distance, 0.1, -0.1), std::invalid_argument);
  CHECK_THROWS(make_field(distance, 1e-300, 0), std::invalid_argument);
  try {
    make_field(distance, 1e-3, 0.1);
    CHECK(false);
  } catch (const std::invalid_argument& error) {
    CHECK(std::string(error.what()).find("2201 x 2201 x 2201 nodes") != std::string::npos);
  }
}

TEST(a_stopped_field_has_no_values) {
  std::atomic<bool> cancelled = true;
  Stop stop(Stop::Clock::time_point::max(), &cancelled);
  CHECK(make_field(MeshDistance(repair(box_mesh({1, 1, 1}))), 0.05, 0.1, 1, stop).values.empty());
}

#include "check.hpp"
#include "memetik/math/columns.hpp"
#include "memetik/math/frame.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

void check_same(const Frame<double>& a, const Frame<double>& b, double tolerance) {
  for (const auto& [u, v] : {std::pair{a.x, b.x}, {a.y, b.y}, {a.z, b.z}, {a.p, b.p}})
    CHECK_NEAR(norm(u - v), 0, tolerance);
}

}  // namespace

TEST(inverse_undoes_a_frame) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Frame<double> a = random.frame();
    check_same(a * inverse(a), identity_frame, 1e-14);
    check_same(inverse(a) * a, identity_frame, 1e-14);
  }
}

TEST(columns_multiply_and_invert_as_frames_do) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Frame<double> a = random.frame(), b = random.frame();
    check_same(to_frame(to_columns(a) * to_columns(b)), a * b, 1e-15);
    check_same(to_frame(inverse(to_columns(a))), inverse(a), 1e-15);
  }
}

TEST(rotation_from_z_takes_z_to_the_axis_and_is_a_rotation) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> axis = random.axis();
    const Frame<double> r = rotation_from_z_to(axis);
    CHECK_NEAR(norm(r.z - axis), 0, 1e-15);
    CHECK_NEAR(norm(cross(r.x, r.y) - r.z), 0, 1e-15);  // right-handed and orthonormal
    CHECK_NEAR(dot(r.x, r.x), 1, 1e-15);
    CHECK_NEAR(dot(r.x, r.y), 0, 1e-15);
  }
}

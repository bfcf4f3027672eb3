#include <algorithm>

#include "check.hpp"
#include "memetik/kinematics/batch.hpp"
#include "memetik/kinematics/dexterity.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

bool forward(const Tree& tree, const double* q, std::size_t count, int link, double* out) {
  return forward_batch(tree, q, count, std::span(&link, 1), std::span(&out, 1));
}

}  // namespace

TEST(a_batch_gives_every_configuration_its_own_answer) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(12).tree();
    const auto dof = static_cast<std::size_t>(tree.dof());
    const std::size_t count = static_cast<std::size_t>(1 + random.integer(9));
    std::vector<double> q;
    for (std::size_t i = 0; i < count; ++i)
      for (const double value : random.configuration(tree)) q.push_back(value);
    const int link = random.integer(tree.link_count());
    std::vector<double> poses(16 * count), alone(16), jacobians(6 * dof * count), jacobian(6 * dof);
    CHECK(forward(tree, q.data(), count, link, poses.data()));
    CHECK(jacobian_batch(tree, q.data(), count, link, jacobians.data()));
    for (std::size_t i = 0; i < count; ++i) {
      CHECK(forward(tree, q.data() + i * dof, 1, link, alone.data()));
      CHECK(std::equal(alone.begin(), alone.end(), poses.begin() + static_cast<std::ptrdiff_t>(16 * i)));
      Kinematics<double> kinematics(tree);
      kinematics.update(q.data() + i * dof);
      kinematics.jacobian(link, jacobian.data());
      for (std::size_t k = 0; k < 6 * dof; ++k) CHECK_NEAR(jacobians[6 * dof * i + k], jacobian[k], 1e-12);
      CHECK_NEAR(alone[3], kinematics.link(link).p.x, 1e-13);
      CHECK(alone[12] == 0 && alone[13] == 0 && alone[14] == 0 && alone[15] == 1);
    }
  }
}

TEST(a_batch_reports_unusable_values) {
  Random random(1);
  const Tree tree = random.tree(12).tree();
  const auto dof = static_cast<std::size_t>(tree.dof());
  const int link = tree.link_count() - 1;
  std::vector<double> q(7 * dof, 0.1), out(7 * 16), jacobians(7 * 6 * dof);
  for (const double bad : {std::nan(""), HUGE_VAL, -1e300}) {
    for (const std::size_t where : {std::size_t(0), dof - 1, 5 * dof + 1, 7 * dof - 1}) {
      q[where] = bad;
      CHECK(!forward(tree, q.data(), 7, link, out.data()));
      CHECK(!jacobian_batch(tree, q.data(), 7, link, jacobians.data()));
      q[where] = 0.1;
    }
  }
  CHECK(forward(tree, q.data(), 7, link, out.data()));
}

TEST(an_empty_batch_is_fine) {
  const Tree tree = Random(2).tree(5).tree();
  const int link = 0;
  CHECK(forward(tree, nullptr, 0, link, nullptr));
}

// A planar arm of two links. Its translational manipulability is l1 l2 |sin q2|; here the rotation is
// included.
TEST(dexterity_of_a_planar_arm) {
  std::vector<JointSpec> joints(3);
  for (int i = 0; i < 2; ++i) {
    joints[static_cast<std::size_t>(i)].kind = JointKind::revolute;
    joints[static_cast<std::size_t>(i)].parent_link = i;
    joints[static_cast<std::size_t>(i)].variable = i;
    joints[static_cast<std::size_t>(i)].origin.p = {i == 0 ? 0.0 : 1.0, 0, 0};
  }
  joints[2].parent_link = 2;
  joints[2].origin.p = {1, 0, 0};
  const Tree tree(joints, std::vector<LinkMass>(4), std::vector<double>(2, -3), std::vector<double>(2, 3));
  const double q[] = {0.3, 1.1};
  double measures[2], jacobian[12];
  dexterity_batch(tree, q, 1, 3, measures);
  jacobian_batch(tree, q, 1, 3, jacobian);
  double gram[2][2] = {};  // the product of two singular values is sqrt(det(J^T J))
  for (int r = 0; r < 6; ++r)
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b) gram[a][b] += jacobian[2 * r + a] * jacobian[2 * r + b];
  CHECK_NEAR(measures[0], std::sqrt(gram[0][0] * gram[1][1] - gram[0][1] * gram[1][0]), 1e-14);
  CHECK(measures[1] > 1 && std::isfinite(measures[1]));
  dexterity_batch(tree, q, 1, 0, measures);  // the root never moves
  CHECK(measures[0] == 0 && std::isinf(measures[1]));
}

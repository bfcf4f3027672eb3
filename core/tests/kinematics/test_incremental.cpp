#include "check.hpp"
#include "memetik/kinematics/incremental.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

struct CountTransforms {
  int count = 0;
  void transform() { ++count; }
  int take() {
    const int result = count;
    count = 0;
    return result;
  }
};

void add_chain(std::vector<JointSpec>& joints, int parent, int count) {
  for (int i = 0; i < count; ++i) {
    JointSpec joint;
    joint.kind = JointKind::revolute;
    joint.parent_link = i == 0 ? parent : static_cast<int>(joints.size());
    joint.origin.p = {0.1, 0, 0};
    joint.axis = i % 2 ? Vec3<double>{0, 1, 0} : Vec3<double>{0, 0, 1};
    joint.variable = static_cast<int>(joints.size());
    joints.push_back(joint);
  }
}

Tree tree_of(const std::vector<JointSpec>& joints) {
  const std::size_t n = joints.size();
  return Tree(joints, std::vector<LinkMass>(n + 1), std::vector<double>(n, -3), std::vector<double>(n, 3));
}

Tree chain(int n) {
  std::vector<JointSpec> joints;
  add_chain(joints, 0, n);
  return tree_of(joints);
}

}  // namespace

TEST(incremental_equals_full_recomputation_after_any_changes) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(20).tree();
    if (tree.dof() == 0) continue;
    Kinematics<double> full(tree);
    IncrementalKinematics<> incremental(tree);
    auto q = random.configuration(tree);
    for (int step = 0; step < 30; ++step) {
      const auto variable = static_cast<std::size_t>(random.integer(tree.dof()));
      const double value = random.uniform(-1.5, 1.5);
      switch (random.integer(4)) {
        case 0: q = random.configuration(tree); break;
        case 1: break;  // nothing changes
        default: q[variable] = value;
      }
      if (random.integer(2) == 0) {
        incremental.update(q);
      } else {
        for (int v = 0; v < tree.dof(); ++v) incremental.set(v, q[static_cast<std::size_t>(v)]);
      }
      full.update(q.data());
      for (int link = 0; link < tree.link_count(); ++link)
        CHECK_NEAR(distance(incremental.link(link), full.link(link)), 0, 1e-12);
    }
  }
}

TEST(a_predicted_pose_is_the_pose_after_the_change) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(20).tree();
    IncrementalKinematics<> incremental(tree);
    incremental.update(random.configuration(tree));
    for (int variable = 0; variable < tree.dof(); ++variable) {
      const double old = incremental.at(variable), value = random.uniform(-1.5, 1.5);
      const int link = random.integer(tree.link_count());
      const Frame<double> before = incremental.link(link);
      const Frame<double> predicted = incremental.link_after(link, variable, value);
      CHECK(distance(incremental.link(link), before) == 0);  // a query leaves the configuration unchanged
      incremental.set(variable, value);
      CHECK_NEAR(distance(predicted, incremental.link(link)), 0, 1e-12);
      incremental.set(variable, old);
    }
  }
}

TEST(the_root_may_stand_anywhere_in_the_world) {
  Random random(3);
  const Tree tree = random.tree(10).tree();
  const Frame<double> world_from_root = random.frame();
  IncrementalKinematics<> placed(tree, world_from_root), at_origin(tree);
  for (int link = 0; link < tree.link_count(); ++link)
    CHECK_NEAR(distance(placed.link(link), world_from_root * at_origin.link(link)), 0, 1e-14);
}

// Table 1 of the OFKT paper.

TEST(count_random_modifications) {
  constexpr int n = 30;
  const Tree tree = chain(n);
  IncrementalKinematics<CountTransforms> k(tree);
  std::vector<double> q(n, 0.0);
  k.update(q);
  k.count().take();
  q.assign(n, 0.1);
  k.update(q);
  k.segment_pose(n - 1);
  CHECK(k.count().take() == 2 * n + 1);  // everything changed
  for (const auto& [i, j] : {std::pair{0, 1}, {0, n}, {7, 3}, {12, 12}, {n - 1, 1}}) {
    for (int c = 0; c < j; ++c) q[static_cast<std::size_t>(i + c)] += 0.3;
    k.update(q);
    k.segment_pose(n - 1);
    CHECK(k.count().take() == n - i + j + 1);
  }
}

TEST(count_one_change_seen_at_one_tip) {
  constexpr int n = 30;
  const Tree tree = chain(n);
  IncrementalKinematics<CountTransforms> k(tree);
  for (int i = 0; i < n; ++i) {
    k.count().take();
    k.segment_pose_after(n - 1, i, 0.7);
    CHECK(k.count().take() == 5);
  }
}

TEST(count_single_changes_in_turn) {
  constexpr int n = 30;
  const Tree tree = chain(n);
  IncrementalKinematics<CountTransforms> k(tree);
  k.count().take();
  for (int i = 0; i < n; ++i) {
    k.set(i, 0.4);
    k.segment_pose(n - 1);
  }
  CHECK(k.count().take() == (n * n + 5 * n) / 2);
  std::vector<double> q(n, 0.4);
  for (std::size_t i = 0; i < n; ++i) {
    q[i] = 0.6;
    k.update(q);
    k.segment_pose(n - 1);
  }
  CHECK(k.count().take() == (n * n + 5 * n) / 2);  // as with set
}

TEST(count_several_tips_of_an_arm_with_a_hand) {
  constexpr int shared = 7, finger = 4, tips = 5, n = shared + finger;
  std::vector<JointSpec> joints;
  add_chain(joints, 0, shared);
  for (int i = 0; i < tips; ++i) add_chain(joints, shared, finger);
  const Tree tree = tree_of(joints);
  CHECK(tree.dof() == 27);
  IncrementalKinematics<CountTransforms> k(tree);
  k.count().take();
  k.update(std::vector<double>(27, 0.2));
  for (int i = 1; i <= tips; ++i) k.segment_pose(shared + finger * i - 1);
  const int count = k.count().take();
  CHECK(count == tips * (2 * n + 1) - 2 * (tips - 1) * shared);
  CHECK(count == 59);
  int one_by_one = 0;
  for (int i = 0; i < tips; ++i) {
    const Tree arm = chain(n);
    IncrementalKinematics<CountTransforms> single(arm);
    single.count().take();
    single.update(std::vector<double>(n, 0.2));
    single.segment_pose(n - 1);
    one_by_one += single.count().take();
  }
  CHECK(one_by_one == 115);
}

#include <stdexcept>

#include "check.hpp"
#include "memetik/kinematics/tree.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

JointSpec joint(JointKind kind, int parent, Vec3<double> position, int variable) {
  JointSpec spec;
  spec.kind = kind;
  spec.parent_link = parent;
  spec.origin.p = position;
  spec.variable = variable;
  return spec;
}

Tree tree(std::vector<JointSpec> joints, std::vector<double> lower, std::vector<double> upper) {
  return Tree(joints, std::vector<LinkMass>(joints.size() + 1), lower, upper);
}

}  // namespace

TEST(fixed_joints_are_folded_but_their_links_stay) {
  const Tree t = tree({joint(JointKind::revolute, 0, {1, 0, 0}, 0), joint(JointKind::fixed, 1, {0, 2, 0}, -1),
                       joint(JointKind::revolute, 2, {0, 0, 3}, 1)},
                      {-1, -1}, {1, 1});
  CHECK(t.link_count() == 4 && t.segment_count() == 2 && t.dof() == 2);
  CHECK(t.link(1).segment == 0 && t.link(2).segment == 0 && t.link(3).segment == 1);
  CHECK_NEAR(norm(t.segment(1).placement.p), std::sqrt(13.0), 1e-15);
}

TEST(reach_adds_lengths_and_limited_travel) {
  const Tree t =
      tree({joint(JointKind::prismatic, 0, {1, 0, 0}, 0), joint(JointKind::revolute, 1, {0, 2, 0}, 1),
            joint(JointKind::prismatic, 2, {0, 0, 1}, 2)},
           {-0.5, -1, -INFINITY}, {0.25, 1, INFINITY});
  CHECK_NEAR(t.reach(), 1 + 0.5 + 2 + 1, 1e-15);
}

TEST(subtrees_are_contiguous) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Tree t = Random(seed).tree(20).tree();
    for (int i = 0; i < t.segment_count(); ++i) {
      for (int k = 0; k < t.segment_count(); ++k) {
        int ancestor = k;
        while (ancestor > i) ancestor = t.segment(ancestor).parent;
        CHECK((ancestor == i) == (k >= i && k < t.segment(i).subtree_end));
      }
    }
  }
}

TEST(a_chain_of_hinges_needs_no_general_placement) {
  Random random(7);
  std::vector<JointSpec> joints;
  for (int i = 0; i < 10; ++i) {
    joints.push_back(joint(JointKind::revolute, i, {}, i));
    joints.back().origin = random.frame();
    joints.back().axis = random.axis();
  }
  const Tree t = tree(joints, std::vector<double>(10, -1), std::vector<double>(10, 1));
  for (int i = 1; i < 10; ++i) CHECK(t.segment(i).twist() != Twist::general);
}

TEST(invalid_trees_are_refused) {
  using std::invalid_argument;
  const auto hinge = [](int parent, int variable) {
    return joint(JointKind::revolute, parent, {}, variable);
  };
  CHECK_THROWS(tree({hinge(1, 0)}, {-1}, {1}), invalid_argument);  // parent comes later
  CHECK_THROWS(tree({hinge(0, 1)}, {-1}, {1}), invalid_argument);  // variable outside q
  CHECK_THROWS(tree({hinge(0, -1)}, {-1}, {1}), invalid_argument);
  CHECK_THROWS(tree({hinge(0, 0)}, {-1, -1}, {1}),
               invalid_argument);  // too few upper limits
  CHECK_THROWS(tree({hinge(0, 0), hinge(0, 1), hinge(1, 2)}, {-1, -1, -1}, {1, 1, 1}),
               invalid_argument);  // not depth-first
  CHECK_THROWS(Tree(std::vector{hinge(0, 0)}, {}, std::vector{-1.0}, std::vector{1.0}), invalid_argument);
}

// What a solver constructs before its first query grows in proportion to the robot.
#include "allocations.hpp"
#include "check.hpp"
#include "goal_spec.hpp"
#include "memetik/search/ladder.hpp"
#include "search/serial_chains.hpp"

using namespace memetik;

namespace {

RandomTree chain(std::size_t joints) { return serial(std::vector<JointKind>(joints, turning)); }

// A chain of every third joint; the two joints after each are a finger on its link.
RandomTree comb(std::size_t joints) {
  RandomTree tree = chain(joints);
  for (std::size_t i = 3; i < joints; i += 3) tree.joints[i].parent_link = static_cast<int>(i) - 2;
  return tree;
}

// The memory [bytes] for a tree, the pose of its last link as the goal, and memetik's own method.
std::size_t memory_for(const RandomTree& description) {
  const std::size_t before = allocated_bytes();
  const Tree tree = description.tree();
  GoalSpec pose;
  pose.links = {tree.link_count() - 1};
  const Problem problem(tree, {pose});
  const StartSources sources(problem);
  const Ladder ladder(problem, sources, {});
  return allocated_bytes() - before;
}

}  // namespace

TEST(what_is_compiled_grows_in_proportion_to_the_robot) {
  for (const auto make : {chain, comb}) {
    const auto few = memory_for(make(150)), more = memory_for(make(300)), most = memory_for(make(600));
    CHECK(more > few && most - more < 5 * (more - few) / 2);  // twice as much; four times if quadratic
  }
}

TEST(variables_may_be_eliminated_if_there_are_more_rows_than_those_of_a_pose) {
  const Tree tree = chain(12).tree();
  std::vector<Goal> goals;
  for (const int link : {12, 9, 6}) {
    GoalSpec pose;
    pose.links = {link};
    goals.push_back(pose);
    const Problem problem(tree, goals);
    CHECK(problem.eliminates_variables() == (problem.primary_rows() > 6));
  }
  const Problem problem(tree, goals);
  for (int c = 0; c < 12; ++c) CHECK(problem.coupled(c).size() == static_cast<std::size_t>(c));
}

#include "memetik/search/start_table.hpp"

#include <algorithm>

#include "memetik/goals/pose.hpp"
#include "memetik/kinematics/batch.hpp"

namespace memetik {

namespace {

std::vector<Frame<double>> random_poses(const Tree& tree, int link, const StartTableChain& chain) {
  constexpr std::size_t count = 4096;
  const auto dof = static_cast<std::size_t>(tree.dof());
  std::vector<double> q(count * dof, 0.0), matrices(count * 16);
  RandomStream random(0);
  for (std::size_t i = 0; i < count; ++i) chain.sample(random, q.data() + i * dof);
  forward_batch(tree, q.data(), count, std::span(&link, 1), matrices.data());
  std::vector<Frame<double>> poses;
  for (std::size_t i = 0; i < count; ++i) {
    const double* m = matrices.data() + 16 * i;
    poses.push_back({{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}});
  }
  return poses;
}

}  // namespace

StartTable::StartTable(const Tree& tree, int link, const StartTableOptions& options)
    : tree_(&tree),
      link_(link),
      starts_(options.starts),
      chain_(tree, link),
      grid_(chain_, options.shape, random_poses(tree, link, chain_)),
      content_(train_starts(tree, link, chain_, grid_, options)) {}

const Goal* StartTable::goal_of(const Problem& problem) const {
  if (&problem.tree() != tree_) return nullptr;
  for (const StartTableChain::Variable& v : chain_.variables)
    if (v.lower < v.upper && problem.columns()[static_cast<std::size_t>(v.index)] < 0) return nullptr;
  for (const Goal& goal : problem.goals())
    if (goal.kind == GoalKind::pose && goal.primary && goal.frame < 0 && !goal.by_axis &&
        goal.links[0] == link_)
      return &goal;
  return nullptr;
}

StartTable::Place StartTable::find(const Problem& problem, std::span<const double> parameters) const {
  using P = goals::PoseParameters;
  const Goal* goal = goal_of(problem);
  if (!goal) return {};
  const double* p = parameters.data() + goal->parameter;
  Frame<double> pose = goals::frame_at(p + P::target);
  pose.p = pose.p - rotate(pose, goals::vec3_at(p + P::point));
  return grid_.find(pose);
}

const float* StartTable::start(int cell, int index) const {
  return content_.starts.data() + static_cast<std::size_t>(cell * starts_ + index) * chain_.variables.size();
}

int StartTable::count(const Place& place) const {
  if (place.cell < 0) return 0;
  int count = 0;
  for (int i = 0; i < content_.count[static_cast<std::size_t>(place.cell)]; ++i)
    count += chain_.fits(start(place.cell, i), place.first, place.last);
  return count;
}

void StartTable::get(const Place& place, int index, double* q) const {
  for (int i = 0;; ++i) {
    const float* candidate = start(place.cell, i);
    if (!chain_.fits(candidate, place.first, place.last) || index-- > 0) continue;
    return chain_.attach(candidate, place.first, place.last, q);
  }
}

std::size_t StartTable::bytes() const {
  return content_.starts.size() * sizeof(float) + content_.count.size();
}

}  // namespace memetik

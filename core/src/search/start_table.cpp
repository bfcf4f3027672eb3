#include "memetik/search/start_table.hpp"

#include "memetik/goals/shared/placement.hpp"

namespace memetik {

namespace {

constexpr std::size_t poses_to_span = 4096;  // random poses that determine the extent of the grid

StartTableGrid grid_for(const StartTableChain& chain, const StartTableGrid::Shape& shape) {
  RandomStream random(0);
  return StartTableGrid(chain, shape, chain.draw(poses_to_span, random).poses);
}

}  // namespace

StartTable::StartTable(const Tree& tree, int link, const StartTableOptions& options, Stop stop)
    : tree_(&tree),
      link_(link),
      starts_per_cell_(options.starts),
      chain_(tree, link),
      grid_(grid_for(chain_, options.shape)),
      starts_(train_starts(tree, link, chain_, grid_, options, stop)) {}

const Goal* StartTable::goal_of(const Problem& problem) const {
  if (&problem.tree() != tree_) return nullptr;
  for (const StartTableChain::Variable& v : chain_.variables())
    if (v.lower < v.upper && problem.columns()[static_cast<std::size_t>(v.index)] < 0) return nullptr;
  for (const Goal& goal : problem.goals())
    if (goals::is_whole_pose(goal) && goal.decides_success() && goal.links[0] == link_) return &goal;
  return nullptr;
}

StartTable::Lookup StartTable::find(const Goal* goal, std::span<const double> parameters) const {
  using P = goals::PlacementParameters;
  if (!goal) return {};
  const double* p = parameters.data() + goal->parameter + 1;
  Frame<double> pose = frame_at(p + P::target);
  pose.p = pose.p - rotate(pose, goals::placement_of(*goal).offset.p);
  return grid_.find(pose);
}

const float* StartTable::start(int cell, int index) const {
  return starts_.values.data() +
         static_cast<std::size_t>(cell * starts_per_cell_ + index) * chain_.variables().size();
}

int StartTable::count(const Lookup& lookup) const {
  if (lookup.cell < 0) return 0;
  int count = 0;
  for (int i = 0; i < starts_.count[static_cast<std::size_t>(lookup.cell)]; ++i)
    count += chain_.fits(start(lookup.cell, i), lookup.first, lookup.last);
  return count;
}

bool StartTable::get(const Lookup& lookup, int rank, double* q) const {
  if (lookup.cell < 0) return false;
  for (int i = 0; i < starts_.count[static_cast<std::size_t>(lookup.cell)]; ++i) {
    const float* candidate = start(lookup.cell, i);
    if (!chain_.fits(candidate, lookup.first, lookup.last) || rank-- > 0) continue;
    chain_.decode(candidate, lookup.first, lookup.last, q);
    return true;
  }
  return false;
}

std::size_t StartTable::bytes() const { return starts_.values.size() * sizeof(float) + starts_.count.size(); }

}  // namespace memetik

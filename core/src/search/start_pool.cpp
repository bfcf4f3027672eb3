#include "memetik/search/start_pool.hpp"

#include <algorithm>

namespace memetik {

namespace {

constexpr int pool_size = 64;  // configurations: more cost more to look at than they save

// Whether every variable that moves a goal's link is active.
bool all_active(const Problem& problem) {
  for (const int link : problem.links())
    for (int i = problem.tree().link(link).segment; i >= 0; i = problem.tree().segment(i).parent)
      if (problem.columns()[static_cast<std::size_t>(problem.tree().segment(i).variable)] < 0) return false;
  return true;
}

bool usable(const Problem& problem, const Sampler& sampler) {
  if (problem.links().empty() || problem.has_external() || sampler.depends_on_start()) return false;
  for (const Goal& goal : problem.goals())
    if (goal.primary && goal.kind == GoalKind::stay_close) return false;
  return all_active(problem);
}

}  // namespace

StartPool::StartPool(const Problem& problem, const Sampler& sampler) {
  if (!usable(problem, sampler)) return;
  packs_ = pool_size / pack_lanes;
  links_ = problem.links().size();
  active_ = problem.active().size();
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  frames_.reserve(static_cast<std::size_t>(packs_) * links_);
  q_.reserve(static_cast<std::size_t>(packs_) * active_);
  Kinematics<Pack> kinematics(problem.tree(), problem.links());
  const std::vector<double> zero(dof, 0.0);
  std::vector<double> one(dof);
  std::vector<Pack> q(dof, Pack(0));
  const RandomStream random(0);
  for (int p = 0; p < packs_; ++p) {
    for (int l = 0; l < pack_lanes; ++l) {
      sampler.sample(random.branch(static_cast<std::uint64_t>(p * pack_lanes + l)), zero.data(), one.data());
      for (const int i : problem.active()) q[static_cast<std::size_t>(i)].set(l, one[static_cast<std::size_t>(i)]);
    }
    kinematics.update(q.data());
    for (const int link : problem.links()) frames_.push_back(kinematics.link(link));
    for (const int i : problem.active()) q_.push_back(q[static_cast<std::size_t>(i)]);
  }
}

// Every lane keeps the lowest of the even and of the odd packs: eight candidates from as many eighths
// of the pool, which is as good as the eight lowest and needs no sorting of the whole.
StartPool::Best StartPool::best(const Objective<Pack>& objective) const {
  constexpr int streams = best_count / pack_lanes;
  std::array<Pack, streams> lowest, where;
  lowest.fill(Pack(HUGE_VAL));
  where.fill(Pack(0));
  for (int p = 0; p < packs_; p += streams)
    for (int s = 0; s < streams; ++s) {
      const Pack cost = objective.cost_at(frames_.data() + static_cast<std::size_t>(p + s) * links_);
      const auto i = static_cast<std::size_t>(s);
      const Mask lower = cost < lowest[i];
      lowest[i] = select(lower, cost, lowest[i]);
      where[i] = select(lower, Pack(p + s), where[i]);
    }
  std::array<std::pair<double, int>, best_count> found;
  for (int k = 0; k < best_count; ++k) {
    const auto s = static_cast<std::size_t>(k / pack_lanes);
    const int l = k % pack_lanes;
    found[static_cast<std::size_t>(k)] = {lowest[s][l], static_cast<int>(where[s][l]) * pack_lanes + l};
  }
  std::sort(found.begin(), found.end());
  Best result;
  for (std::size_t k = 0; k < best_count; ++k) result[k] = found[k].second;
  return result;
}

void StartPool::get(int index, const Problem& problem, double* q) const {
  const Pack* values = q_.data() + static_cast<std::size_t>(index / pack_lanes) * active_;
  for (std::size_t c = 0; c < active_; ++c) q[problem.active()[c]] = values[c][index % pack_lanes];
}

}  // namespace memetik

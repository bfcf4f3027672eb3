#include "memetik/search/start_pool.hpp"

#include <algorithm>
#include <iterator>

#include "memetik/goals/pose.hpp"

namespace memetik {

namespace {

constexpr int pool_size = 256;  // configurations: more cost more to look at than they save

// Whether every variable that moves a goal's link is active.
bool all_active(const Problem& problem) {
  for (const int link : problem.links())
    for (int i = problem.tree().link(link).segment; i >= 0; i = problem.tree().segment(i).parent)
      if (problem.columns()[static_cast<std::size_t>(problem.tree().segment(i).variable)] < 0) return false;
  return true;
}

bool comparable(const Goal& goal) {
  const bool pose =
      goal.kind == GoalKind::pose || goal.kind == GoalKind::position || goal.kind == GoalKind::orientation;
  return pose && goal.primary && goal.frame < 0;
}

}  // namespace

StartPool::StartPool(const Problem& problem, const Sampler& sampler) {
  if (sampler.depends_on_start() || !all_active(problem)) return;
  std::copy_if(problem.goals().begin(), problem.goals().end(), std::back_inserter(goals_), comparable);
  if (goals_.empty()) return;
  packs_ = pool_size / pack_lanes;
  active_ = problem.active().size();
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  Kinematics<Pack> kinematics(problem.tree(), problem.links());
  const std::vector<double> zero(dof, 0.0);
  std::vector<double> one(dof);
  std::vector<Pack> q(dof, Pack(0));
  const RandomStream random(0);
  for (int p = 0; p < packs_; ++p) {
    for (int l = 0; l < pack_lanes; ++l) {
      sampler.sample(random.branch(static_cast<std::uint64_t>(p * pack_lanes + l)), zero.data(), one.data());
      for (const int i : problem.active())
        q[static_cast<std::size_t>(i)].set(l, one[static_cast<std::size_t>(i)]);
    }
    kinematics.update(q.data());
    for (const Goal& goal : goals_) {
      const Frame<Pack> f = kinematics.link(goal.links[0]);
      const Vec3<Pack> point = apply(f, goal.offset.p);
      features_.insert(features_.end(), {dot(point, point), point.x, point.y, point.z, f.x.x, f.x.y, f.x.z,
                                         f.y.x, f.y.y, f.y.z, f.z.x, f.z.y, f.z.z});
    }
    for (const int i : problem.active()) q_.push_back(q[static_cast<std::size_t>(i)]);
  }
}

void StartPool::coefficients(const Goal& goal, const double* p, Pack* out) {
  using P = goals::PoseParameters;
  const bool placed = goal.kind != GoalKind::orientation, turned = goal.kind != GoalKind::position;
  const double position = placed ? p[P::position] * p[P::position] : 0;
  const double rotation = turned ? p[P::rotation] * p[P::rotation] : 0;
  out[0] = position;
  for (int i = 0; i < 3; ++i) out[1 + i] = -2 * position * p[P::target + 9 + i];
  for (int i = 0; i < 9; ++i) out[4 + i] = -rotation * p[P::target + i];
}

// Every lane keeps the lowest of every `streams`-th pack: candidates from as many parts of the pool, which
// is as good as the lowest of all and needs no sorting of the whole.
StartPool::Best StartPool::best(std::span<const double> parameters) const {
  constexpr int streams = best_count / pack_lanes;
  std::array<Pack, streams> lowest, where;
  lowest.fill(Pack(HUGE_VAL));
  where.fill(Pack(0));
  std::array<Pack, features> weight;
  const std::size_t goals = goals_.size();
  std::array<Pack, pool_size / pack_lanes> cost;
  cost.fill(Pack(0));
  for (std::size_t g = 0; g < goals; ++g) {
    coefficients(goals_[g], parameters.data() + goals_[g].parameter, weight.data());
    const Pack* feature = features_.data() + g * features;
    for (Pack& c : cost) {
      Pack sum = c;
      for (std::size_t k = 0; k < features; ++k) sum += weight[k] * feature[k];
      c = sum;
      feature += goals * features;
    }
  }
  for (int p = 0; p < packs_; p += streams)
    for (int s = 0; s < streams; ++s) {
      const auto i = static_cast<std::size_t>(s);
      const Pack& own = cost[static_cast<std::size_t>(p + s)];
      const Mask lower = own < lowest[i];
      lowest[i] = select(lower, own, lowest[i]);
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

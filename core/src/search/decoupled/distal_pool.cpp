#include "memetik/search/decoupled/distal_pool.hpp"

#include <algorithm>
#include <tuple>

#include "memetik/goals/keep_clear.hpp"
#include "memetik/search/decoupled/decoupling.hpp"

namespace memetik {

namespace {

SphereRobot thinned(const SphereRobot& robot, std::size_t spacing) {
  std::vector<LinkSphere> spheres;
  for (std::size_t s = 0; s < robot.spheres().size(); s += spacing) spheres.push_back(robot.spheres()[s]);
  return {std::move(spheres), {}};
}

}  // namespace

DistalPool::DistalPool(const Decoupling& parts)
    : variables_(parts.distal_variables().begin(), parts.distal_variables().end()) {
  const Problem &distal = parts.distal(), &whole = parts.whole();
  const Sampler sampler(whole);
  if (sampler.depends_on_start()) return;
  for (const Goal& goal : distal.goals()) {
    if (!goal.kernel->aggregates) continue;
    const auto& data = data_of<goals::KeepClear>(goal);
    if (!data.obstacles.empty()) clearances_.push_back({&goal, thinned(*data.robot, spacing), {}});
  }
  if (empty()) return;
  for (const ReachBound::Chain& chain : parts.arm_sources().bound.chains())
    std::tie(base_, end_, min_distance_, max_distance_) =
        std::tie(chain.base, chain.end, chain.min_distance, chain.max_distance);
  const std::vector<double> zero(static_cast<std::size_t>(whole.tree().dof()), 0.0);
  Query at_zero;
  at_zero.start = zero;
  std::vector<double> q(static_cast<std::size_t>(distal.tree().dof()), 0.0);
  parts.place_tip(identity_frame, q);
  Kinematics<double> kinematics(distal.tree());
  for (std::size_t i = 0; i < size; ++i) {
    sampler.sample(RandomStream(0).branch(i), at_zero, q.data());
    add(parts, q, kinematics);
  }
}

void DistalPool::add(const Decoupling& parts, std::span<const double> q, Kinematics<double>& kinematics) {
  for (const int v : variables_) q_.push_back(q[static_cast<std::size_t>(v)]);
  kinematics.update(q.data());
  ends_.push_back(apply(kinematics.link(parts.distal_split()), end_));
  for (Clearance& clearance : clearances_)
    for (const SphereBody& body : clearance.robot.bodies())
      clearance.bodies.push_back(kinematics.link(clearance.goal->links[static_cast<std::size_t>(body.link)]));
}

void DistalPool::get(std::size_t index, double* q) const {
  const double* own = q_.data() + index * variables_.size();
  for (const int v : variables_) q[v] = *own++;
}

DistalRanking::DistalRanking(const DistalPool& pool) : pool_(&pool) {
  ranks_.reserve(DistalPool::size);
  for (const DistalPool::Clearance& clearance : pool.clearances_) {
    const auto& obstacles = data_of<goals::KeepClear>(*clearance.goal).obstacles;
    searches_.push_back(std::make_unique<ContactSearch<Pack>>(clearance.robot, obstacles));
    obstacles_.resize(std::max(obstacles_.size(), obstacles.size()));
    bodies_.resize(std::max(bodies_.size(), clearance.robot.bodies().size()));
  }
}

std::size_t DistalRanking::rank(std::span<const double> parameters, const Frame<double>& tip,
                                std::span<std::uint16_t> best) {
  ranks_.clear();
  for (std::size_t i = 0; i < pool_->ends_.size(); ++i) {
    const double distance = norm(apply(tip, pool_->ends_[i]) - pool_->base_);
    if (distance >= pool_->min_distance_ && distance <= pool_->max_distance_)
      ranks_.push_back({0, static_cast<std::uint16_t>(i)});
  }
  for (std::size_t k = 0; k < searches_.size(); ++k)
    add_cost(pool_->clearances_[k], *searches_[k], parameters, tip);
  const std::size_t count = std::min(best.size(), ranks_.size());
  const auto is_better = [](const Rank& a, const Rank& b) {
    return std::tie(a.cost, a.index) < std::tie(b.cost, b.index);
  };
  std::partial_sort(ranks_.begin(), ranks_.begin() + static_cast<std::ptrdiff_t>(count), ranks_.end(),
                    is_better);
  for (std::size_t i = 0; i < count; ++i) best[i] = ranks_[i].index;
  return count;
}

// Adds the sum of max(0, m - c)^2 over all clearances c, with the margin m.
void DistalRanking::add_cost(const DistalPool::Clearance& clearance, ContactSearch<Pack>& search,
                             std::span<const double> parameters, const Frame<double>& tip) {
  const auto& data = data_of<goals::KeepClear>(*clearance.goal);
  const double* pose = parameters.data() + clearance.goal->parameter + 1;
  for (std::size_t o = 0; o < data.obstacles.size(); ++o, pose += 12)
    obstacles_[o] = broadcast<Pack>(inverse(tip) * frame_at(pose));
  search.obstacles_moved();
  for (std::size_t first = 0; first < ranks_.size(); first += pack_lanes) {
    place(clearance, first);
    std::size_t body = 0;
    search.place([&](int) { return bodies_[body++]; });
    Pack cost(0);
    search.near_obstacles([&](std::size_t o) { return obstacles_[o]; }, data.margin,
                          [&](int, int, const Pack& clear, const auto&) {
                            const Pack lacking = max(Pack(data.margin) - clear, Pack(0));
                            cost += lacking * lacking;
                            return true;
                          });
    const std::size_t last = std::min(first + pack_lanes, ranks_.size());
    for (std::size_t i = first; i < last; ++i) ranks_[i].cost += cost[static_cast<int>(i - first)];
  }
}

// Places the bodies of the configurations from `first` on, one per lane; the last one may be repeated.
void DistalRanking::place(const DistalPool::Clearance& clearance, std::size_t first) {
  const std::size_t count = clearance.robot.bodies().size();
  for (int l = 0; l < pack_lanes; ++l) {
    const std::size_t i = std::min(first + static_cast<std::size_t>(l), ranks_.size() - 1);
    const Frame<double>* bodies = clearance.bodies.data() + ranks_[i].index * count;
    for (std::size_t b = 0; b < count; ++b) set_lane(bodies_[b], l, bodies[b]);
  }
}

}  // namespace memetik

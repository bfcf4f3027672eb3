#include "memetik/search/start_pool.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

bool comparable(const Goal& goal) {
  return goal.kernel->rough_place && goal.decides_success() && goal.frame < 0;
}

// A place in the root's frame, seen from a base.
RoughPlace seen_from(const Frame<double>& base, RoughPlace place) {
  place.position = rotate_back(base, place.position - base.p);
  for (std::size_t i = 0; i < 9; i += 3) {
    const Vec3<double> column =
        rotate_back(base, {place.rotation[i], place.rotation[i + 1], place.rotation[i + 2]});
    place.rotation[i] = column.x;
    place.rotation[i + 1] = column.y;
    place.rotation[i + 2] = column.z;
  }
  return place;
}

}  // namespace

StartPool::StartPool(const Problem& problem, const Sampler& sampler, const StartPool* known) {
  if (sampler.depends_on_start()) return;
  std::copy_if(problem.goals().begin(), problem.goals().end(), std::back_inserter(goals_), comparable);
  const auto known_to_pool = [&](const Goal& goal) { return problem.moves_whole_chain(goal.links[0]); };
  if (!std::all_of(goals_.begin(), goals_.end(), known_to_pool)) goals_.clear();
  if (goals_.empty()) return;
  for (const Goal& goal : goals_) bases_.push_back(problem.base_of(goal.links[0]));
  for (std::size_t c = 0; c < problem.active().size(); ++c)
    if (sampler.varies(c)) varied_.push_back(problem.active()[c]);
  // where the same variables are varied, links have the same bases
  const bool same_samples = known && !known->empty() && known->varied_ == varied_;
  if (same_samples)
    q_ = known->q_;
  else
    sample(problem, sampler);
  std::vector<std::size_t> missing;
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    const Floats* same = same_samples ? known->features_of(goals_[g]) : nullptr;
    if (same)
      features_.insert(features_.end(), same, same + groups * features);
    else
      missing.push_back(g);
    features_.resize((g + 1) * groups * features);
  }
  if (!missing.empty()) compute_features(problem, missing);
}

void StartPool::sample(const Problem& problem, const Sampler& sampler) {
  const std::vector<double> zero(static_cast<std::size_t>(problem.tree().dof()), 0.0);
  Query at_zero;
  at_zero.start = zero;
  std::vector<double> q = zero;
  for (int i = 0; i < size; ++i) {
    sampler.sample(RandomStream(0).branch(static_cast<std::uint64_t>(i)), at_zero, q.data());
    for (const int v : varied_) q_.push_back(q[static_cast<std::size_t>(v)]);
  }
}

void StartPool::compute_features(const Problem& problem, std::span<const std::size_t> goals) {
  std::vector<double> q(static_cast<std::size_t>(problem.tree().dof()), 0.0);
  Kinematics<double> kinematics(problem.tree(), problem.links());
  for (int i = 0; i < size; ++i) {
    get(i, q.data());
    kinematics.update(q.data());
    for (const std::size_t g : goals) {
      const Frame<double> from_root = kinematics.link(goals_[g].links[0]);
      const Frame<double> f = bases_[g] == 0 ? from_root : inverse(kinematics.link(bases_[g])) * from_root;
      const Vec3<double> p = apply(f, goals_[g].kernel->rough_point(goals_[g]));
      const double values[features] = {dot(p, p), p.x,   p.y,   p.z,   f.x.x, f.x.y, f.x.z,
                                       f.y.x,     f.y.y, f.y.z, f.z.x, f.z.y, f.z.z};
      Floats* feature = features_.data() + (static_cast<int>(g) * groups + i / float_lanes) * features;
      for (int k = 0; k < features; ++k) feature[k][i % float_lanes] = static_cast<float>(values[k]);
    }
  }
}

const StartPool::Floats* StartPool::features_of(const Goal& goal) const {
  const Vec3<double> point = goal.kernel->rough_point(goal);
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    const Vec3<double> own = goals_[g].kernel->rough_point(goals_[g]);
    if (goals_[g].links[0] == goal.links[0] && own.x == point.x && own.y == point.y && own.z == point.z)
      return features_.data() + g * groups * features;
  }
  return nullptr;
}

void StartPool::coefficients(const RoughPlace& place, float* out) {
  const auto& [x, y, z] = place.position;
  out[0] = static_cast<float>(place.position_weight);
  out[1] = static_cast<float>(-2 * place.position_weight * x);
  out[2] = static_cast<float>(-2 * place.position_weight * y);
  out[3] = static_cast<float>(-2 * place.position_weight * z);
  for (std::size_t i = 0; i < 9; ++i) out[4 + i] = static_cast<float>(-place.rotation[i]);
  out[features] =
      static_cast<float>(place.position_weight * dot(place.position, place.position) + place.rotation_cost);
}

// The bit patterns of positive floats are ordered like the floats, so a key is a cost with the
// configuration's index in its lowest bits. Each lane keeps the lowest key of every `streams`-th group. These
// best_count candidates come from as many parts of the pool; they serve as well as the lowest of all, without
// a sort.
StartPool::Best StartPool::best(std::span<const double> parameters,
                                std::span<const Frame<double>> places) const {
  using Integers = std::int32_t __attribute__((vector_size(float_lanes * sizeof(std::int32_t))));
  constexpr int streams = best_count / float_lanes, index_bits = std::bit_width(size - 1U);
  static_assert(streams >= 1 && groups % streams == 0);
  std::array<Floats, groups> cost;
  const Floats* feature = features_.data();
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    std::array<float, features + 1> weight;
    const double* p = parameters.data() + goals_[g].parameter;
    // the first parameter is the square root of the weight
    const RoughPlace place = goals_[g].kernel->rough_place(goals_[g], p[0] * p[0], p + 1);
    coefficients(bases_[g] == 0 ? place : seen_from(places[g], place), weight.data());
    for (Floats& c : cost) {
      Floats sum = (g == 0 ? Floats{} : c) + weight[features];
      for (int k = 0; k < features; ++k) sum += weight[static_cast<std::size_t>(k)] * feature[k];
      c = sum;
      feature += features;
    }
  }
  Integers number;
  for (int l = 0; l < float_lanes; ++l) number[l] = l;
  std::array<Integers, streams> lowest;
  lowest.fill(Integers{} + INT32_MAX);
  for (int p = 0; p < groups; p += streams)
    for (int s = 0; s < streams; ++s) {
      const Floats& own = cost[static_cast<std::size_t>(p + s)];
      const Integers bits = std::bit_cast<Integers>(own > 0 ? own : Floats{});
      const Integers key = ((bits >> index_bits) << index_bits) | (number + (p + s) * float_lanes);
      Integers& smallest = lowest[static_cast<std::size_t>(s)];
      smallest = key < smallest ? key : smallest;
    }
  // the keys differ, so a key's rank is the number of smaller keys
  std::array<Integers, streams> rank{};
  for (int k = 0; k < best_count; ++k) {
    const Integers key = Integers{} + lowest[static_cast<std::size_t>(k / float_lanes)][k % float_lanes];
    for (std::size_t s = 0; s < streams; ++s) rank[s] -= key < lowest[s];
  }
  Best order;
  for (int k = 0; k < best_count; ++k) {
    const auto s = static_cast<std::size_t>(k / float_lanes);
    order[static_cast<std::size_t>(rank[s][k % float_lanes])] =
        static_cast<std::uint8_t>(lowest[s][k % float_lanes] % size);
  }
  return order;
}

void StartPool::get(int index, double* q) const {
  const double* values = q_.data() + static_cast<std::size_t>(index) * varied_.size();
  for (std::size_t k = 0; k < varied_.size(); ++k) q[varied_[k]] = values[k];
}

}  // namespace memetik

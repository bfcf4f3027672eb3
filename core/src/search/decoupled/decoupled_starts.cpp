#include "memetik/search/decoupled/decoupled_starts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace memetik {

namespace {

// If the pool is of no help, the candidates are the best of so many random configurations.
constexpr int sample_count = 16;
static_assert(sample_count % pack_lanes == 0);
// A descent of the distal part ends if a step lowers its cost by less than this share.
constexpr double min_gain = 0.03;

// The arm's queries. Their solutions replace the candidates.
class ArmQueries final : public QuerySource {
 public:
  void add(const Query& query, std::vector<double>& candidate) {
    queries_[count_] = query;
    candidates_[count_++] = &candidate;
  }
  const Query* next() override { return next_ < count_ ? &queries_[next_++] : nullptr; }
  void receive(const Query& query, Solution& solution) override {
    std::swap(*candidates_[static_cast<std::size_t>(&query - queries_.data())], solution.q);
    evaluations += static_cast<int>(solution.evaluations);
  }

  int evaluations = 0;

 private:
  std::array<Query, pack_lanes> queries_;
  std::array<std::vector<double>*, pack_lanes> candidates_;
  std::size_t count_ = 0, next_ = 0;
};

}  // namespace

DecoupledStarts::DecoupledStarts(const Decoupling& parts, const Sampler& sampler)
    : parts_(&parts),
      sampler_(&sampler),
      lane_evaluations_(std::max(parts.part_evaluations() / pack_lanes, 1)),
      distal_(parts.distal()),
      whole_(parts.whole()),
      tip_kinematics_(parts.whole().tree(), std::array{parts.tip()}),
      split_kinematics_(parts.distal().tree(), std::array{parts.distal_split()}),
      ranking_(parts.pool()),
      settle_(parts.distal()),
      arm_(parts.arm(), parts.arm_sources()),
      distal_parameters_(parts.distal().parameters().size()),
      distal_q_(static_cast<std::size_t>(parts.distal().tree().dof())),
      packed_(distal_q_.size()) {
  for (auto* candidates : {&candidates_, &samples_})
    for (std::vector<double>& q : *candidates) q.resize(static_cast<std::size_t>(parts.whole().tree().dof()));
  for (std::vector<double>& p : arm_parameters_) p.resize(parts.arm().parameters().size());
}

// An arm's attempt that begins within its budget may end beyond it.
int DecoupledStarts::max_evaluations() const {
  return 1 + sample_count + pack_lanes * (2 * lane_evaluations_ + arm_.max_evaluations() + 1);
}

int DecoupledStarts::get(StartList& list, int attempt, int number, double* q, Stop& stop) {
  const Query& query = *list.query;
  const RandomStream random =
      RandomStream(query.options.random_seed).branch(static_cast<std::uint64_t>(attempt));
  evaluations_ = 0;
  for (std::vector<double>& candidate : candidates_) candidate.assign(query.start.begin(), query.start.end());
  parts_->distal_parameters(query.parameters, distal_parameters_);
  distal_.set_parameters(distal_parameters_);
  place_tip(query, random);
  if (!take_from_pool(list, static_cast<std::size_t>(number))) sample_distal(query, random, stop);
  settle_distal(query, stop);
  solve_arm(query, stop);
  const std::vector<double>& best = candidates_[find_best(query)];
  std::copy(best.begin(), best.end(), q);
  return evaluations_;
}

// Free components of the pose are those of a random configuration.
void DecoupledStarts::place_tip(const Query& query, RandomStream random) {
  Frame<double> free = identity_frame;
  if (parts_->has_free_axes()) {
    std::vector<double>& q = samples_[0];
    q.assign(query.start.begin(), query.start.end());
    sampler_->sample(random.branch(sample_count), query, q.data());
    tip_kinematics_.update(q.data());
    free = tip_kinematics_.link(parts_->tip());
    ++evaluations_;
  }
  tip_ = parts_->wanted_tip(query.parameters, free);
  std::copy(query.start.begin(), query.start.end(), distal_q_.begin());
  parts_->place_tip(tip_, distal_q_);
}

// Takes the next candidates from the pool, if it has any for this query.
bool DecoupledStarts::take_from_pool(StartList& list, std::size_t number) {
  if (parts_->pool().empty() || !list.query->max_change.empty()) return false;
  if (parts_->has_free_axes() || !std::exchange(list.distal_ranked, true))
    list.distal_count = ranking_.rank(distal_parameters_, tip_, list.distal);
  const std::size_t first = parts_->has_free_axes() ? 0 : number * pack_lanes;
  if (first + pack_lanes > list.distal_count) return false;
  for (std::size_t l = 0; l < pack_lanes; ++l)
    parts_->pool().get(list.distal[first + l], candidates_[l].data());
  return true;
}

// Each candidate is the best of several random configurations.
void DecoupledStarts::sample_distal(const Query& query, RandomStream random, Stop& stop) {
  const bool has_goals = parts_->distal().primary_rows() > 0;
  Pack lowest = HUGE_VAL;
  for (int first = 0; first < (has_goals ? sample_count : pack_lanes); first += pack_lanes) {
    if (first > 0 && stop.requested()) return;
    for (std::size_t l = 0; l < pack_lanes; ++l) {
      samples_[l].assign(query.start.begin(), query.start.end());
      sampler_->sample(random.branch(static_cast<std::uint64_t>(first) + l), query, samples_[l].data());
    }
    Pack cost = 0;
    if (has_goals) {
      pack(samples_);
      distal_.evaluate(packed_.data(), Scope::primary);
      evaluations_ += pack_lanes;
      cost = distal_.cost();
    }
    for (int l = 0; l < pack_lanes; ++l)
      if (cost[l] < lowest[l]) set_distal(static_cast<std::size_t>(l), samples_[static_cast<std::size_t>(l)]);
    lowest = min(cost, lowest);
  }
}

// Copies the variables of the distal part into a candidate.
void DecoupledStarts::set_distal(std::size_t candidate, std::span<const double> q) {
  for (const int v : parts_->distal_variables())
    candidates_[candidate][static_cast<std::size_t>(v)] = q[static_cast<std::size_t>(v)];
}

void DecoupledStarts::settle_distal(const Query& query, Stop& stop) {
  settled_ = Pack(0) <= Pack(0);
  if (parts_->distal().primary_rows() == 0) return;
  Query own = query;
  own.parameters = distal_parameters_;
  pack(candidates_);
  const auto result =
      settle_.run(own, distal_, packed_.data(), lane_evaluations_, stop, {.min_gain = min_gain});
  evaluations_ += pack_lanes * result.evaluations;
  settled_ = result.accepted;
  for (std::size_t l = 0; l < pack_lanes; ++l)
    for (const int v : parts_->distal_variables())
      candidates_[l][static_cast<std::size_t>(v)] = packed_[static_cast<std::size_t>(v)][static_cast<int>(l)];
}

// Solves the arm for the candidates whose distal part meets its goals, or for all if there are none.
void DecoupledStarts::solve_arm(const Query& query, Stop& stop) {
  ArmQueries queries;
  const int settled = lane_bits(settled_);
  for (std::size_t l = 0; l < pack_lanes; ++l) {
    if (settled && !(settled >> l & 1)) continue;
    std::copy(candidates_[l].begin(), candidates_[l].end(), distal_q_.begin());
    split_kinematics_.update(distal_q_.data());
    parts_->arm_parameters(split_kinematics_.link(parts_->distal_split()), arm_parameters_[l]);
    queries.add({.parameters = arm_parameters_[l],
                 .start = candidates_[l],
                 .start_given = false,
                 .options = {.random_seed = query.options.random_seed},
                 .max_change = query.max_change},
                candidates_[l]);
  }
  arm_.run(queries, {.budget = lane_evaluations_, .first_attempt = 1}, stop);
  evaluations_ += queries.evaluations;
}

// The first candidate that meets all goals, or the one of lowest cost.
std::size_t DecoupledStarts::find_best(const Query& query) {
  pack(candidates_);
  whole_.set_parameters(query.parameters);
  whole_.evaluate(packed_.data(), Scope::primary);
  evaluations_ += pack_lanes;
  const int accepted = lane_bits(whole_.accepted());
  solved_ = accepted != 0;
  if (solved_) return static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(accepted)));
  int best = 0;
  for (int l = 1; l < pack_lanes; ++l)
    if (whole_.cost()[l] < whole_.cost()[best]) best = l;
  return static_cast<std::size_t>(best);
}

// The candidates with the tip in its place.
void DecoupledStarts::pack(const Candidates& candidates) {
  for (std::size_t i = 0; i < packed_.size(); ++i) {
    packed_[i] = distal_q_[i];
    if (i < candidates[0].size())
      for (std::size_t l = 0; l < pack_lanes; ++l) packed_[i].set(static_cast<int>(l), candidates[l][i]);
  }
}

}  // namespace memetik

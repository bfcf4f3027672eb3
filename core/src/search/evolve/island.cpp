#include "memetik/search/evolve/island.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

constexpr double widest = 1, finest = 10;  // mutation scales 2^-1 .. 2^-10 of the search interval
constexpr double hop = 4;                  // mutations larger than 2^-4 may reach other basins of attraction
constexpr double inertia = 0.7;            // share of the old momentum that is kept (BioIK 2)
constexpr int max_stale = 2;               // generations without improvement before a wipe-out
constexpr double niche = 0.02;             // minimum distance between species, in search intervals
constexpr double min_gain = 1e-4;          // minimum improvement, relative to the cost
constexpr double equal_share = 1e-3;       // costs that differ by less are equal, see CandidateSet
constexpr std::size_t max_bests = 8;
constexpr double min_exploitation = 2, max_exploitation = 24;  // evaluations of a local search
constexpr std::size_t random_starts = 16;                      // a new species takes the best of these

}  // namespace

Island::Island(const Problem& problem, const Sampler& sampler, const Evolution& evolution, bool eased)
    : problem_(&problem),
      sampler_(&sampler),
      evolution_(evolution),
      lanes_(problem, eased),
      settle_(problem),
      chosen_(static_cast<std::size_t>(evolution.species)),
      widths_(problem.active().size()),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      best_(packed_.size()) {
  const std::vector<double> blank(packed_.size());
  found_ = blank;
  if (evolution.exploitation == Exploitation::lbfgsb) {
    single_ = std::make_unique<Objective<double>>(problem, eased);
    gradient_descent_ = std::make_unique<Lbfgsb>(problem);
  }
  species_.assign(chosen_.size(), {blank, blank});
  const std::size_t children = chosen_.size() * static_cast<std::size_t>(evolution.children);
  children_.assign(std::max(children, random_starts), {blank});
}

int Island::generation_size(const Evolution& evolution) {
  const int wiped_out = (evolution.species - 1) * static_cast<int>(random_starts);
  return evolution.species * (evolution.children + static_cast<int>(max_exploitation)) + wiped_out;
}

int Island::first_size(const Evolution& evolution) {
  return 1 + (evolution.species - 1) * static_cast<int>(random_starts);
}

void Island::begin(const Query& query, const double* best, int number, Stop& stop) {
  query_ = &query;
  random_ = RandomStream(query.options.random_seed).branch(~static_cast<std::uint64_t>(number));
  lanes_.set_parameters(query.parameters);
  if (single_) single_->set_parameters(query.parameters);
  sampler_->widths(query, widths_);
  lineage_ = query.trace ? &query.trace->lineage(static_cast<std::size_t>(number)) : nullptr;
  evaluations_ = starts_ = generations_ = 0;
  solved_ = false;
  best_cost_ = HUGE_VAL;
  exploitation_ = max_exploitation;
  std::copy_n(best, best_.size(), best_.begin());
  children_[0].q = species_[0].q = best_;
  evaluate(1, stop);
  species_[0].cost = children_[0].cost;
  species_[0].stale = 0;
  species_[0].made_by = Operator::start;
  species_[0].row = Lineage::no_individual;
  std::fill(species_[0].momentum.begin(), species_[0].momentum.end(), 0.0);
  keep_if_best(best_, children_[0].cost, children_[0].accepted);
  for (std::size_t s = 1; s < species_.size(); ++s) begin_species(species_[s], stop);
  bests_.assign(1, best_);
}

void Island::reject(Stop& stop) {
  solved_ = false;
  best_cost_ = HUGE_VAL;
  bests_.clear();
  for (Species& species : species_) begin_species(species, stop);
}

// Begins a species at the best of several random configurations.
void Island::begin_species(Species& species, Stop& stop) {
  for (std::size_t i = 0; i < random_starts; ++i) {
    children_[i].q = best_;  // for the inactive variables
    sampler_->sample(random_.branch(i), *query_, children_[i].q.data());
  }
  random_ = random_.branch(random_starts);
  evaluate(random_starts, stop);
  const auto by_cost = [](const Child& a, const Child& b) { return a.cost < b.cost; };
  const Child& best = *std::min_element(children_.begin(), children_.begin() + random_starts, by_cost);
  species.q = best.q;
  species.cost = best.cost;
  species.stale = 0;
  species.made_by = Operator::random;
  species.row = Lineage::no_individual;
  std::fill(species.momentum.begin(), species.momentum.end(), 0.0);
  keep_if_best(best.q, best.cost, best.accepted);
  ++starts_;
}

void Island::run(std::int64_t evaluations, std::int64_t budget, Stop& stop) {
  const std::int64_t end = evaluations_ + evaluations;
  const std::int64_t last = evaluations_ + budget - generation_size(evolution_);
  while (!solved_ && evaluations_ < end && evaluations_ <= last && !stop.check()) {
    const double before = best_cost_;
    generation(stop);
    if (!(best_cost_ < before) && !solved_) continue;
    if (best_cost_ < (1 - equal_share) * before || solved_) bests_.clear();
    if (bests_.size() == max_bests) bests_.pop_back();
    bests_.push_back(best_);
  }
}

void Island::generation(Stop& stop) {
  const auto children = static_cast<std::size_t>(evolution_.children);
  for (std::size_t s = 0; s < species_.size(); ++s)
    for (std::size_t k = 0; k < children; ++k) {
      breed(s, k, children_[s * children + k]);
      if (stop.requested()) return;
    }
  evaluate(species_.size() * children, stop);
  if (lineage_) record_generation();
  for (std::size_t s = 0; s < species_.size(); ++s) chosen_[s] = select(s);
  if (!solved_ && evolution_.exploitation != Exploitation::none) exploit(stop);
  if (lineage_) record_exploited();
  for (std::size_t s = 0; s < species_.size(); ++s) replace(s, children_[chosen_[s]]);
  wipe_out(stop);
  ++generations_;
}

void Island::breed(std::size_t s, std::size_t number, Child& child) {
  const Species& own = species_[s];
  const auto other = static_cast<std::size_t>(random_.below(static_cast<int>(species_.size())));
  child.q = own.q;
  const bool recombined = number % 2 == 1 && other != s;
  child.other = recombined ? other : s;
  const double momentum = random_.below(3);
  for (const int variable : problem_->active()) {
    const auto v = static_cast<std::size_t>(variable);
    if (recombined && random_.below(2)) child.q[v] += random_.uniform() * (species_[other].q[v] - own.q[v]);
    child.q[v] += momentum * own.momentum[v];
  }
  child.wide = mutate(number % 4 >= 2, child.q.data());
  clip(problem_->tree(), *query_, child.q);
}

// Mutates all variables, or a few if sparse, on one scale. Returns whether the scale is large enough to reach
// another basin of attraction.
bool Island::mutate(bool sparse, double* q) {
  const double exponent = random_.uniform(widest, finest), scale = std::exp2(-exponent);
  const auto count = static_cast<int>(widths_.size());
  const double rate = sparse ? 1.5 / count : 1;
  const int certain = count > 0 ? random_.below(count) : 0;
  for (int c = 0; c < count; ++c)
    if (c == certain || random_.uniform() < rate)
      q[problem_->active()[static_cast<std::size_t>(c)]] +=
          random_.approximate_normal() * scale * widths_[static_cast<std::size_t>(c)];
  return exponent < hop;
}

// If stopped early, the remaining children get infinite cost.
void Island::evaluate(std::size_t count, Stop& stop) {
  const bool has_secondary = problem_->rows() > problem_->primary_rows();
  for (std::size_t i = 0; i < count; i += pack_lanes) {
    const std::size_t used = std::min<std::size_t>(pack_lanes, count - i);
    if (i > 0 && stop.requested()) {
      for (; i < count; ++i) children_[i].cost = HUGE_VAL, children_[i].accepted = false;
      return;
    }
    for (std::size_t v = 0; v < packed_.size(); ++v)
      for (std::size_t l = 0; l < pack_lanes; ++l)
        packed_[v].set(static_cast<int>(l), children_[i + std::min(l, used - 1)].q[v]);
    lanes_.evaluate(packed_.data(), has_secondary ? Scope::all : Scope::primary);
    for (std::size_t l = 0; l < used; ++l) {
      Child& child = children_[i + l];
      const int lane = static_cast<int>(l);
      child.secondary = lanes_.secondary_cost()[lane];
      child.cost = lanes_.cost()[lane] - child.secondary;
      child.accepted = lane_bits(lanes_.accepted()) >> lane & 1;
    }
    evaluations_ += static_cast<std::int64_t>(used);
  }
}

// Selects the best of a species' children; if there are secondary goals, only among a random number of those
// with the lowest secondary cost. If no child is better than the species, the species is at a local minimum.
// Then the best child of a large mutation is selected, because local search from nearer ones would lead back.
std::size_t Island::select(std::size_t s) {
  const auto children = static_cast<std::size_t>(evolution_.children);
  const auto first = children_.begin() + static_cast<std::ptrdiff_t>(s * children);
  auto last = first + static_cast<std::ptrdiff_t>(children);
  if (problem_->rows() > problem_->primary_rows()) {
    std::sort(first, last, [](const Child& a, const Child& b) { return a.secondary < b.secondary; });
    last = first + 1 + random_.below(evolution_.children);
  }
  auto best = std::min_element(first, last, [](const Child& a, const Child& b) {
    return a.accepted != b.accepted ? a.accepted : a.cost < b.cost;
  });
  if (!best->accepted && !(best->cost < species_[s].cost))
    best = std::min_element(first, last, [](const Child& a, const Child& b) {
      return a.wide != b.wide ? a.wide : a.cost < b.cost;
    });
  if (best->accepted) keep_if_best(best->q, best->cost, true);
  return static_cast<std::size_t>(best - children_.begin());
}

void Island::exploit(Stop& stop) {
  const int quota = static_cast<int>(exploitation_);
  const bool in_lanes = evolution_.exploitation == Exploitation::levenberg_marquardt;
  const std::size_t together = in_lanes ? pack_lanes : 1;
  int gains = 0;
  for (std::size_t s = 0; s < species_.size() && !solved_; s += together) {
    const std::size_t used = std::min(together, species_.size() - s);
    gains += in_lanes ? settle(s, used, quota, stop) : descend(children_[chosen_[s]], quota, stop);
  }
  // a local search that does not help takes evaluations from children
  const bool pays = gains > 0.25 * static_cast<double>(species_.size());
  exploitation_ = std::clamp(exploitation_ * (pays ? 1.5 : 0.7), min_exploitation, max_exploitation);
}

// Runs local search for `used` species from s on, in parallel lanes. Returns how many of them improved.
int Island::settle(std::size_t s, std::size_t used, int quota, Stop& stop) {
  const auto child = [&](std::size_t l) -> Child& { return children_[chosen_[s + std::min(l, used - 1)]]; };
  for (std::size_t v = 0; v < packed_.size(); ++v)
    for (std::size_t l = 0; l < pack_lanes; ++l) packed_[v].set(static_cast<int>(l), child(l).q[v]);
  const auto result = settle_.run(*query_, lanes_, packed_.data(), quota, stop);
  evaluations_ += static_cast<std::int64_t>(used) * result.evaluations;
  int gains = 0;
  for (std::size_t l = 0; l < used; ++l) {
    const int lane = static_cast<int>(l);
    for (std::size_t v = 0; v < packed_.size(); ++v) found_[v] = packed_[v][lane];
    gains += improve(child(l), result.cost[lane], lane_bits(result.accepted) >> lane & 1);
  }
  return gains;
}

int Island::descend(Child& child, int quota, Stop& stop) {
  found_ = child.q;
  const auto result = gradient_descent_->run(*query_, *single_, found_.data(), quota, stop);
  evaluations_ += result.evaluations;
  return improve(child, result.cost, result.accepted);
}

// Replaces the child by found_ if that is better. Returns whether the gain is significant.
bool Island::improve(Child& child, double cost, bool accepted) {
  if (!(cost < child.cost)) return false;
  const bool worth_it = child.cost - cost > min_gain * child.cost;
  child.q = found_;
  child.cost = cost;
  child.accepted = accepted;
  if (accepted) keep_if_best(child.q, cost, true);
  return worth_it;
}

void Island::replace(std::size_t s, const Child& child) {
  Species& own = species_[s];
  ++own.stale;
  if (!(child.cost < own.cost)) return;
  if (own.cost - child.cost > min_gain * own.cost) own.stale = 0;
  for (std::size_t v = 0; v < own.q.size(); ++v)
    own.momentum[v] = inertia * own.momentum[v] + (1 - inertia) * (child.q[v] - own.q[v]);
  own.q = child.q;
  own.cost = child.cost;
  own.row = child.row;
  keep_if_best(child.q, child.cost, child.accepted);
}

// Wipes out crowded and stale species, but never the best one.
void Island::wipe_out(Stop& stop) {
  const auto best = std::min_element(species_.begin(), species_.end(),
                                     [](const Species& a, const Species& b) { return a.cost < b.cost; });
  for (auto own = species_.begin(); own != species_.end(); ++own) {
    if (own == best || solved_) continue;
    bool crowded = false;
    for (auto other = species_.begin(); other != species_.end(); ++other) {
      const bool better = other->cost < own->cost || (other->cost == own->cost && other < own);
      crowded |= other != own && better && distance(*own, *other) < niche;
    }
    if (!crowded && own->stale <= max_stale) continue;
    if (lineage_) lineage_->add_wipe_out(static_cast<std::int32_t>(generations_));
    begin_species(*own, stop);
  }
}

// The largest difference over all variables, in search intervals.
double Island::distance(const Species& a, const Species& b) const {
  double largest = 0;
  for (std::size_t c = 0; c < widths_.size(); ++c) {
    const auto v = static_cast<std::size_t>(problem_->active()[c]);
    if (widths_[c] > 0) largest = std::max(largest, std::abs(a.q[v] - b.q[v]) / widths_[c]);
  }
  return largest;
}

void Island::keep_if_best(const std::vector<double>& q, double cost, bool accepted) {
  if (solved_ || !(accepted || cost < best_cost_)) return;
  best_cost_ = cost;
  best_ = q;
  solved_ = accepted;
}

}  // namespace memetik

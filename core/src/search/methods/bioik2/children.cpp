#include "memetik/search/methods/bioik2/children.hpp"

#include <algorithm>
#include <utility>

namespace memetik {

namespace {

// Mutations are normal with standard deviation 2^k times the search interval and a random integer k. The
// thesis (3.7.2) does not give the range of k; these values are those of its implementation.
constexpr int min_exponent = -23, exponent_bits = 4;
constexpr double inertia = 0.7;              // share of the old momentum that is kept
constexpr double other_momentum = 0.2;       // share of the other parent's momentum, in every second child
constexpr std::size_t momentum_factors = 3;  // the factors are 0, 1 and 2

}  // namespace

BioIk2Children::BioIk2Children(const BioIk2Options& options, std::size_t genes)
    : options_(options),
      children_(static_cast<std::size_t>(options.children)),
      stride_((children_ + pack_lanes - 1) / pack_lanes * pack_lanes),
      genes_(genes * stride_),
      parents_(children_),
      order_(children_),
      next_(static_cast<std::size_t>(options.population)),
      child_genes_(genes),
      rows_(children_),
      parent_rows_(next_.size()) {
  for (auto* row : {&costs_, &secondary_, &sizes_, &factors_, &mixes_, &base_, &own_, &other_})
    row->assign(stride_, 0.0);
  survivors_.reserve(next_.size() + 1);
  for (BioIk2Individual& individual : next_)
    individual.genes.resize(genes), individual.momentum.resize(genes);
  for (std::size_t i = 0; i < children_; ++i) {  // all factors are equally frequent
    factors_[i] = options.momentum ? static_cast<double>(i % momentum_factors) : 0;
    mixes_[i] = i % 2 == 0 ? other_momentum : 0;
  }
}

// Draws two parents for every child (E 7.3). Only used for populations of more than two.
void BioIk2Children::choose_parents(std::size_t population, RandomStream& random) {
  const auto count = static_cast<int>(population);
  for (Parents& parents : parents_) {
    const int a = random.below(count), b = random.below(count - 1);
    const auto one = static_cast<std::size_t>(a), two = static_cast<std::size_t>(b < a ? b : b + 1);
    parents = {std::min(one, two), std::max(one, two)};
  }
}

void BioIk2Children::gather_parents(const BioIk2Population& population, std::size_t gene) {
  for (std::size_t i = 0; i < children_; ++i) {
    const auto [better, other] = parents_[i];
    base_[i] = population[better].genes[gene];
    own_[i] = population[better].momentum[gene];
    other_[i] = population[other].momentum[gene];
  }
}

void BioIk2Children::breed(const BioIk2Population& population, std::span<const GeneRange> ranges,
                           LaneRandom& lanes, RandomStream& random) {
  const bool one_couple = population.size() <= 2;
  if (one_couple)
    std::fill(parents_.begin(), parents_.end(), Parents{0, population.size() - 1});
  else
    choose_parents(population.size(), random);
  for (std::size_t j = 0; j < population.size(); ++j) parent_rows_[j] = population[j].row;
  for (std::size_t c = 0; c < ranges.size(); ++c) {
    if (c == 0 || options_.mutation == MutationSize::gene) draw_sizes(lanes);
    const double couple[] = {population.front().genes[c], population.front().momentum[c],
                             population.back().momentum[c]};
    if (!one_couple) gather_parents(population, c);
    one_couple ? breed_gene<true>(c, ranges[c], couple, lanes)
               : breed_gene<false>(c, ranges[c], couple, lanes);
  }
}

void BioIk2Children::draw_sizes(LaneRandom& lanes) {
  for (std::size_t i = 0; i < stride_; i += pack_lanes)
    lanes.power_of_two(min_exponent, exponent_bits).store(&sizes_[i]);
}

// x' = x + m g + 2^k N(0, 1) (max - min), with the momentum g of both parents and m in 0, 1, 2. If all
// children have the same parents, `couple` has their x and both momenta.
template <bool one_couple>
void BioIk2Children::breed_gene(std::size_t c, const GeneRange& range, const double* couple,
                                LaneRandom& lanes) {
  LaneRandom random = lanes;  // a local copy stays in registers
  double* genes = genes_.data() + c * stride_;
  const double *sizes = sizes_.data(), *factors = factors_.data(), *mixes = mixes_.data();
  const double *bases = base_.data(), *owns = own_.data(), *others = other_.data();
  const Pack lower(range.lower), upper(range.upper), width(range.width);
  for (std::size_t i = 0, end = stride_; i < end; i += pack_lanes) {
    const auto of_parents = [&](int which, const double* of_each) {
      return one_couple ? Pack(couple[which]) : Pack::load(of_each + i);
    };
    const Pack base = of_parents(0, bases), own = of_parents(1, owns), other = of_parents(2, others);
    const Pack momentum = own + Pack::load(mixes + i) * (other - own);
    const Pack moved = base + Pack::load(factors + i) * momentum +
                       random.approximate_normal() * (Pack::load(sizes + i) * width);
    min(max(moved, lower), upper).store(genes + i);
  }
  lanes = random;
}

// A random number of children, those with the lowest secondary cost.
std::span<const std::size_t> BioIk2Children::lowest_secondary(RandomStream& random) {
  for (std::size_t i = 0; i < children_; ++i) order_[i] = i;
  const int count = 1 + random.below(options_.children);
  const auto is_lower = [&](std::size_t a, std::size_t b) {
    return secondary_[a] != secondary_[b] ? secondary_[a] < secondary_[b] : a < b;
  };
  std::nth_element(order_.begin(), order_.begin() + count - 1, order_.end(), is_lower);
  return {order_.data(), static_cast<std::size_t>(count)};
}

void BioIk2Children::select(BioIk2Population& population, bool by_secondary, RandomStream& random) {
  survivors_.clear();
  for (std::size_t j = 0; j < population.size(); ++j)
    survivors_.push_back({population[j].cost, children_ + j});
  if (by_secondary && children_ > 0)
    for (const std::size_t child : lowest_secondary(random)) compete(child);
  else
    for (std::size_t child = 0; child < children_; ++child) compete(child);
  const auto is_child = [&](const Survivor& survivor) { return survivor.index < children_; };
  if (std::any_of(survivors_.begin(), survivors_.end(), is_child)) replace_population(population);
}

void BioIk2Children::compete(std::size_t child) {
  const double cost = costs_[child];
  if (!(cost < survivors_.back().cost)) return;
  const auto is_better = [](double own, const Survivor& other) { return own < other.cost; };
  survivors_.pop_back();
  survivors_.insert(std::upper_bound(survivors_.begin(), survivors_.end(), cost, is_better), {cost, child});
}

void BioIk2Children::replace_population(BioIk2Population& population) {
  for (std::size_t j = 0; j < survivors_.size(); ++j)
    if (survivors_[j].index < children_) make_individual(survivors_[j], population, next_[j]);
  for (std::size_t j = 0; j < survivors_.size(); ++j)
    if (survivors_[j].index >= children_) std::swap(next_[j], population[survivors_[j].index - children_]);
  std::swap(population, next_);
}

// Makes an individual of a surviving child. Only survivors need a momentum: g' = 0.7 g + 0.3 (x' - x).
void BioIk2Children::make_individual(const Survivor& survivor, const BioIk2Population& population,
                                     BioIk2Individual& out) {
  const BioIk2Individual &better = population[parents_[survivor.index].better],
                         &other = population[parents_[survivor.index].other];
  out.cost = survivor.cost;
  for (std::size_t c = 0; c < out.genes.size(); ++c) {
    const double gene = genes_[c * stride_ + survivor.index];
    const double momentum =
        better.momentum[c] + mixes_[survivor.index] * (other.momentum[c] - better.momentum[c]);
    out.genes[c] = gene;
    out.momentum[c] = inertia * momentum + (1 - inertia) * (gene - better.genes[c]);
  }
}

void BioIk2Children::record(BioIk2Population& population, std::int32_t generation, Lineage& lineage) {
  const auto elites = static_cast<std::size_t>(options_.elites);
  for (std::size_t i = 0; i < children_; ++i) {
    for (std::size_t c = 0; c < child_genes_.size(); ++c) child_genes_[c] = genes_[c * stride_ + i];
    const auto survivor =
        std::find_if(survivors_.begin(), survivors_.end(), [i](const Survivor& p) { return p.index == i; });
    const bool elite =
        static_cast<std::size_t>(survivor - survivors_.begin()) < std::min(elites, survivors_.size());
    const auto [better, other] = parents_[i];
    rows_[i] = lineage.add(
        {costs_[i], generation, {parent_rows_[better], parent_rows_[other]}, Operator::bred, elite},
        child_genes_);
  }
  for (std::size_t j = 0; j < survivors_.size(); ++j) {
    const bool bred = survivors_[j].index < children_;
    BioIk2Individual& own = population[j];
    own.row =
        bred ? rows_[survivors_[j].index]
             : lineage.add(
                   {own.cost, generation, {own.row, Lineage::no_individual}, Operator::survived, j < elites},
                   own.genes);
  }
}

}  // namespace memetik

#include "memetik/search/methods/bioik2.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

namespace {

constexpr double wipe_out_probability = 0.1;

}  // namespace

BioIk2Island::BioIk2Island(const Problem& problem, const Sampler& sampler, const BioIk2Options& options)
    : problem_(&problem),
      sampler_(&sampler),
      options_(options),
      scope_(problem.rows() > problem.primary_rows() ? Scope::all : Scope::primary),
      lanes_(problem),
      children_(options, problem.active().size()),
      ranges_(problem.active().size()),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      q_(packed_.size()),
      candidate_(ranges_.size()) {
  const BioIk2Individual blank{.genes = candidate_, .momentum = candidate_};
  const BioIk2Population population(static_cast<std::size_t>(options.population), blank);
  species_.assign(static_cast<std::size_t>(options.species), {population, LinearModel(problem)});
  if (options.memetics != Memetics::lbfgs) return;
  single_ = std::make_unique<Objective<double>>(problem);
  lbfgsb_ = std::make_unique<Lbfgsb>(problem);
}

void BioIk2Island::begin_search(Stop& stop) {
  lanes_.set_parameters(query_->parameters);
  if (single_) single_->set_parameters(query_->parameters);
  normal_ = LaneRandom(random_.branch(0));
  sampler_->widths(*query_, candidate_);
  for (std::size_t c = 0; c < ranges_.size(); ++c) {
    const auto variable = static_cast<std::size_t>(problem_->active()[c]);
    const Interval box = interval_of(problem_->tree(), *query_, variable);
    ranges_[c] = {box.lower, box.upper, candidate_[c]};
  }
  std::copy(query_->start.begin(), query_->start.end(), q_.begin());
  if (options_.random_start && role_.number > 0) return begin_elsewhere(stop);
  for (Species& species : species_) begin_species(species, Operator::start);
  starts_ = 1;
}

void BioIk2Island::begin_elsewhere(Stop&) {
  for (Species& species : species_) begin_species_at_random(species);
}

void BioIk2Island::begin_species_at_random(Species& species) {
  sampler_->sample(random_.branch(static_cast<std::uint64_t>(++starts_)), *query_, q_.data());
  begin_species(species, Operator::random);
}

// Places all individuals of a species at q_, without momentum.
void BioIk2Island::begin_species(Species& species, Operator by) {
  species.cost = HUGE_VAL;
  species.begun_by = by;
  for (BioIk2Individual& individual : species.population) {
    read_genes(individual.genes);
    std::fill(individual.momentum.begin(), individual.momentum.end(), 0.0);
    individual.cost = HUGE_VAL;
  }
}

void BioIk2Island::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) step(stop);
}

void BioIk2Island::step(Stop& stop) {
  evaluate_best(0, species_.size());
  if (!solved() && options_.wipe_outs) wipe_out();
  if (solved()) return;
  exhausted_ = ranges_.empty();
  for (Species& species : species_) evolve(species, stop);
  generations_ += options_.evolution_generations;
  if (options_.memetics == Memetics::none || options_.optimization_generations == 0) return;
  ++generations_;
  for (Species& species : species_) exploit(species, stop);
}

// Evaluates the best individuals of these species exactly, several per pack, and builds their linear models.
void BioIk2Island::evaluate_best(std::size_t first, std::size_t last) {
  for (; first < last; first += pack_lanes) {
    const std::size_t used = std::min<std::size_t>(pack_lanes, last - first);
    for (std::size_t l = 0; l < pack_lanes; ++l) {
      write_genes(species_[first + std::min(l, used - 1)].population.front().genes);
      for (std::size_t v = 0; v < q_.size(); ++v) set_lane(packed_[v], static_cast<int>(l), q_[v]);
    }
    lanes_.linearize(packed_.data(), scope_);
    evaluations_ += static_cast<std::int64_t>(used);
    for (std::size_t l = 0; l < used; ++l) update_species(species_[first + l], static_cast<int>(l));
  }
}

void BioIk2Island::update_species(Species& species, int lane) {
  const double cost = lanes_.cost()[lane] - lanes_.secondary_cost()[lane];
  const bool settled = species.cost == HUGE_VAL;
  species.changed = cost != species.cost;
  species.cost = cost;
  std::vector<double>& genes = species.population.front().genes;
  for (std::size_t v = 0; v < q_.size(); ++v) q_[v] = packed_[v][lane];
  read_genes(genes);  // within their limits
  species.model.build(lanes_, lane, genes);
  keep_if_best(q_, cost, lane_bits(lanes_.accepted()) >> lane & 1);
  if (!settled || !role_.lineage) return;
  for (BioIk2Individual& individual : species.population)
    individual.row = role_.lineage->add({cost,
                                         static_cast<std::int32_t>(generations_),
                                         {Lineage::no_individual, Lineage::no_individual},
                                         species.begun_by,
                                         false},
                                        individual.genes);
}

// Writes genes into q_, clipped to the query's box.
void BioIk2Island::write_genes(const std::vector<double>& genes) {
  for (std::size_t c = 0; c < genes.size(); ++c)
    q_[static_cast<std::size_t>(problem_->active()[c])] = genes[c];
  clip(problem_->tree(), *query_, q_);
}

void BioIk2Island::read_genes(std::vector<double>& genes) const {
  for (std::size_t c = 0; c < genes.size(); ++c)
    genes[c] = q_[static_cast<std::size_t>(problem_->active()[c])];
}

void BioIk2Island::wipe_out() {
  const auto best = std::min_element(species_.begin(), species_.end(),
                                     [](const Species& a, const Species& b) { return a.cost < b.cost; });
  for (std::size_t s = 0; s < species_.size() && !solved(); ++s) {
    if (s == static_cast<std::size_t>(best - species_.begin())) continue;
    if (!(random_.uniform() < wipe_out_probability) && species_[s].changed) continue;
    if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
    begin_species_at_random(species_[s]);
    evaluate_best(s, s + 1);
  }
}

void BioIk2Island::evolve(Species& species, Stop& stop) {
  evaluate_population(species);
  for (int g = 1; g <= options_.evolution_generations && !stop.requested(); ++g) {
    children_.breed(species.population, ranges_, normal_, random_);
    evaluate_children(species);
    children_.select(species.population, scope_ == Scope::all, random_);
    if (role_.lineage)
      children_.record(species.population, static_cast<std::int32_t>(generations_) + g, *role_.lineage);
  }
}

// Evaluates the population by the new model and sorts it.
void BioIk2Island::evaluate_population(Species& species) {
  for (BioIk2Individual& individual : species.population) {
    if (options_.extrapolate)
      individual.cost = species.model.evaluate(individual.genes).primary;
    else if (individual.cost == HUGE_VAL)
      individual.cost = species.cost;
  }
  std::sort(species.population.begin(), species.population.end(),
            [](const BioIk2Individual& a, const BioIk2Individual& b) { return a.cost < b.cost; });
}

void BioIk2Island::evaluate_children(const Species& species) {
  evaluations_ += static_cast<std::int64_t>(children_.size());
  if (options_.extrapolate)
    return species.model.costs(children_.genes(), children_.stride(), children_.size(), children_.costs(),
                               children_.secondary());
  for (std::size_t v = 0; v < q_.size(); ++v) packed_[v] = Pack(q_[v]);
  for (std::size_t i = 0; i < children_.size(); i += pack_lanes) {
    for (std::size_t c = 0; c < ranges_.size(); ++c)
      packed_[static_cast<std::size_t>(problem_->active()[c])] =
          Pack::load(children_.genes() + c * children_.stride() + i);
    lanes_.evaluate(packed_.data(), scope_);
    (lanes_.cost() - lanes_.secondary_cost()).store(children_.costs() + i);
    lanes_.secondary_cost().store(children_.secondary() + i);
  }
}

void BioIk2Island::exploit(Species& species, Stop& stop) {
  const std::size_t elites = std::min(static_cast<std::size_t>(options_.elites), species.population.size());
  for (std::size_t j = 0; j < elites && !stop.requested(); ++j) {
    BioIk2Individual& elite = species.population[j];
    if (lbfgsb_)
      descend(elite, stop);
    else
      improve(species, elite, stop);
    if (role_.lineage)
      elite.row = role_.lineage->add({elite.cost,
                                      static_cast<std::int32_t>(generations_),
                                      {elite.row, Lineage::no_individual},
                                      Operator::exploited,
                                      true},
                                     elite.genes);
  }
}

// Descends along half the gradient d of all goals' cost to the minimum of the parabola along it,
// x - (d.d / |J d|^2) d, or in linear mode to where the cost f would be zero, x - (f / 2 d.d) d. For a linear
// model the parabola is exact. Steps continue while they lower the cost of the primary goals.
void BioIk2Island::improve(Species& species, BioIk2Individual& elite, Stop& stop) {
  LinearModel::Costs here = costs_at(species, elite.genes);
  for (int i = 0; i < options_.optimization_generations && !stop.requested(); ++i) {
    const auto gradient = species.model.gradient();
    double square = 0;
    for (const double slope : gradient) square += slope * slope;
    const double curvature = options_.memetics == Memetics::quadratic ? species.model.curvature() : 0;
    const double length = curvature > 0 ? square / curvature : (here.primary + here.secondary) / (2 * square);
    if (!std::isfinite(length)) return;  // no slope
    for (std::size_t c = 0; c < candidate_.size(); ++c)
      candidate_[c] = std::clamp(elite.genes[c] - length * gradient[c], ranges_[c].lower, ranges_[c].upper);
    const LinearModel::Costs there = costs_at(species, candidate_);
    if (!(there.primary < here.primary)) return;
    here = there;
    std::swap(elite.genes, candidate_);
    elite.cost = there.primary;
  }
}

// Returns the costs at these genes, exact unless they are extrapolated. The model then provides the gradient
// there.
LinearModel::Costs BioIk2Island::costs_at(Species& species, std::vector<double>& genes) {
  ++evaluations_;
  if (options_.extrapolate) return species.model.evaluate(genes);
  write_genes(genes);
  for (std::size_t v = 0; v < q_.size(); ++v) packed_[v] = Pack(q_[v]);
  lanes_.linearize(packed_.data(), scope_);
  species.model.build(lanes_, 0, genes);
  species.model.evaluate(genes);
  return {lanes_.cost()[0] - lanes_.secondary_cost()[0], lanes_.secondary_cost()[0]};
}

void BioIk2Island::descend(BioIk2Individual& elite, Stop& stop) {
  write_genes(elite.genes);
  const auto result = lbfgsb_->run(*query_, *single_, q_.data(), options_.optimization_generations, stop);
  evaluations_ += result.evaluations;
  read_genes(elite.genes);
  elite.cost = result.cost;
  keep_if_best(q_, result.cost, result.accepted);
}

namespace {

void describe(OptionVisitor& option, BioIk2Options& o) {
  option("islands", o.islands, 1, max_runners);
  option("species", o.species, 1, 100);
  option("population", o.population, 1, 1000);
  option("children", o.children, 0, 1000);
  option("elites", o.elites, 0, 1000);
  option("evolution_generations", o.evolution_generations, 0, 1000);
  option("optimization_generations", o.optimization_generations, 0, 1000);
  option("memetics", o.memetics,
         {{"quadratic", Memetics::quadratic},
          {"linear", Memetics::linear},
          {"lbfgs", Memetics::lbfgs},
          {"none", Memetics::none}});
  option("mutation", o.mutation, {{"individual", MutationSize::individual}, {"gene", MutationSize::gene}});
  option("momentum", o.momentum);
  option("wipe_outs", o.wipe_outs);
  option("random_start", o.random_start);
  option("extrapolate", o.extrapolate);
}

}  // namespace

namespace methods {
SearchMethod bioik2() { return race_of<BioIk2Island, &BioIk2Options::islands>(describe); }
}  // namespace methods

}  // namespace memetik

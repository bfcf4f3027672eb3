#include "memetik/search/methods/trac.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/dexterity.hpp"
#include "memetik/search/local/newton_step.hpp"
#include "memetik/search/local/sqp_step.hpp"
#include "memetik/search/methods/shared/local_searcher.hpp"
#include "memetik/search/methods/shared/method.hpp"

namespace memetik {

namespace {

constexpr std::int64_t turn = 60;  // evaluations of each searcher; enough for a few attempts
constexpr double min_manipulability = 1e-300;

struct Dexterity {
  double manipulability, condition;
};

Dexterity dexterity_of(const Tree& tree, const std::vector<double>& q, int link) {
  double measures[2];
  dexterity_batch(tree, q.data(), 1, link, measures);
  return {measures[0], measures[1]};
}

double squared_distance(const Tree& tree, std::span<const double> start, const std::vector<double>& q) {
  std::vector<double> way(q.size());
  difference(tree, start, q, way);
  return std::inner_product(way.begin(), way.end(), way.begin(), 0.0);
}

// The negative logarithm of the product of manipulabilities over all links that goals use.
double lack_of_manipulability(const Problem& problem, const std::vector<double>& q) {
  double score = 0;
  for (const int link : problem.links()) {
    const double manipulability = dexterity_of(problem.tree(), q, link).manipulability;
    score -= std::log(std::max(manipulability, min_manipulability));
  }
  return score;
}

double worst_condition(const Problem& problem, const std::vector<double>& q) {
  double score = 0;
  for (const int link : problem.links())
    score = std::max(score, dexterity_of(problem.tree(), q, link).condition);
  return score;
}

struct Options {
  TracMode mode = TracMode::speed;
};

void describe(OptionVisitor& option, Options& o) {
  option("mode", o.mode,
         {{"speed", TracMode::speed},
          {"distance", TracMode::distance},
          {"manip1", TracMode::manip1},
          {"manip2", TracMode::manip2}});
}

std::unique_ptr<Engine> make(const EngineContext& context, const Options& options) {
  Race::Team team;
  const auto add = [&](std::unique_ptr<LocalStep> step) {
    const Attempts attempts{.restarts = true, .all_at_start = true};
    team.push_back(
        std::make_unique<LocalSearcher>(context.problem, context.sources.sampler, attempts, std::move(step)));
  };
  add(std::make_unique<NewtonStep>(context.problem));
  add(std::make_unique<SqpStep>(context.problem));
  const RaceOptions race{.turn = turn, .score = trac_score(context.problem, options.mode)};
  return std::make_unique<Race>(context.problem, context.sources, std::move(team), race);
}

}  // namespace

RaceOptions::Score trac_score(const Problem& problem, TracMode mode) {
  switch (mode) {
    case TracMode::speed: return {};
    case TracMode::distance:
      return [&](const Query& query, const std::vector<double>& q) {
        return squared_distance(problem.tree(), query.start, q);
      };
    case TracMode::manip1:
      return [&](const Query&, const std::vector<double>& q) { return lack_of_manipulability(problem, q); };
    case TracMode::manip2:
      return [&](const Query&, const std::vector<double>& q) { return worst_condition(problem, q); };
  }
  return {};
}

namespace methods {
SearchMethod trac() { return make_method(describe, make); }
}  // namespace methods

}  // namespace memetik

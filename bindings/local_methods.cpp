// The documents' local searches.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/dexterity.hpp"
#include "memetik/search/local/coordinate_step.hpp"
#include "memetik/search/local/gradient_step.hpp"
#include "memetik/search/local/jacobian_step.hpp"
#include "memetik/search/local/newton_step.hpp"
#include "memetik/search/local/sqp_step.hpp"
#include "memetik/search/methods/lbfgsb_searcher.hpp"
#include "methods.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

constexpr std::int64_t trac_turn = 60;  // evaluations of each of the two, a few attempts

// A race of searchers with steps of one kind.
template <class Step, class... Options>
Recipe local_recipe(int runners, bool restarts, Options... options) {
  return race_recipe(runners, {}, [=](const Problem& problem, const Sampler& sampler) {
    return std::make_unique<LocalSearcher>(problem, sampler, Attempts{.restarts = restarts},
                                           std::make_unique<Step>(problem, options...));
  });
}

// |difference|^2 on the joints.
double distance_from_start(const Tree& tree, const Query& query, const std::vector<double>& q) {
  std::vector<double> way(q.size());
  difference(tree, query.start, q, way);
  return std::inner_product(way.begin(), way.end(), way.begin(), 0.0);
}

// Of all links that goals read: minus the sum of the logarithms of their manipulability, or the largest
// condition number.
double stiffness(const Problem& problem, const std::vector<double>& q, bool by_condition) {
  double score = 0;
  for (const int link : problem.links()) {
    double measures[2];
    dexterity_batch(problem.tree(), q.data(), 1, link, measures);
    score = by_condition ? std::max(score, measures[1]) : score - std::log(std::max(measures[0], 1e-300));
  }
  return score;
}

RaceOptions trac_options(const Problem& problem, const std::string& mode) {
  RaceOptions options{.turn = trac_turn};
  if (mode == "distance")
    options.score = [&](const Query& query, const auto& q) {
      return distance_from_start(problem.tree(), query, q);
    };
  else if (mode != "speed")
    options.score = [&, by_condition = mode == "manip2"](const Query&, const auto& q) {
      return stiffness(problem, q, by_condition);
    };
  return options;
}

Recipe trac_recipe(const std::string& mode) {
  return {[=](const Workshop& shop) {
    const Attempts attempts{.restarts = true, .all_at_start = true};
    Race::Team team;
    const auto add = [&](std::unique_ptr<LocalStep> step) {
      team.push_back(
          std::make_unique<LocalSearcher>(shop.problem, shop.sources.sampler, attempts, std::move(step)));
    };
    add(std::make_unique<NewtonStep>(shop.problem));
    add(std::make_unique<SqpStep>(shop.problem));
    return std::make_unique<Race>(shop.problem, shop.sources, std::move(team),
                                  trac_options(shop.problem, mode));
  }};
}

}  // namespace

void bind_local_methods(nb::module_& m) {
  m.def(
      "ccd", [](int runners, bool restarts) { return local_recipe<CoordinateStep>(runners, restarts); },
      "runners"_a, "restarts"_a);
  m.def(
      "gradient_descent",
      [](int runners, bool restarts, bool ends_uphill) {
        return local_recipe<GradientStep>(runners, restarts, ends_uphill);
      },
      "runners"_a, "restarts"_a, "ends_uphill"_a);
  m.def(
      "jacobian",
      [](int runners, bool restarts, int inverse, double damping, double nullspace_gain, bool stop_at_limits,
         double max_step) {
        const JacobianOptions options{static_cast<JacobianInverse>(inverse), damping, nullspace_gain,
                                      stop_at_limits, max_step};
        return local_recipe<JacobianStep>(runners, restarts, options);
      },
      "runners"_a, "restarts"_a, "inverse"_a, "damping"_a, "nullspace_gain"_a, "stop_at_limits"_a,
      "max_step"_a);
  m.def(
      "lbfgsb",
      [](int runners, bool restarts, bool stop_at_limits) {
        return race_recipe(runners, {}, [=](const Problem& problem, const Sampler& sampler) {
          return std::make_unique<LbfgsbSearcher>(problem, sampler, Attempts{.restarts = restarts},
                                                  stop_at_limits);
        });
      },
      "runners"_a, "restarts"_a, "stop_at_limits"_a);
  m.def(
      "newton", [](int runners, bool restarts) { return local_recipe<NewtonStep>(runners, restarts); },
      "runners"_a, "restarts"_a);
  m.def("trac", &trac_recipe, "mode"_a);
}

}  // namespace memetik

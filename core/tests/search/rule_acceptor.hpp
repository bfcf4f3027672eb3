// An acceptor that applies a rule.
#pragma once

#include <functional>
#include <vector>

#include "memetik/search/query.hpp"

namespace memetik {

// Accepts the configurations that its rule accepts, and records all it was shown.
struct RuleAcceptor : Acceptor {
  std::function<bool(const std::vector<double>&)> rule = [](const auto&) { return false; };
  int cost = 0;  // evaluations per call
  std::vector<std::vector<double>> seen;

  bool accepts(const Query&, std::vector<double>& q, SolutionFields& effort) override {
    seen.push_back(q);
    effort.evaluations += cost;
    ++effort.validity_checks;
    return rule(q);
  }
  int max_evaluations() const override { return cost; }
};

}  // namespace memetik

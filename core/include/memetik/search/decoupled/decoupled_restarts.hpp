// Restarts of which every other one begins where the two parts of the robot meet.
#pragma once

#include "memetik/search/decoupled/decoupling.hpp"
#include "memetik/search/restarts.hpp"
#include "memetik/search/single_query.hpp"

namespace memetik {

class DecoupledRestarts {
 public:
  DecoupledRestarts(const Problem& problem, const StartSources& sources, const DecouplingOptions& options)
      : parts_(problem, options), sources_(sources), restarts_(problem, with(parts_, sources_)) {}

  Solution run(const Query& query, const RestartPlan& plan, Stop& stop) {
    Solution found;
    found.q.resize(query.start.size());
    SingleQuery source(query, found);
    restarts_.run(source, plan, stop);
    return found;
  }

 private:
  static const StartSources& with(const Decoupling& parts, StartSources& sources) {
    sources.decoupling = &parts;
    return sources;
  }

  Decoupling parts_;
  StartSources sources_;
  Restarts restarts_;
};

}  // namespace memetik

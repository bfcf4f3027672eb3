// Local searches from one start after the other, with any kind of step.
#pragma once

#include <memory>
#include <vector>

#include "memetik/search/local/local_step.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

struct Attempts {
  bool restarts = true;       // an attempt that fails is followed by one from a random start
  bool all_at_start = false;  // all searchers of a race begin at the query's start, not only the first
};

// Begins at the query's start or at a random one. Every further attempt begins at a random one.
class RestartingSearcher : public Searcher {
 public:
  RestartingSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts)
      : problem_(&problem), sampler_(&sampler), attempts_(attempts) {}

 protected:
  virtual void begin_query() = 0;
  virtual void begin_attempt(RandomStream) {}  // at q_
  // Ends a failed attempt, and begins the next one if restarts are allowed.
  void give_up(Stop& stop);

  const Problem* problem_;
  std::vector<double> q_;

 private:
  void begin_search(Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  const Sampler* sampler_;
  Attempts attempts_;
};

class LocalSearcher final : public RestartingSearcher {
 public:
  LocalSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts,
                std::unique_ptr<LocalStep> step);

 private:
  void begin_query() override;
  void begin_attempt(RandomStream random) override;
  void search(std::int64_t end, Stop& stop) override;
  bool is_stuck();

  bool patient_;
  std::unique_ptr<LocalStep> step_;
  double milestone_ = 0;  // the cost that has to be halved
  int steps_ = 0;         // steps since the cost was halved
};

}  // namespace memetik

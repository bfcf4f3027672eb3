// Local searches from one start after the other, whatever their steps.
#pragma once

#include <memory>
#include <vector>

#include "memetik/search/local/local_step.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

struct Attempts {
  bool restarts = true;       // at random places, where a search gets no further; else that is the end
  bool all_at_start = false;  // every searcher of a race begins at the start, not the first alone
};

// Begins at the start, or at a random place, and again.
class RestartingSearcher : public Searcher {
 public:
  RestartingSearcher(const Problem& problem, const Sampler& sampler, const Attempts& attempts)
      : problem_(&problem), sampler_(&sampler), attempts_(attempts) {}

 protected:
  virtual void begin_query() = 0;
  virtual void begin_attempt(RandomStream) {}  // at q_
  // The attempt has come to nothing.
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
  double milestone_ = 0;  // the cost to be halved
  int steps_ = 0;         // since then
};

}  // namespace memetik

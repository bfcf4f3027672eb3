// Many seeds at once: a few iterations of particles around each, then L-BFGS, as cuRobo does on a graphics
// card (Sundaralingam et al. 2023).
#pragma once

#include <optional>
#include <vector>

#include "memetik/search/local/lane_lbfgs.hpp"
#include "memetik/search/methods/shared/lane_population.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

struct SwarmOptions {
  int seeds = 32, particles = 25;
  int mppi_iterations = 4, lbfgs_iterations = 80;
  std::optional<int> runners = {};  // by default as many as the solver has threads
};

// Model predictive path integral control (Williams, Aldrich and Theodorou 2015) of a path of one step: around
// a mean, the start or a random place, particles are drawn whose variances are the variables'; the mean moves
// to their average, weighted by exp(-cost / temperature), and the variances to those about it. Then the best
// place of every seed is a start of L-BFGS, where a lane is a seed: the most promising first. When there are
// none left it is the turn of new seeds.
class SwarmSearcher final : public Searcher {
 public:
  SwarmSearcher(const Problem& problem, const Sampler& sampler, const SwarmOptions& options);

 private:
  struct Seed {
    std::vector<double> mean;      // of all variables
    std::vector<double> variance;  // of active ones, in squares of search intervals
    Candidate best;                // of all its particles
    std::int32_t row;              // of its last mean, see Lineage
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;
  void plant(bool from_start);
  void scatter();
  void scatter(std::size_t seed);
  void end_iteration();
  void tell_particles(std::size_t seed);
  void move(Seed& seed, const Candidate* particles);
  void begin_descent();
  void descend(Stop& stop);
  void load_next(int lane);

  const Problem* problem_;
  const Sampler* sampler_;
  SwarmOptions options_;
  std::vector<double> spans_, deviations_;  // of active variables
  std::vector<Seed> seeds_;
  LanePopulation particles_;  // of one seed after the other
  std::vector<double> weights_;
  int iterations_ = 0;  // of these seeds' particles
  LaneLbfgs descent_;
  std::vector<std::size_t> order_;  // of seeds, by what their particles found
  std::size_t next_ = 0;            // of them, to be descended from
  int in_lane_[pack_lanes] = {};    // which seed, or -1
  Candidate found_;
};

}  // namespace memetik

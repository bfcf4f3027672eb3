// Many starts in parallel: a few iterations of particles around each, then L-BFGS, as cuRobo does on a GPU
// (Sundaralingam et al. 2023).
#pragma once

#include <vector>

#include "memetik/search/local/lane_lbfgs.hpp"
#include "memetik/search/methods/shared/lane_population.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

struct SwarmOptions {
  int starts = 32, particles = 25;
  int mppi_iterations = 4, lbfgs_iterations = 80;
  int runners = 1;  // fixed, so that solutions do not depend on the number of threads
};

// Model predictive path integral control (Williams, Aldrich and Theodorou 2015) of a path of one step.
// Particles are drawn around a mean, the start or a random configuration, with a variance per variable. The
// mean moves to their average, weighted by exp(-cost / temperature), and the variances to their weighted
// variances. Then L-BFGS starts from the best particle of every swarm, one swarm per lane, the most promising
// first. When no swarm is left, new ones begin at random starts.
class SwarmSearcher final : public Searcher {
 public:
  SwarmSearcher(const Problem& problem, const Sampler& sampler, const SwarmOptions& options);

 private:
  struct Swarm {                   // the particles around one start
    std::vector<double> mean;      // all variables
    std::vector<double> variance;  // per active variable, in squares of search intervals
    LaneIndividual best;           // the best of all its particles
    std::int32_t row;              // lineage row of its last mean
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;
  void begin_swarms(bool from_start);
  void draw_particles();
  void draw_particles(std::size_t swarm);
  void end_iteration();
  void record_particles(std::size_t swarm);
  void move(Swarm& swarm, const LaneIndividual* particles);
  void begin_descent();
  void descend(Stop& stop);
  void load_next(int lane);

  const Problem* problem_;
  const Sampler* sampler_;
  SwarmOptions options_;
  std::vector<double> widths_, deviations_;  // per active variable
  std::vector<Swarm> swarms_;
  LanePopulation particles_;  // swarm by swarm
  std::vector<double> weights_;
  int iterations_ = 0;  // iterations of the present swarms' particles
  LaneLbfgs descent_;
  std::vector<std::size_t> order_;  // swarms sorted by the cost of their best particle
  std::size_t next_ = 0;            // index in order_ of the next swarm to descend
  int in_lane_[pack_lanes] = {};    // the swarm in each lane, or -1
  LaneIndividual found_;
};

}  // namespace memetik

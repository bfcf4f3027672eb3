// Bio IK: memetic evolution with swarm dynamics; L-BFGS-B improves the elites (Starke 2020, dissertation 4).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memetik/runtime/thread_pool.hpp"
#include "memetik/search/evolve/fitness.hpp"
#include "memetik/search/evolve/generation.hpp"
#include "memetik/search/evolve/genome.hpp"
#include "memetik/search/local/lbfgsb.hpp"
#include "memetik/search/methods/shared/searcher.hpp"

namespace memetik {

// How the elites' gradients are computed.
enum class BioIkGradients : std::uint8_t { exact, differences, incremental_differences };

// The goals whose errors the fitness combines: all, as in the dissertation, or those that decide success.
enum class BioIkObjectives : std::uint8_t { all, primary };

struct BioIkOptions {
  int population = 100, elites = 3;
  bool exploitation = true, adoption = true, wipe_outs = true;
  bool random_weights = false;                       // every generation draws new weights of the goals
  BioIkGradients gradients = BioIkGradients::exact;  // otherwise children are not evaluated in lanes either
  FitnessKind fitness = FitnessKind::rms;
  BioIkObjectives objectives = BioIkObjectives::all;
};

// A generation:
// - the fittest and some others, selected by rank, are elites, and L-BFGS-B improves them;
// - all others are children. Parents and a prototype are selected by rank from the mating pool; the child is
//   recombined, mutated, adopted and clipped. A parent that is worse than its child leaves the pool; once the
//   pool is empty, random individuals replace children. Children are evaluated in lanes, in groups of four,
//   so a parent leaves after the group;
// - elites and children form the next generation;
// - if neither the solution nor any elite improved, all are wiped out: the next generation consists of the
//   solution and random individuals.
// In the dissertation elites descend on their own threads for as long as breeding takes. Here they get a
// number of evaluations that takes about as long, so that the solution does not depend on the number of
// threads.
class BioIk final : public Searcher {
 public:
  BioIk(const Problem& problem, const Sampler& sampler, const BioIkOptions& options);

 private:
  // Individuals that are bred and evaluated together. Independent of the number of lanes, so that solutions
  // are the same on all processors.
  static constexpr int group_size = 4;

  // The local search of one elite.
  struct Exploiter {
    Exploiter(const Problem& problem, const BioIkOptions& options, Scope scope);
    std::unique_ptr<Objective<double>> objective;  // `function` refers to it
    std::unique_ptr<Differentiable> function;
    Lbfgsb descent;
    std::vector<double> q;
    std::size_t elite = 0;   // index in the present generation
    bool continues = false;  // the elite is where the last descent ended
    bool improved = false;
    int evaluations = 0;
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  bool one_by_one() const { return options_.gradients != BioIkGradients::exact; }
  // Wipe-outs need `exploitation`: only elites that descend show whether the search is stuck.
  bool wipes_out() const { return options_.wipe_outs && options_.exploitation; }
  void populate(std::span<const double> start, Stop& stop);
  void make_random(std::size_t i, RandomStream random);
  void evolve(Stop& stop);
  void do_task(int task, Stop& stop);
  bool exploit(std::size_t e, RandomStream random, Stop& stop);
  int max_elite_evaluations() const;
  void evaluate_with_drawn_weights(Exploiter& own, Individual& result);
  bool breed_all(RandomStream random, Stop& stop);
  void breed(std::size_t child, RandomStream& random);
  void remove_worse_parents(std::size_t child);
  bool evaluate(int first, int count);
  void evaluate_single(std::size_t i);
  void evaluate_lanes(std::size_t first, int count);
  static void set_fitness(Individual& individual, double fitness, bool accepted);
  bool close_generation(int made);
  void select_elites();
  void assign_elites();
  void draw_weights();

  const Problem* problem_;
  BioIkOptions options_;
  Scope scope_;  // the goals of the fitness
  int errors_;
  Genome genome_;
  Objective<Pack> lanes_;
  Objective<double> single_;
  std::vector<Exploiter> exploiters_;
  Generation present_, next_;
  std::vector<int> pool_;               // mating pool: indices in the present generation, best first
  std::vector<Pack> packed_;            // one configuration per lane
  std::vector<double> q_, parameters_;  // one configuration, and the parameters with drawn weights
  std::vector<double> solution_;        // genes of the best individual
  double solution_fitness_ = 0;
  ThreadPool threads_;
  int bred_ = 0;
  std::atomic<int> found_ = 0;  // the lowest task that met all goals
};

}  // namespace memetik

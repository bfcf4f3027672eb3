// Bio IK: memetic evolution with swarm dynamics, elites exploited by L-BFGS-B (Starke 2020, dissertation 4).
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

// How elites know where to descend.
enum class BioIkGradients : std::uint8_t { exact, differences, incremental_differences };

struct BioIkOptions {
  int population = 100, elites = 3;
  bool exploitation = true, adoption = true, wipe_outs = true;
  bool random_weights = false;                       // every generation weights the goals anew
  BioIkGradients gradients = BioIkGradients::exact;  // if not, offspring are not evaluated in lanes either
  FitnessKind fitness = FitnessKind::rms;
};

// A generation:
// - the fittest and some others, selected by rank, are elites, and exploited by L-BFGS-B;
// - all others are offspring: of parents and a prototype that are selected by rank from the mating pool,
//   recombined, mutated, adopted, clipped. Parents who are worse than their child leave the pool; random
//   individuals take the place of children once it is empty. Children come in broods that are evaluated in
//   lanes, so a parent leaves after the brood;
// - elites and offspring are the next generation;
// - if neither the solution nor any elite improved, all are wiped out, and the next generation is the
//   solution and random individuals.
// The document lets elites descend on threads of their own for as long as breeding takes; here they have a
// number of evaluations that takes about as long, so that the answer does not depend on threads.
class BioIk final : public Searcher {
 public:
  BioIk(const Problem& problem, const Sampler& sampler, const BioIkOptions& options);

 private:
  // What exploits one elite.
  struct Exploiter {
    Exploiter(const Problem& problem, const BioIkOptions& options);
    std::unique_ptr<Objective<double>> objective;  // which the function refers to
    std::unique_ptr<Differentiable> function;
    Lbfgsb descent;
    std::vector<double> q;
    std::size_t elite = 0;  // of the present generation
    bool goes_on = false;   // it is where the last descent ended
    bool improved = false;
    int evaluations = 0;
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  bool one_by_one() const { return options_.gradients != BioIkGradients::exact; }
  // Elites who do not descend cannot tell that all are stuck.
  bool wipes_out() const { return options_.wipe_outs && options_.exploitation; }
  void populate(std::span<const double> seed, Stop& stop);
  void make_random(std::size_t i, RandomStream random);
  void evolve(Stop& stop);
  void do_task(int task, Stop& stop);
  bool exploit(std::size_t e, RandomStream random, Stop& stop);
  int most_evaluations() const;
  void reweigh(Exploiter& own, Individual& result);
  bool breed_all(RandomStream random, Stop& stop);
  void breed(std::size_t child, RandomStream& random);
  void leave_pool(std::size_t child);
  bool evaluate(int first, int count);
  void evaluate_single(std::size_t i);
  void evaluate_lanes(std::size_t first, int count);
  static void judge(Individual& individual, double fitness, bool accepted);
  bool close_generation(int made);
  void select_elites();
  void assign_elites();
  void draw_weights();

  const Problem* problem_;
  BioIkOptions options_;
  int errors_;
  Genome genome_;
  Objective<Pack> lanes_;
  Objective<double> single_;
  std::vector<Exploiter> exploiters_;
  Generation present_, next_;
  std::vector<int> pool_;               // mating pool: of the present generation, the best first
  std::vector<Pack> packed_;            // configuration of every lane
  std::vector<double> q_, parameters_;  // of one
  std::vector<double> solution_;        // genes
  double solution_fitness_ = 0;
  ThreadPool threads_;
  int bred_ = 0;
  std::atomic<int> found_ = 0;  // the first task that met all goals
};

}  // namespace memetik

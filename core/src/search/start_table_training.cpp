#include "memetik/search/start_table_training.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "memetik/goals/shared/placement.hpp"
#include "memetik/search/restarts.hpp"

namespace memetik {

namespace {

constexpr double failure_cost = 8;  // assumed iterations of the attempts that follow a failed one
// [m/rad], relative to the robot's reach; the choice of starts hardly depends on it.
constexpr double rotation_scale = 0.2;

Problem pose_problem(const Tree& tree, int link) {
  return Problem(tree, {goals::placement_goal("pose", link, rotation_scale * tree.reach())});
}

// A start for the poses of its cell, and at the same time a target for the cell's other starts.
struct Candidate {
  StartTableGrid::Lookup lookup;
  std::vector<float> start;
  std::vector<double> parameters;  // of the problem whose target is the candidate's pose
};

using Cell = std::vector<Candidate>;

std::vector<double> parameters_for(const Problem& problem, const Frame<double>& pose) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  double* out = parameters.data() + 1 + goals::PlacementParameters::target;
  for (const Vec3<double>& v : {pose.x, pose.y, pose.z, pose.p})
    for (const double number : {v.x, v.y, v.z}) *out++ = number;
  return parameters;
}

std::vector<Cell> draw_candidates(const Problem& problem, const StartTableChain& chain,
                                  const StartTableGrid& grid, const StartTableOptions& options, Stop& stop) {
  constexpr int batch = 1000;
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  std::vector<Cell> cells(static_cast<std::size_t>(grid.cell_count()));
  RandomStream random(1);
  for (int drawn = 0; drawn < options.draws && !stop.check(); drawn += batch) {
    const StartTableChain::Draws draws = chain.draw(batch, random);
    for (std::size_t i = 0; i < draws.poses.size(); ++i) {
      const StartTableGrid::Lookup lookup = grid.find(draws.poses[i]);
      Cell& cell = cells[static_cast<std::size_t>(lookup.cell)];
      if (cell.size() >= static_cast<std::size_t>(options.candidates)) continue;
      std::vector<float> start(chain.variables().size());
      chain.encode(draws.q.data() + i * dof, lookup.first, lookup.last, start.data());
      cell.push_back({lookup, std::move(start), parameters_for(problem, draws.poses[i])});
    }
  }
  return cells;
}

// A tournament among the candidates of one cell: a local search from every start to every target.
class Tournament final : public QuerySource {
 public:
  struct Outcome {
    bool solved = false;
    int iterations = 0;
  };

  Tournament(const StartTableChain& chain, int dof, const Cell& cell)
      : chain_(&chain), cell_(&cell), outcomes_(cell.size() * cell.size()) {
    for (Trial& trial : trials_) trial.start.assign(static_cast<std::size_t>(dof), 0.0);
  }

  const Outcome& outcome(std::size_t start, std::size_t target) const {
    return outcomes_[start * cell_->size() + target];
  }

  const Query* next() override {
    for (; next_ < outcomes_.size(); ++next_) {
      const Candidate& start = (*cell_)[next_ / cell_->size()];
      const Candidate& target = (*cell_)[next_ % cell_->size()];
      if (!chain_->fits(start.start.data(), target.lookup.first, target.lookup.last)) continue;
      Trial& trial = *std::find_if(trials_.begin(), trials_.end(), [](const Trial& t) { return !t.outcome; });
      chain_->decode(start.start.data(), target.lookup.first, target.lookup.last, trial.start.data());
      trial.outcome = &outcomes_[next_++];
      trial.query.parameters = target.parameters;
      trial.query.start = trial.start;
      // an attempt is always finished, so this limit allows exactly one
      trial.query.options.max_evaluations = 1;
      return &trial.query;
    }
    return nullptr;
  }

  void receive(const Query& query, Solution& solution) override {
    Trial& trial =
        *std::find_if(trials_.begin(), trials_.end(), [&](const Trial& t) { return &t.query == &query; });
    *trial.outcome = {solution.status == Status::solved, static_cast<int>(solution.evaluations)};
    trial.outcome = nullptr;
  }

 private:
  struct Trial {  // a search in progress
    Query query;
    std::vector<double> start;
    Outcome* outcome = nullptr;  // null: free
  };

  const StartTableChain* chain_;
  const Cell* cell_;
  std::vector<Outcome> outcomes_;
  std::size_t next_ = 0;
  std::array<Trial, pack_lanes> trials_;
};

// Greedy choice: each time the start with the lowest cost over the targets that no chosen start reaches.
std::vector<std::size_t> choose(const Tournament& tournament, std::size_t candidates, std::size_t count) {
  std::vector<std::size_t> chosen;
  std::vector<bool> open(candidates, true), taken(candidates, false);
  while (chosen.size() < std::min(candidates, count)) {
    std::size_t best = 0;
    double lowest = HUGE_VAL;
    for (std::size_t s = 0; s < candidates; ++s) {
      if (taken[s]) continue;
      double cost = 0;
      for (std::size_t t = 0; t < candidates; ++t) {
        const auto& [solved, iterations] = tournament.outcome(s, t);
        if (open[t]) cost += iterations + (solved ? 0 : failure_cost);
      }
      if (cost >= lowest) continue;
      lowest = cost;
      best = s;
    }
    chosen.push_back(best);
    taken[best] = true;
    for (std::size_t t = 0; t < candidates; ++t)
      if (tournament.outcome(best, t).solved) open[t] = false;
    if (std::count(open.begin(), open.end(), true) == 0) open.assign(candidates, true);
  }
  return chosen;
}

}  // namespace

TrainedStarts train_starts(const Tree& tree, int link, const StartTableChain& chain,
                           const StartTableGrid& grid, const StartTableOptions& options, Stop& stop) {
  const Problem problem = pose_problem(tree, link);
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  const auto starts = static_cast<std::size_t>(options.starts), size = chain.variables().size();
  TrainedStarts trained;
  for (const Cell& cell : draw_candidates(problem, chain, grid, options, stop)) {
    if (stop.check()) break;
    Tournament tournament(chain, tree.dof(), cell);
    restarts.run(tournament, {.budget = 1}, stop);
    const auto chosen = choose(tournament, cell.size(), starts);
    for (const std::size_t i : chosen)
      trained.values.insert(trained.values.end(), cell[i].start.begin(), cell[i].start.end());
    trained.count.push_back(static_cast<std::uint8_t>(chosen.size()));
    trained.values.resize(trained.count.size() * starts * size, 0);
  }
  trained.count.resize(static_cast<std::size_t>(grid.cell_count()), 0);
  trained.values.resize(trained.count.size() * starts * size, 0);
  return trained;
}

}  // namespace memetik

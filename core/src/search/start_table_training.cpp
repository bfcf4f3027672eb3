#include "memetik/search/start_table_training.hpp"

#include <algorithm>
#include <array>

#include "memetik/goals/pose.hpp"
#include "memetik/kinematics/batch.hpp"
#include "memetik/search/restarts.hpp"

namespace memetik {

namespace {

constexpr double failure_cost = 14;  // iterations that a useless start costs besides its own
// As of most robots' own goals: a radian weighs as much as a fifth of the reach.
constexpr double rotation_scale = 0.2;

// A random configuration: a start for the poses of its cell, and its own pose a target for the others.
struct Candidate {
  StartTableGrid::Place place;
  std::vector<double> parameters;  // of the goal to reach its pose
  std::vector<float> start;
};

Goal pose_goal(const Tree& tree, int link) {
  Goal goal;
  goal.links = {link};
  goal.rotation_scale = rotation_scale * tree.reach();
  return goal;
}

// The candidates of one cell against each other: a local search from every start to every target.
class Tournament final : public Restarts::Desk {
 public:
  Tournament(const Tree& tree, const StartTableChain& chain) : chain_(&chain) {
    for (Slot& slot : slots_) slot.start.resize(static_cast<std::size_t>(tree.dof()));
  }

  void begin(const std::vector<Candidate>& candidates) {
    candidates_ = &candidates;
    next_ = 0;
    outcomes_.assign(candidates.size() * candidates.size(), {false, 0});
  }

  struct Outcome {
    bool solved;
    int iterations;
  };
  const Outcome& outcome(std::size_t start, std::size_t target) const {
    return outcomes_[start * candidates_->size() + target];
  }

  const Query* next() override {
    const std::size_t n = candidates_->size();
    for (; next_ < n * n; ++next_) {
      const Candidate& start = (*candidates_)[next_ / n];
      const Candidate& target = (*candidates_)[next_ % n];
      if (!chain_->fits(start.start.data(), target.place.first, target.place.last)) continue;
      Slot& slot = *std::find_if(slots_.begin(), slots_.end(), [](const Slot& s) { return !s.busy; });
      chain_->attach(start.start.data(), target.place.first, target.place.last, slot.start.data());
      slot.busy = true;
      slot.trial = next_++;
      slot.query.parameters = target.parameters;
      slot.query.start = slot.start;
      slot.query.max_evaluations = 1;  // an attempt that is begun is finished: exactly one
      return &slot.query;
    }
    return nullptr;
  }

  void take(const Query& query, Answer& answer) override {
    Slot& slot =
        *std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return &s.query == &query; });
    slot.busy = false;
    outcomes_[slot.trial] = {answer.status == Status::solved, static_cast<int>(answer.evaluations)};
  }

 private:
  struct Slot {
    bool busy = false;
    std::size_t trial = 0;
    Query query;
    std::vector<double> start;
  };
  const StartTableChain* chain_;
  const std::vector<Candidate>* candidates_ = nullptr;
  std::size_t next_ = 0;
  std::vector<Outcome> outcomes_;
  std::array<Slot, pack_lanes> slots_;
};

// Greedy: the next start is the one with the lowest cost over the targets that none before it reaches.
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
        if (open[t] && s != t) cost += iterations + (solved ? 0 : failure_cost);
      }
      if (cost < lowest) {
        lowest = cost;
        best = s;
      }
    }
    taken[best] = true;
    chosen.push_back(best);
    for (std::size_t t = 0; t < candidates; ++t)
      if (tournament.outcome(best, t).solved) open[t] = false;
    if (std::find(open.begin(), open.end(), true) == open.end()) open.assign(candidates, true);
  }
  return chosen;
}

std::vector<std::vector<Candidate>> draw(const Tree& tree, int link, const StartTableChain& chain,
                                         const StartTableGrid& grid, const StartTableOptions& options,
                                         const Problem& problem) {
  std::vector<std::vector<Candidate>> cells(static_cast<std::size_t>(grid.cell_count()));
  constexpr std::size_t chunk = 256;
  const auto dof = static_cast<std::size_t>(tree.dof());
  std::vector<double> q(chunk * dof, 0.0), poses(chunk * 16);
  RandomStream random(1);
  for (int drawn = 0; drawn < options.draws; drawn += static_cast<int>(chunk)) {
    for (std::size_t i = 0; i < chunk; ++i) chain.sample(random, q.data() + i * dof);
    forward_batch(tree, q.data(), chunk, std::span(&link, 1), poses.data());
    for (std::size_t i = 0; i < chunk; ++i) {
      const double* m = poses.data() + 16 * i;
      const Frame<double> pose{
          {m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
      const auto place = grid.find(pose);
      auto& cell = cells[static_cast<std::size_t>(place.cell)];
      if (cell.size() == static_cast<std::size_t>(options.candidates)) continue;
      Candidate candidate{place,
                          {problem.parameters().begin(), problem.parameters().end()},
                          std::vector<float>(chain.variables.size())};
      set_target(problem.goals()[0], m, candidate.parameters.data());
      chain.detach(q.data() + i * dof, place.first, place.last, candidate.start.data());
      cell.push_back(std::move(candidate));
    }
  }
  return cells;
}

}  // namespace

StartTableContent train_starts(const Tree& tree, int link, const StartTableChain& chain,
                               const StartTableGrid& grid, const StartTableOptions& options) {
  const Problem problem(tree, {pose_goal(tree, link)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Stop stop;
  const auto cells = draw(tree, link, chain, grid, options, problem);
  const auto starts = static_cast<std::size_t>(options.starts), size = chain.variables.size();
  StartTableContent content{std::vector<float>(cells.size() * starts * size, 0),
                            std::vector<std::uint8_t>(cells.size(), 0)};
  Tournament tournament(tree, chain);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    tournament.begin(cells[c]);
    restarts.run(tournament, 1, stop);
    const auto chosen = choose(tournament, cells[c].size(), starts);
    content.count[c] = static_cast<std::uint8_t>(chosen.size());
    for (std::size_t k = 0; k < chosen.size(); ++k)
      std::copy_n(cells[c][chosen[k]].start.data(), size, content.starts.data() + (c * starts + k) * size);
  }
  return content;
}

}  // namespace memetik

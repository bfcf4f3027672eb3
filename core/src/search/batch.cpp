#include "memetik/search/batch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "memetik/objective/history.hpp"

namespace memetik {

namespace {

// Queries a thread takes at a time: few enough that all threads get some, and the last ones little.
std::size_t block_size(std::size_t count, std::size_t threads) {
  return std::clamp<std::size_t>(count / (8 * threads), 4, 256);
}

// One thread's part: queries from the shared count, answers into the arrays.
class BatchSource final : public QuerySource {
 public:
  BatchSource(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
              std::atomic<std::size_t>& next_block, std::size_t block)
      : problem_(&problem),
        history_(problem),
        queries_(&queries),
        solutions_(solutions),
        next_block_(&next_block),
        block_(block) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].parameters.assign(queries.parameters.begin(), queries.parameters.end());
      free_[i] = &seats_[i];
    }
  }

  const Query* next() override {
    if (next_ == end_) {
      next_ = std::min(next_block_->fetch_add(block_), queries_->count);
      end_ = std::min(next_ + block_, queries_->count);
      if (next_ == end_) return nullptr;
    }
    Seat& seat = *free_[--free_count_];
    sit(seat, next_++);
    return &seat.query;
  }

  void take(const Query& query, Solution& solution) override {
    Seat& seat = seat_of(query);
    free_[free_count_++] = &seat;
    write(seat.index, solution);
    const bool solved = solution.status == Status::solved;
    const bool stopped = solution.status == Status::timed_out || solution.status == Status::cancelled;
    if (solved ? has_secondary() : !stopped) unfinished_.push_back({seat.index, solution.attempts});
  }

  // What the lanes left: evolution, and secondary goals.
  void finish(Ladder& ladder, Stop& stop) {
    Seat& seat = seats_[0];
    Solution solution;
    for (const auto [index, attempts] : unfinished_) {
      read(index, solution);
      solution.attempts = attempts;
      if (stop.requested()) {
        if (solution.status == Status::approximate) solution.status = status_of(stop);
      } else {
        sit(seat, index);
        ladder.finish(seat.query, solution, stop, 1);
      }
      write(index, solution);
    }
  }

  // All of it, one query after the other.
  void solve(Engine& engine, Stop& stop) {
    Solution solution;
    while (!stop.requested()) {
      const Query* query = next();
      if (!query) return;
      solution.q.resize(query->start.size());
      engine.solve(*query, solution, stop, 1);
      write(seat_of(*query).index, solution);
      free_[free_count_++] = &seat_of(*query);
    }
  }

  void write(std::size_t index, const Solution& solution) const {
    std::copy(solution.q.begin(), solution.q.end(), solutions_.q + index * solution.q.size());
    solutions_.cost[index] = solution.cost;
    solutions_.status[index] = static_cast<unsigned char>(solution.status);
    solutions_.stage[index] = static_cast<unsigned char>(solution.stage);
    solutions_.evaluations[index] = solution.evaluations;
  }

 private:
  struct Seat {  // a query at work
    Query query;
    std::vector<double> parameters;
    std::size_t index = 0;
  };

  Seat& seat_of(const Query& query) {
    return *std::find_if(seats_.begin(), seats_.end(), [&](const Seat& s) { return &s.query == &query; });
  }

  bool has_secondary() const { return problem_->rows() > problem_->primary_rows(); }

  void sit(Seat& seat, std::size_t index) {
    seat.index = index;
    const auto dof = static_cast<std::size_t>(problem_->tree().dof());
    const auto start = queries_->starts ? std::span(queries_->starts + index * dof, dof) : queries_->start;
    history_.aim(start, seat.parameters);
    for (const auto& [g, values] : queries_->targets) {
      const Goal& goal = problem_->goals()[static_cast<std::size_t>(g)];
      set_target(goal, values + index * goal.target.size(), seat.parameters.data() + goal.parameter);
    }
    seat.query = {.parameters = seat.parameters,
                  .start = start,
                  .start_given = queries_->start_given,
                  .random_seed = queries_->random_seed,
                  .max_evaluations = queries_->max_evaluations,
                  .max_change = queries_->max_change,
                  .acceptor = queries_->acceptor,
                  .near_start = queries_->near_start};
  }

  void read(std::size_t index, Solution& solution) const {
    const auto dof = static_cast<std::size_t>(problem_->tree().dof());
    solution.q.assign(solutions_.q + index * dof, solutions_.q + (index + 1) * dof);
    solution.cost = solutions_.cost[index];
    solution.status = static_cast<Status>(solutions_.status[index]);
    solution.stage = static_cast<Stage>(solutions_.stage[index]);
    solution.evaluations = solutions_.evaluations[index];
  }

  const Problem* problem_;
  History history_;
  const BatchQuery* queries_;
  BatchSolution solutions_;
  std::atomic<std::size_t>* next_block_;
  std::size_t block_;
  std::size_t next_ = 0, end_ = 0;
  std::array<Seat, pack_lanes + 1> seats_;
  std::array<Seat*, pack_lanes + 1> free_;
  std::size_t free_count_ = pack_lanes + 1;
  struct Unfinished {
    std::size_t index;
    int attempts;
  };
  std::vector<Unfinished> unfinished_;
};

}  // namespace

void solve_batch(const Problem& problem, const BatchQuery& queries, const BatchSolution& solutions,
                 std::span<Engine* const> engines, Stop& stop) {
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  for (std::size_t i = 0; i < queries.count; ++i) {  // in case it is never begun
    const double* start = queries.starts ? queries.starts + i * dof : queries.start.data();
    std::copy_n(start, dof, solutions.q + i * dof);
    solutions.cost[i] = HUGE_VAL;
    solutions.status[i] = static_cast<unsigned char>(Status::cancelled);
    solutions.stage[i] = static_cast<unsigned char>(Stage::start);
    solutions.evaluations[i] = 0;
  }
  std::atomic<std::size_t> next_block = 0;
  const auto work = [&](Engine& engine, Stop& own_stop) {
    BatchSource source(problem, queries, solutions, next_block, block_size(queries.count, engines.size()));
    if (Ladder* ladder = engine.in_lanes(queries.acceptor)) {
      ladder->restart(source, own_stop);
      source.finish(*ladder, own_stop);
    } else {
      source.solve(engine, own_stop);
    }
  };
  std::vector<Stop> stops;
  for (std::size_t t = 1; t < engines.size(); ++t) stops.push_back(stop.for_another_thread());
  std::vector<std::jthread> others;
  std::atomic<std::size_t> at_work = engines.size() - 1;
  for (std::size_t t = 1; t < engines.size(); ++t)
    others.emplace_back([&, t] {
      work(*engines[t], stops[t - 1]);
      --at_work;
    });
  work(*engines[0], stop);
  // an interrupt is for the calling thread to notice, also while it waits
  while (at_work > 0) {
    stop.check();
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  others.clear();  // joins
  for (std::size_t i = 0; i < queries.count; ++i)
    if (solutions.evaluations[i] == 0 && solutions.cost[i] == HUGE_VAL && stop.reason() != StopReason::none)
      solutions.status[i] = static_cast<unsigned char>(status_of(stop));
}

}  // namespace memetik

#include "memetik/search/batch.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "memetik/objective/past.hpp"

namespace memetik {

namespace {

// Queries a thread takes at a time: few enough that all threads get some, and the last ones little.
std::size_t block_size(std::size_t count, std::size_t threads) {
  return std::clamp<std::size_t>(count / (8 * threads), 4, 256);
}

// One thread's part: queries from the shared count, answers into the arrays.
class BatchDesk final : public Restarts::Desk {
 public:
  BatchDesk(const Problem& problem, const BatchQuestions& questions, const BatchAnswers& answers,
            std::atomic<std::size_t>& next_block, std::size_t block)
      : problem_(&problem),
        past_(problem),
        questions_(&questions),
        answers_(answers),
        next_block_(&next_block),
        block_(block) {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].parameters.assign(questions.parameters.begin(), questions.parameters.end());
      free_[i] = &seats_[i];
    }
  }

  const Query* next() override {
    if (next_ == end_) {
      next_ = std::min(next_block_->fetch_add(block_), questions_->count);
      end_ = std::min(next_ + block_, questions_->count);
      if (next_ == end_) return nullptr;
    }
    Seat& seat = *free_[--free_count_];
    sit(seat, next_++);
    return &seat.query;
  }

  void take(const Query& query, Answer& answer) override {
    Seat& seat = seat_of(query);
    free_[free_count_++] = &seat;
    write(seat.index, answer);
    const bool solved = answer.status == Status::solved;
    const bool stopped = answer.status == Status::timed_out || answer.status == Status::cancelled;
    if (solved ? has_secondary() : !stopped) unfinished_.push_back({seat.index, answer.attempts});
  }

  // What the lanes left: evolution, and secondary goals.
  void finish(Ladder& ladder, Stop& stop) {
    Seat& seat = seats_[0];
    Answer answer;
    for (const auto [index, attempts] : unfinished_) {
      read(index, answer);
      answer.attempts = attempts;
      if (stop.requested()) {
        if (answer.status == Status::approximate) answer.status = status_of(stop);
      } else {
        sit(seat, index);
        ladder.finish(seat.query, answer, stop, 1);
      }
      write(index, answer);
    }
  }

  // All of it, one query after the other.
  void solve(Engine& engine, Stop& stop) {
    Answer answer;
    while (!stop.requested()) {
      const Query* query = next();
      if (!query) return;
      answer.q.resize(query->start.size());
      engine.solve(*query, answer, stop, 1);
      write(seat_of(*query).index, answer);
      free_[free_count_++] = &seat_of(*query);
    }
  }

  void write(std::size_t index, const Answer& answer) const {
    std::copy(answer.q.begin(), answer.q.end(), answers_.q + index * answer.q.size());
    answers_.cost[index] = answer.cost;
    answers_.status[index] = static_cast<unsigned char>(answer.status);
    answers_.stage[index] = static_cast<unsigned char>(answer.stage);
    answers_.evaluations[index] = answer.evaluations;
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
    const auto start =
        questions_->starts ? std::span(questions_->starts + index * dof, dof) : questions_->start;
    past_.aim(start, seat.parameters);
    for (const auto& [g, values] : questions_->targets) {
      const Goal& goal = problem_->goals()[static_cast<std::size_t>(g)];
      set_target(goal, values + index * goal.target.size(), seat.parameters.data() + goal.parameter);
    }
    seat.query = {.parameters = seat.parameters,
                  .start = start,
                  .start_given = questions_->start_given,
                  .random_seed = questions_->random_seed,
                  .max_evaluations = questions_->max_evaluations,
                  .max_change = questions_->max_change,
                  .referee = questions_->referee,
                  .near_start = questions_->near_start};
  }

  void read(std::size_t index, Answer& answer) const {
    const auto dof = static_cast<std::size_t>(problem_->tree().dof());
    answer.q.assign(answers_.q + index * dof, answers_.q + (index + 1) * dof);
    answer.cost = answers_.cost[index];
    answer.status = static_cast<Status>(answers_.status[index]);
    answer.stage = static_cast<Stage>(answers_.stage[index]);
    answer.evaluations = answers_.evaluations[index];
  }

  const Problem* problem_;
  Past past_;
  const BatchQuestions* questions_;
  BatchAnswers answers_;
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

void solve_batch(const Problem& problem, const BatchQuestions& questions, const BatchAnswers& answers,
                 std::span<Engine* const> engines, Stop& stop) {
  const auto dof = static_cast<std::size_t>(problem.tree().dof());
  for (std::size_t i = 0; i < questions.count; ++i) {  // in case it is never begun
    const double* start = questions.starts ? questions.starts + i * dof : questions.start.data();
    std::copy_n(start, dof, answers.q + i * dof);
    answers.cost[i] = HUGE_VAL;
    answers.status[i] = static_cast<unsigned char>(Status::cancelled);
    answers.stage[i] = static_cast<unsigned char>(Stage::start);
    answers.evaluations[i] = 0;
  }
  std::atomic<std::size_t> next_block = 0;
  const auto work = [&](Engine& engine, Stop& own_stop) {
    BatchDesk desk(problem, questions, answers, next_block, block_size(questions.count, engines.size()));
    if (Ladder* ladder = engine.in_lanes(questions.referee)) {
      ladder->restart(desk, own_stop);
      desk.finish(*ladder, own_stop);
    } else {
      desk.solve(engine, own_stop);
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
  for (std::size_t i = 0; i < questions.count; ++i)
    if (answers.evaluations[i] == 0 && answers.cost[i] == HUGE_VAL && stop.reason() != StopReason::none)
      answers.status[i] = static_cast<unsigned char>(status_of(stop));
}

}  // namespace memetik

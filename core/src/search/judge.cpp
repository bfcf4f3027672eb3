#include "memetik/search/judge.hpp"

#include <utility>

#include "memetik/runtime/trace.hpp"

namespace memetik {

namespace {

constexpr int secondary_quota = 200;

}  // namespace

void note(const Query& query, const Answer& answer, Stage stage, double cost) {
  if (query.trace)
    query.trace->note(static_cast<int>(stage), answer.attempts + answer.species, answer.evaluations, cost);
}

bool Judge::offer(const Query& query, Answer& answer, const std::vector<double>& q, Stage stage) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(q.data(), Scope::primary);
  const bool accepted = exact_.accepted();
  const double cost = exact_.cost();
  note(query, answer, stage, cost);
  if (!accepted && (answer.status == Status::invalid || !(cost < answer.cost))) return false;
  std::vector<double> taken = q;
  if (accepted) wind_back(query, taken, true);
  if (accepted && query.referee && !query.referee->takes(query, taken, answer.evaluations)) {
    if (answer.status == Status::invalid) return false;
    answer.status = Status::invalid;
  } else if (accepted) {
    answer.status = Status::solved;
  }
  answer.q = std::move(taken);
  answer.stage = stage;
  weigh(query, answer);
  return true;
}

void Judge::descend_secondary(const Query& query, Answer& answer, Stop& stop) {
  if (problem_->rows() == problem_->primary_rows()) return;
  exact_.set_parameters(query.parameters);
  std::vector<double> q = answer.q;
  answer.evaluations += secondary_.run(query, exact_, q.data(), secondary_quota, stop);
  wind_back(query, q, true);
  // what descended is another configuration, on which the referee has the last word, too
  if (query.referee && !query.referee->takes(query, q, answer.evaluations)) return;
  answer.q = q;
  weigh(query, answer);
}

void Judge::weigh(const Query& query, Answer& answer) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(answer.q.data(), Scope::primary);
  answer.cost = exact_.cost();
}

}  // namespace memetik

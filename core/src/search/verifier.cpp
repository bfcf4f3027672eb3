#include "memetik/search/verifier.hpp"

#include <utility>

#include "memetik/search/trace.hpp"

namespace memetik {

namespace {

constexpr int secondary_quota = 200;

}  // namespace

void add_trace_entry(const Query& query, const Solution& solution, Stage stage, double cost) {
  if (query.trace) query.trace->add(stage, solution.starts, solution.evaluations, cost);
}

bool Verifier::offer(const Query& query, Solution& solution, const std::vector<double>& q, Stage stage) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(q.data(), Scope::primary);
  const bool accepted = exact_.accepted();
  const double cost = exact_.cost();
  add_trace_entry(query, solution, stage, cost);
  if (!accepted && (solution.status == Status::invalid || !(cost < solution.cost))) return false;
  std::vector<double> taken = q;
  if (accepted) unwind(query, taken, true);
  if (accepted && query.acceptor && !query.acceptor->accepts(query, taken, solution.evaluations)) {
    if (solution.status == Status::invalid) return false;
    solution.status = Status::invalid;
  } else if (accepted) {
    solution.status = Status::solved;
  }
  solution.q = std::move(taken);
  solution.stage = stage;
  compute_cost(query, solution);
  return true;
}

void Verifier::descend_secondary(const Query& query, Solution& solution, Stop& stop) {
  if (problem_->rows() == problem_->primary_rows()) return;
  exact_.set_parameters(query.parameters);
  std::vector<double> q = solution.q;
  solution.evaluations += secondary_.run(query, exact_, q.data(), secondary_quota, stop);
  unwind(query, q, true);
  // the descent changed the configuration, so the acceptor checks it again
  if (query.acceptor && !query.acceptor->accepts(query, q, solution.evaluations)) return;
  solution.q = q;
  compute_cost(query, solution);
}

void Verifier::compute_cost(const Query& query, Solution& solution) {
  exact_.set_parameters(query.parameters);
  exact_.evaluate(solution.q.data(), Scope::primary);
  solution.cost = exact_.cost();
}

}  // namespace memetik

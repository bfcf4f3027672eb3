// How the ladder uses closed forms of six-joint arms.
#include "memetik/search/closed_form/branch_search.hpp"
#include "memetik/search/ladder.hpp"
#include "memetik/search/trace.hpp"

namespace memetik {

// The arm whose closed form answers the query, or null.
PoseArm* Ladder::arm_of(const Query& query) {
  if (!arm_ && PoseArm::may_suit(*problem_)) arm_ = std::make_unique<PoseArm>(*problem_);
  return arm_ && arm_->suits(query) ? arm_.get() : nullptr;
}

// Whether single solutions may use closed forms: of the problem as it is, where inactive variables are zero,
// so that all queries get the same quota.
bool Ladder::has_closed_form() {
  if (!has_closed_form_) {
    const std::vector<double> zero(static_cast<std::size_t>(problem_->tree().dof()), 0.0);
    Query query;
    query.parameters = problem_->parameters();
    query.start = zero;
    has_closed_form_ = options_.method == Method::automatic && !hinted_restarts_ && !loose_ && arm_of(query);
  }
  return *has_closed_form_;
}

// After the first restarts failed: takes the branch nearest to the start that is valid.
void Ladder::solve_in_closed_form(const Query& query, Solution& solution, Stop& stop) {
  const bool affordable = solution.evaluations + ClosedForm::most <= query.options.max_evaluations;
  if (query.options.local || !affordable || stop.check()) return;
  PoseArm* arm = arm_of(query);
  if (!arm) return;
  if (!branches_) branches_ = std::make_unique<BranchSearch>(*problem_);
  branches_->find(*arm, query);
  solution.evaluations += branches_->evaluations();
  for (const BranchSearch::Branch& branch : branches_->branches()) {
    std::vector<double> q = branch.q;
    if (!verifier_.verify(query, q, solution)) continue;
    solution.q = std::move(q);
    solution.others.clear();
    solution.status = Status::solved;
    solution.stopped_by = StoppedBy::solved;
    solution.stage = Stage::closed_form;
    verifier_.compute_cost(query, solution);
    add_trace_entry(query, solution, Stage::closed_form, solution.cost);
    return;
  }
}

}  // namespace memetik

// The solution of a query. This is the only place in C++ that declares a field: a member, and a line in
// visit_fields with its name, which the bindings use to pass it to Python for single queries and batches.
#pragma once

#include <cstdint>
#include <vector>

namespace memetik {

// What the solution is.
enum class Status : std::uint8_t {
  solved,       // every required and primary goal is within its tolerance, verified
  approximate,  // the best configuration found
  unreachable,  // the same, and no configuration within the limits meets the goals: see ReachBound, PoseArm
  invalid,      // the acceptor rejected it, and no candidate is known to be accepted
};

// Why the search ended: `solved` only if the status is solved, `converged` only if it is not, `unreachable`
// only if it is unreachable or invalid, the others with any status.
enum class StoppedBy : std::uint8_t {
  solved,
  converged,    // further search had nothing to gain
  unreachable,  // it is proven that no configuration meets the goals
  budget,       // the evaluations were used up
  deadline,
  cancelled,
};

// The stage that found the solution: one of the ladder's, or `search` for other methods.
enum class Stage : std::uint8_t { start, restarts, hints, memetic, settle, closed_form, search };

// The fields with a fixed size, which a batch keeps in an array.
struct SolutionFields {
  Status status = Status::approximate;
  StoppedBy stopped_by = StoppedBy::budget;
  Stage stage = Stage::start;
  double cost = 0;  // cost of the required and primary goals
  std::int64_t evaluations = 0;
  std::int64_t starts = 0;  // configurations that local searches and species began at
  std::int64_t generations = 0;
  std::int64_t validity_checks = 0;  // configurations that the acceptor was asked about
  // Not for users: the local search from the start did not solve it, but the start is near the target.
  bool passed_near_start = false;
};

// Calls visit(name, member) for every field.
template <class Fields, class Visit>
void visit_fields(Fields& fields, Visit visit) {
  visit("status", fields.status);
  visit("stopped_by", fields.stopped_by);
  visit("stage", fields.stage);
  visit("cost", fields.cost);
  visit("evaluations", fields.evaluations);
  visit("starts", fields.starts);
  visit("generations", fields.generations);
  visit("validity_checks", fields.validity_checks);
}

// Adds what a part of a search has spent.
inline void add_effort(const SolutionFields& part, SolutionFields& sum) {
  sum.evaluations += part.evaluations;
  sum.validity_checks += part.validity_checks;
}

struct Solution : SolutionFields {
  std::vector<double> q;  // all variables
  // Not for users: other results of restarts as good as q, among which the rule for solutions decides.
  std::vector<std::vector<double>> others;
};

struct Solutions {
  std::vector<Solution> list;  // best first
  bool complete = false;       // no other solution exists
};

}  // namespace memetik

// The answer to a query. A field is declared here and nowhere else in C++: a member, and a line of
// visit_fields with its name, by which the bindings hand it to Python, alone and in batches.
#pragma once

#include <cstdint>
#include <vector>

namespace memetik {

enum class Status : std::uint8_t {
  solved,       // every primary goal is within its tolerance, verified
  approximate,  // the budget is used up: the best that was found
  timed_out,    // the same at the deadline
  cancelled,    // the same when asked to stop
  unreachable,  // the same where no configuration within the limits meets the goals: see ReachBound
  invalid,      // the acceptor rejected everything that met the goals: one of those
};

// What found the solution: a part of the ladder, or the search of another method.
enum class Stage : std::uint8_t { start, restarts, memetic, settle, search };

// Plain numbers, so that a batch keeps an array of them.
struct SolutionFields {
  Status status = Status::approximate;
  Stage stage = Stage::start;
  double cost = 0;  // of the primary goals
  std::int64_t evaluations = 0;
  std::int64_t starts = 0;  // configurations that local searches and species began at
  std::int64_t generations = 0;
};

// visit(name, member) for every field.
template <class Fields, class Visit>
void visit_fields(Fields& fields, Visit visit) {
  visit("status", fields.status);
  visit("stage", fields.stage);
  visit("cost", fields.cost);
  visit("evaluations", fields.evaluations);
  visit("starts", fields.starts);
  visit("generations", fields.generations);
}

struct Solution : SolutionFields {
  std::vector<double> q;  // all variables
};

}  // namespace memetik

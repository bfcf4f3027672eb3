// The solution of a query. This is the only place in C++ that declares a field: a member, and a line in
// visit_fields with its name, which the bindings use to pass it to Python for single queries and batches.
#pragma once

#include <cstdint>
#include <vector>

namespace memetik {

enum class Status : std::uint8_t {
  solved,       // every primary goal is within its tolerance, verified
  approximate,  // the evaluations are used up; q is the best found
  timed_out,    // the time is used up; q is the best found
  cancelled,    // the caller stopped the search; q is the best found
  unreachable,  // no configuration within the limits meets the goals (see ReachBound); q is the best found
  invalid,      // the acceptor rejected every configuration that met the goals; q is one of those
};

// The stage that found the solution: one of the ladder's, or `search` for other methods.
enum class Stage : std::uint8_t { start, restarts, memetic, settle, search };

// The fields with a fixed size, which a batch keeps in an array.
struct SolutionFields {
  Status status = Status::approximate;
  Stage stage = Stage::start;
  double cost = 0;  // cost of the primary goals
  std::int64_t evaluations = 0;
  std::int64_t starts = 0;  // configurations that local searches and species began at
  std::int64_t generations = 0;
};

// Calls visit(name, member) for every field.
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

// One inverse kinematics question and its answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace memetik {

// The part of the ladder that gave the answer.
enum class Stage : std::uint8_t { start, restarts, memetic, settle };

enum class Status : std::uint8_t {
  solved,       // every primary goal within its tolerance, verified
  approximate,  // the budget is used up: the best that was found
  timed_out,    // the same at the deadline
  cancelled,    // the same when asked to stop
};

struct Query {
  std::span<const double> parameters;  // of all goals
  std::span<const double> start;       // within limits
  bool start_given = true;             // by the user
  std::uint64_t random_seed = 0;
  std::int64_t max_evaluations = 0;
};

struct Answer {
  Status status = Status::approximate;
  Stage stage = Stage::start;
  std::int64_t evaluations = 0;
  double cost = 0;        // of the primary goals
  std::vector<double> q;  // all variables
};

}  // namespace memetik

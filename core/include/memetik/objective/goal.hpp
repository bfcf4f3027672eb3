// A goal as the core knows it: a record of what is wanted. Its weight and target are kept in a block of
// parameters, which queries overwrite and lanes have several of; all else is the same for all queries.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "memetik/objective/loss.hpp"

namespace memetik {

struct Kernel;

// A user's goal: n evaluations at once. `poses` are n x links 4x4 matrices, `q` n x variables values;
// `residuals` n x rows to be written and, where the goal knows its derivative, `jacobian` n x rows x
// (6 links + variables): by the velocity of every link's origin, its angular velocity, and the variables.
using ExternalFunction = void (*)(std::int64_t n, const double* poses, const double* q, double* residuals,
                                  double* jacobian, void* user);

struct Goal {
  const Kernel* kernel = nullptr;  // what kind of goal it is
  bool primary = true;             // decides success; secondary goals never do
  double weight = 1;
  std::vector<int> links;            // of the tree, those that it reads, in the order of its kind
  int frame = -1;                    // link in whose frame the target is given; -1: the root's
  std::vector<int> variables;        // entries of q that it reads
  std::vector<double> target;        // what a query may overwrite
  std::shared_ptr<const void> data;  // what none may: the Data of its kind, see data_of
  std::vector<double> tolerance;     // [m], [rad] or as the kind says
  std::vector<Loss> losses;          // none, or one for every error
  bool follows_start = false;        // the target is the start of each query, at the goal's variables
  int smooths = 0;  // which derivative by time is to be small: the target comes from the past
  int rows = 0;     // given where the kind leaves it open
  ExternalFunction function = nullptr;
  void* user = nullptr;
  bool knows_derivative = false;
  bool on_calling_thread = false;  // the function is Python's

  // Set by Problem.
  int row = 0;        // of the problem's residual vector
  int parameter = 0;  // of the problem's parameter block
  int parameter_count = 0;
  std::vector<double> limit;  // tolerances as errors are compared with them: squared, see Unit
  bool has_mimics = false;    // two joints that move a link of it follow one variable
  bool accumulates = false;   // several joints or links contribute to one entry of its Jacobian
};

// Of a goal whose kind is the struct G of memetik/goals.
template <class G>
const typename G::Data& data_of(const Goal& goal) {
  return *static_cast<const typename G::Data*>(goal.data.get());
}

inline constexpr double largest_weight = 1e12;

// Writes the target, or the weight, into the goal's parameters.
void set_target(const Goal& goal, const double* target, double* parameters);
void set_weight(double weight, double* parameters);

}  // namespace memetik

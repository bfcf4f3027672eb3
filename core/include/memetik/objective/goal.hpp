// A goal in the core: a requirement on a configuration. Its weight and target are kept in a
// block of parameters, which every query overwrites and every lane has a copy of. All other fields are the
// same for all queries.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "memetik/math/vec3.hpp"
#include "memetik/objective/loss.hpp"

namespace memetik {

struct Kernel;

// The function of a user-defined goal; it evaluates n samples at once. Input: `poses`, n x links 4x4
// matrices, and `q`, n x variables values. Output: `residuals`, n x rows values, and, if the goal knows its
// derivative, `jacobian`, n x rows x (6 links + variables) values: the derivative with respect to the
// velocity of every link's origin, its angular velocity, and the variables.
using ExternalFunction = void (*)(std::int64_t n, const double* poses, const double* q, double* residuals,
                                  double* jacobian, void* user);

// Required and primary goals decide success. If they cannot all be met, the required ones are met first, and
// the primary ones as well as these allow. Secondary goals use the freedom that is left. Hints guide some
// attempts of the search and count neither in costs nor in success.
enum class Priority : std::uint8_t { required, primary, secondary, hint };

// The targets that a hint is for: positions that are between 0 and `depth` beyond its own target along
// `axis`.
struct HintRegion {
  Vec3<double> axis;
  double depth;
};

struct Goal {
  const Kernel* kernel = nullptr;  // the kind of goal
  Priority priority = Priority::primary;
  double weight = 1;
  std::vector<int> links;            // links of the tree that it reads, in the order its kernel expects
  int frame = -1;                    // link in whose frame the target is given; -1: the root's frame
  std::vector<int> variables;        // entries of q that it reads
  std::vector<double> target;        // the default; a query may overwrite it
  std::shared_ptr<const void> data;  // the Data of its kernel, which queries cannot change; see data_of
  std::vector<double> tolerance;     // [m], [rad] or the unit that the kernel defines
  std::vector<Loss> losses;          // empty, or one for every error
  bool follows_start = false;        // the target is the start of each query, at the goal's variables
  int smooths = 0;  // order of the time derivative to keep small (the target comes from History); 0: none
  int rows = 0;     // set by the caller if the kernel does not fix it
  ExternalFunction function = nullptr;
  void* user = nullptr;
  bool knows_derivative = false;
  bool on_calling_thread = false;    // the function is a Python function
  std::optional<HintRegion> region;  // of a hint; empty: it is for all targets

  bool decides_success() const { return priority == Priority::required || priority == Priority::primary; }

  // Set by Problem.
  int row = 0;        // its first row in the problem's residual vector
  int parameter = 0;  // its first entry in the problem's parameter block
  int parameter_count = 0;
  std::vector<double> limit;  // squared tolerances, which squared errors are compared with; see Unit
  bool has_mimics = false;    // one variable drives two joints that move a link of the goal
  bool accumulates = false;   // several joints or links contribute to one entry of its Jacobian
};

// The Data of a goal whose kernel is the struct G of memetik/goals.
template <class G>
const typename G::Data& data_of(const Goal& goal) {
  return *static_cast<const typename G::Data*>(goal.data.get());
}

inline constexpr double largest_weight = 1e12;

// Write the target or the weight into the goal's parameters.
void set_target(const Goal& goal, const double* target, double* parameters);
void set_weight(double weight, double* parameters);

}  // namespace memetik

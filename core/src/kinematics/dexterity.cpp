#include "memetik/kinematics/dexterity.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/math/thin_svd.hpp"

namespace memetik {

namespace {

// The variables of the joints between the root and a link.
std::vector<int> moving_variables(const Tree& tree, int link) {
  std::set<int> variables;
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent)
    for (int c = 0; c < variable_count(tree.segment(i).kind); ++c)
      variables.insert(tree.segment(i).variable + c);
  return {variables.begin(), variables.end()};
}

}  // namespace

void dexterity_batch(const Tree& tree, const double* q, std::size_t count, int link, double* out) {
  Kinematics<double> kinematics(tree, std::span(&link, 1));
  const std::vector<int> columns = moving_variables(tree, link);
  const auto dof = static_cast<std::size_t>(tree.dof());
  std::vector<double> jacobian(6 * dof);
  ThinSvd moving(6, static_cast<int>(columns.size()));
  for (std::size_t i = 0; i < count; ++i) {
    kinematics.update(q + i * dof);
    kinematics.jacobian(link, jacobian.data());
    double manipulability = 0, condition = std::numeric_limits<double>::infinity();
    if (!columns.empty()) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        double column[6];
        for (std::size_t r = 0; r < 6; ++r)
          column[r] = jacobian[r * dof + static_cast<std::size_t>(columns[c])];
        moving.set_column(static_cast<int>(c), column);
      }
      moving.decompose();
      const auto sigmas = moving.sigmas();
      const auto [smallest_sigma, largest_sigma] = std::minmax_element(sigmas.begin(), sigmas.end());
      const double smallest = *smallest_sigma, largest = *largest_sigma;
      manipulability = std::accumulate(sigmas.begin(), sigmas.end(), 1.0, std::multiplies());
      if (smallest > 6 * std::numeric_limits<double>::epsilon() * largest) condition = largest / smallest;
    }
    out[2 * i] = manipulability;
    out[2 * i + 1] = condition;
  }
}

}  // namespace memetik

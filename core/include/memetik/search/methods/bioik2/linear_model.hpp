// All goals to first order around one configuration: r + J (x - x0). An evaluation takes a few nanoseconds.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// BioIK 2 extrapolates poses (thesis 3.7.10). Extrapolating the residuals is the same to first order and
// works for goals of any kind. Residuals include a goal's loss as its weight at x0, see Sink. x are the
// values of the active variables.
class LinearModel {
 public:
  explicit LinearModel(const Problem& problem);

  // Builds the model around x0, where `objective` was linearised in this lane.
  void build(const Objective<Pack>& objective, int lane, std::span<const double> x0);

  // Writes the costs of the primary and the secondary goals at `count` configurations. The c-th value of the
  // i-th configuration is genes[c * stride + i]. Arrays have room for a multiple of pack_lanes.
  void costs(const double* genes, std::size_t stride, std::size_t count, double* primary,
             double* secondary) const;

  // Returns the same at one configuration, at which gradient() and curvature() are then taken.
  struct Costs {
    double primary, secondary;
  };
  Costs evaluate(std::span<const double> x);
  // Half the gradient of all goals' cost; valid until the next call.
  std::span<const double> gradient();
  // Half the cost's second derivative along that gradient.
  double curvature() const;

 private:
  template <int packs>
  void add_squares(const double* genes, std::size_t stride, std::size_t first, std::size_t last,
                   double* out) const;
  double row_times(std::size_t row, const std::vector<double>& x) const;

  std::size_t rows_, primary_rows_, columns_;
  std::size_t width_;                 // columns, padded with zeros to whole packs
  std::vector<double> jacobian_;      // row by row
  std::vector<std::size_t> entries_;  // the columns that change a row, row by row
  std::vector<std::size_t> begins_;   // index of every row's first entry
  std::vector<double> constants_;     // r - J x0
  std::vector<double> x_, here_;      // the visited configuration and its residuals
  std::vector<double> gradient_;
};

}  // namespace memetik

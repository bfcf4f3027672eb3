// All goals to first order around one configuration: r + J (x - x0), for very many x at a few nanoseconds
// each.
#pragma once

#include <span>
#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// What BioIK 2 extrapolates are poses (thesis 3.7.10); extrapolating the residuals is the same to first
// order, and works for goals of any kind. A goal's loss is in them by its weight at x0, see Sink. x are the
// active variables' values.
class LinearModel {
 public:
  explicit LinearModel(const Problem& problem);

  // Around x0, where `objective` was linearised in this lane.
  void take(const Objective<Pack>& objective, int lane, std::span<const double> x0);

  // Costs of the primary and of the secondary goals at `count` configurations: the c-th value of the i-th is
  // genes[c * stride + i]. Arrays have room for a multiple of pack_lanes.
  void costs(const double* genes, std::size_t stride, std::size_t count, double* primary,
             double* secondary) const;

  // The same at one configuration, which then is where gradients are taken.
  struct Costs {
    double primary, secondary;
  };
  Costs visit(std::span<const double> x);
  // There: half the gradient of all goals' cost, kept until the next one,
  std::span<const double> gradient();
  // and half the cost's second derivative along it.
  double curvature() const;

 private:
  template <int packs>
  void add_squares(const double* genes, std::size_t stride, std::size_t first, std::size_t last,
                   double* out) const;
  double row_times(std::size_t row, const std::vector<double>& x) const;

  std::size_t rows_, primary_rows_, columns_;
  std::size_t width_;                 // columns, filled up with zeros to whole packs
  std::vector<double> jacobian_;      // row by row
  std::vector<std::size_t> entries_;  // columns that change a row, one row after the other
  std::vector<std::size_t> begins_;   // of every row's
  std::vector<double> constants_;     // r - J x0
  std::vector<double> x_, here_;      // the visited configuration and its residuals
  std::vector<double> gradient_;
};

}  // namespace memetik

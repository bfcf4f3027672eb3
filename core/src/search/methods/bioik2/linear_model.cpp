#include "memetik/search/methods/bioik2/linear_model.hpp"

#include <algorithm>

namespace memetik {

LinearModel::LinearModel(const Problem& problem)
    : rows_(static_cast<std::size_t>(problem.rows())),
      primary_rows_(static_cast<std::size_t>(problem.primary_rows())),
      columns_(problem.active().size()),
      width_((columns_ + pack_lanes - 1) / pack_lanes * pack_lanes),
      jacobian_(rows_ * width_),
      constants_(rows_),
      x_(width_),
      here_(rows_),
      gradient_(width_) {
  for (int row = 0; row < problem.rows(); ++row) {
    begins_.push_back(entries_.size());
    for (std::size_t c = 0; c < columns_; ++c)
      for (const RowRange& range : problem.support(static_cast<int>(c)))
        if (range.first <= row && row < range.last) entries_.push_back(c);
  }
  begins_.push_back(entries_.size());
}

void LinearModel::build(const Objective<Pack>& objective, int lane, std::span<const double> x0) {
  for (std::size_t row = 0; row < rows_; ++row) {
    double constant = objective.residuals()[row][lane];
    for (std::size_t e = begins_[row]; e < begins_[row + 1]; ++e) {
      const std::size_t c = entries_[e];
      const double slope = objective.column(static_cast<int>(c))[row][lane];
      jacobian_[row * width_ + c] = slope;
      constant -= slope * x0[c];
    }
    constants_[row] = constant;
  }
}

template <int packs>
void LinearModel::add_squares(const double* genes, std::size_t stride, std::size_t first, std::size_t last,
                              double* out) const {
  Pack cost[packs];
  for (Pack& each : cost) each = Pack(0);
  for (std::size_t row = first; row < last; ++row) {
    Pack residual[packs];
    for (Pack& each : residual) each = Pack(constants_[row]);
    const double* slopes = jacobian_.data() + row * width_;
    for (std::size_t e = begins_[row], end = begins_[row + 1]; e < end; ++e) {
      const Pack slope(slopes[entries_[e]]);
      const double* gene = genes + entries_[e] * stride;
      for (int p = 0; p < packs; ++p) residual[p] += slope * Pack::load(gene + p * pack_lanes);
    }
    for (int p = 0; p < packs; ++p) cost[p] += residual[p] * residual[p];
  }
  for (int p = 0; p < packs; ++p) cost[p].store(out + p * pack_lanes);
}

void LinearModel::costs(const double* genes, std::size_t stride, std::size_t count, double* primary,
                        double* secondary) const {
  constexpr int block = 4;  // packs; their sums fit into registers
  std::size_t i = 0;
  for (; i + block * pack_lanes <= count; i += block * pack_lanes) {
    add_squares<block>(genes + i, stride, 0, primary_rows_, primary + i);
    add_squares<block>(genes + i, stride, primary_rows_, rows_, secondary + i);
  }
  for (; i < count; i += pack_lanes) {
    add_squares<1>(genes + i, stride, 0, primary_rows_, primary + i);
    add_squares<1>(genes + i, stride, primary_rows_, rows_, secondary + i);
  }
}

double LinearModel::row_times(std::size_t row, const std::vector<double>& x) const {
  Pack sums(0);
  const double *slopes = jacobian_.data() + row * width_, *values = x.data();
  for (std::size_t c = 0; c < width_; c += pack_lanes)
    sums += Pack::load(slopes + c) * Pack::load(values + c);
  double sum = 0;
  for (int lane = 0; lane < pack_lanes; ++lane) sum += sums[lane];
  return sum;
}

LinearModel::Costs LinearModel::evaluate(std::span<const double> x) {
  std::copy(x.begin(), x.end(), x_.begin());
  Costs costs{0, 0};
  for (std::size_t row = 0; row < rows_; ++row) {
    const double residual = constants_[row] + row_times(row, x_);
    here_[row] = residual;
    (row < primary_rows_ ? costs.primary : costs.secondary) += residual * residual;
  }
  return costs;
}

std::span<const double> LinearModel::gradient() {
  for (std::size_t c = 0; c < width_; c += pack_lanes) {
    Pack sum(0);
    const double* slopes = jacobian_.data() + c;
    for (std::size_t row = 0; row < rows_; ++row, slopes += width_)
      sum += Pack::load(slopes) * Pack(here_[row]);
    sum.store(gradient_.data() + c);
  }
  return {gradient_.data(), columns_};
}

double LinearModel::curvature() const {
  double sum = 0;
  for (std::size_t row = 0; row < rows_; ++row) {
    const double rate = row_times(row, gradient_);
    sum += rate * rate;
  }
  return sum;
}

}  // namespace memetik

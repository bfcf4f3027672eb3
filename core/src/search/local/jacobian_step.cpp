#include "memetik/search/local/jacobian_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace memetik {

namespace {

constexpr double cutoff = 1e-4;             // singular values below this share of the largest count as zero
constexpr double fading = 0.9;              // factor of the gain per step
constexpr double max_secondary_step = 0.1;  // [rad, m] maximum null-space step of any variable
constexpr double max_selective_step = std::numbers::pi / 4;  // [rad, m] maximum step of any variable

double largest(const std::vector<double>& step) {
  double result = 0;
  for (const double s : step) result = std::max(result, std::abs(s));
  return result;
}

// Scales the step down so that no entry exceeds `max_entry`.
void shorten(std::vector<double>& step, double max_entry) {
  const double size = largest(step);
  if (size > max_entry)
    for (double& s : step) s *= max_entry / size;
}

bool needs_svd(JacobianInverse inverse) {
  return inverse == JacobianInverse::pseudo || inverse == JacobianInverse::selective;
}

}  // namespace

JacobianStep::JacobianStep(const Problem& problem, const JacobianOptions& options)
    : LocalStep(problem, problem.rows() > problem.primary_rows() ? Scope::all : Scope::primary),
      options_(options),
      rows_(problem.primary_rows()),
      error_(static_cast<std::size_t>(rows_)),
      gradient_(free_.size()),
      secondary_step_(free_.size()),
      step_(free_.size()),
      part_(free_.size()),
      damped_(problem) {
  if (needs_svd(options.inverse)) svd_.emplace(rows_, count_);
}

int JacobianStep::patience() const { return options_.inverse == JacobianInverse::transpose ? 200 : 12; }

void JacobianStep::evaluate(const double* q) {
  LocalStep::evaluate(q);
  if (scope_ == Scope::all) cost_ -= objective_.secondary_cost();
}

void JacobianStep::find_secondary_step() {
  const double* r = objective_.residuals();
  std::copy_n(r, rows_, error_.begin());
  std::fill(secondary_step_.begin(), secondary_step_.end(), 0.0);
  if (scope_ == Scope::all) {
    for (int c = 0; c < count_; ++c) {
      double slope = 0;
      for (int i = rows_; i < problem_->rows(); ++i) slope += 2 * column(c)[i] * r[i];
      const auto i = static_cast<std::size_t>(c);
      secondary_step_[i] = -options_.nullspace_gain * free_[i] * slope;
    }
    shorten(secondary_step_, max_secondary_step);
    for (double& w : secondary_step_) w *= share_;
    share_ *= fading;
    for (int c = 0; c < count_; ++c)
      for (int i = 0; i < rows_; ++i)
        error_[static_cast<std::size_t>(i)] += column(c)[i] * secondary_step_[static_cast<std::size_t>(c)];
  }
  for (int c = 0; c < count_; ++c) {
    double sum = 0;
    for (int i = 0; i < rows_; ++i) sum += column(c)[i] * error_[static_cast<std::size_t>(i)];
    gradient_[static_cast<std::size_t>(c)] = sum;
  }
}

double JacobianStep::squared_norm() const {
  double sum = 0;
  for (int c = 0; c < count_; ++c)
    for (int i = 0; i < rows_; ++i) sum += free_[static_cast<std::size_t>(c)] * column(c)[i] * column(c)[i];
  return sum;
}

void JacobianStep::apply_damped() {
  const double lambda = options_.damping * options_.damping * squared_norm();
  const auto& step = damped_.solve({column(0), problem_->rows(), error_.data(), gradient_.data()},
                                   free_.data(), std::max(lambda, 1e-300));
  std::copy(step.begin(), step.end(), step_.begin());
}

// alpha = |g|^2 / |J g|^2, g = J^T e, which minimises the error of linear goals (Buss 2004).
void JacobianStep::apply_transpose() {
  double above = 0, below = 0;
  for (std::size_t c = 0; c < step_.size(); ++c) {
    step_[c] = -free_[c] * gradient_[c];
    above += step_[c] * step_[c];
  }
  for (int i = 0; i < rows_; ++i) {
    double sum = 0;
    for (int c = 0; c < count_; ++c) sum += column(c)[i] * step_[static_cast<std::size_t>(c)];
    below += sum * sum;
  }
  const double alpha = below > 0 ? above / below : 0;
  for (double& s : step_) s *= alpha;
}

void JacobianStep::set_matrix() {
  for (int c = 0; c < count_; ++c) svd_->set_column(c, column(c), free_[static_cast<std::size_t>(c)]);
}

void JacobianStep::apply_pseudo() {
  set_matrix();
  svd_->solve_directly(error_.data(), cutoff, step_.data());
  for (double& s : step_) s = -s;
}

// The maximum motion of any variable along the i-th singular direction (Buss and Kim 2005). A unit of motion
// along it moves the goals g by N = sum_g |u_i|_g in total. Variable j alone moves goal g by rho_gj per unit,
// so the separate motions add up to M = sum_g sum_j |v_ij| rho_gj / sigma_i. If M is much larger than N, the
// motions of the variables cancel each other, and the step is shortened by N / M.
double JacobianStep::max_motion(int i) const {
  double moved = 0, ways = 0;
  for (const Goal& goal : problem_->goals()) {
    if (!goal.decides_success()) continue;
    double part = 0;
    for (int r = goal.row; r < goal.row + goal.rows; ++r) part += svd_->u(i, r) * svd_->u(i, r);
    moved += std::sqrt(part);
    for (int c = 0; c < count_; ++c) {
      double rho = 0;
      for (int r = goal.row; r < goal.row + goal.rows; ++r) rho += column(c)[r] * column(c)[r];
      ways += std::abs(svd_->v(i, c)) * std::sqrt(rho);
    }
  }
  ways /= svd_->sigma(i);
  return max_selective_step * (ways > moved ? moved / ways : 1);
}

void JacobianStep::apply_selective() {
  set_matrix();
  svd_->decompose();
  std::fill(step_.begin(), step_.end(), 0.0);
  const double min_sigma = 1e-12 * svd_->largest();
  for (int i = 0; i < svd_->count(); ++i) {
    if (!(svd_->sigma(i) > min_sigma)) continue;
    double share = 0;
    for (int r = 0; r < rows_; ++r) share += svd_->u(i, r) * error_[static_cast<std::size_t>(r)];
    for (int c = 0; c < count_; ++c)
      part_[static_cast<std::size_t>(c)] = -share / svd_->sigma(i) * svd_->v(i, c);
    shorten(part_, max_motion(i));
    for (std::size_t c = 0; c < step_.size(); ++c) step_[c] += part_[c];
  }
  shorten(step_, max_selective_step);
}

bool JacobianStep::step(double* q) {
  find_secondary_step();
  switch (options_.inverse) {
    case JacobianInverse::damped: apply_damped(); break;
    case JacobianInverse::transpose: apply_transpose(); break;
    case JacobianInverse::pseudo: apply_pseudo(); break;
    case JacobianInverse::selective: apply_selective(); break;
  }
  for (std::size_t c = 0; c < step_.size(); ++c) step_[c] += secondary_step_[c];
  if (options_.stop_at_limits && bounds_.leads_out(step_.data(), q, options_.longest_step)) return false;
  return move(step_.data(), q, options_.longest_step);
}

}  // namespace memetik

// A link that joints of any kind move, as PoseDescent needs it: its pose, and its velocity by every variable.
#pragma once

#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// The velocity of a link by one variable; zero if the variable is held.
struct LinkColumn {
  Vec3<Pack> linear, angular;
};

class MovingLink {
 public:
  MovingLink(const Problem& problem, int link)
      : problem_(&problem),
        link_(link),
        kinematics_(problem.tree(), std::span(&link, 1), problem.columns()),
        columns_(problem.active().size(), LinkColumn{}),
        step_(problem.active().size()) {}

  // Nothing depends on the start of a query but its configurations.
  void set_start(std::span<const double>) {}
  void set_lane_start(int, std::span<const double>) {}

  // See RevoluteChain.
  static constexpr const Frame<double>& offset() { return identity_frame; }
  Frame<Pack> update(const Pack* q) {
    kinematics_.update(q);
    return kinematics_.link(link_);
  }

  // Computes the columns for the velocity of `point`, fixed to the link. Calls held(column, variable, linear,
  // angular) for every active variable that moves it; where it says so, the column is zero.
  template <class Held>
  MEMETIK_INLINE const std::vector<LinkColumn>& columns(const Vec3<Pack>& point, Held held) {
    const int* column_of = problem_->columns().data();
    LinkColumn* columns = columns_.data();
    kinematics_.for_each_column(
        link_, point, [&](int variable, const Vec3<Pack>& linear, const Vec3<Pack>& angular) {
          const int c = column_of[variable];
          if (c < 0) return;
          const Mask at_rest = held(static_cast<std::size_t>(c), variable, linear, angular);
          columns[c] = {zero_where(at_rest, linear), zero_where(at_rest, angular)};
        });
    return columns_;
  }
  template <class Visit>
  static MEMETIK_INLINE void for_each(const std::vector<LinkColumn>& columns, Visit visit) {
    for (const LinkColumn& column : columns) visit(column);
  }

  // q <- q + J^T (y, z), within the bounds.
  void step(const std::vector<LinkColumn>& columns, const Vec3<Pack>& y, const Vec3<Pack>& z,
            const StepBounds<Pack>& bounds, Pack* q) {
    for (std::size_t c = 0; c < columns.size(); ++c)
      step_[c] = dot(columns[c].linear, y) + dot(columns[c].angular, z);
    bounds.apply(step_.data(), q);
  }

 private:
  const Problem* problem_;
  int link_;
  Kinematics<Pack> kinematics_;
  std::vector<LinkColumn> columns_;  // per active variable
  std::vector<Pack> step_;
};

}  // namespace memetik

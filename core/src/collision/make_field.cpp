#include "memetik/collision/make_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "memetik/math/frame.hpp"
#include "memetik/runtime/thread_pool.hpp"

namespace memetik {

namespace {

constexpr std::int64_t rows_per_task = 32;

std::string number_text(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", x);
  return text;
}

// An empty grid around a box, with the box in its middle.
Field grid_around(const BoundingBox& box, double spacing, double padding) {
  if (!(spacing > 0) || !std::isfinite(spacing))
    throw std::invalid_argument("the spacing of a field must be positive, got " + number_text(spacing));
  if (!(padding >= 0) || !std::isfinite(padding))
    throw std::invalid_argument("the padding of a field must not be negative, got " + number_text(padding));
  // A relative error of 1e-9 must not add a node.
  const auto nodes = [&](double size) {
    return max(2, std::ceil((size + 2 * padding) / spacing - 1e-9) + 1);
  };
  const Vec3<double> size = box.size(), count{nodes(size.x), nodes(size.y), nodes(size.z)};
  if (!(count.x * count.y * count.z <= static_cast<double>(Field::max_nodes)))
    throw std::invalid_argument("a spacing of " + number_text(spacing) + " gives a field of " +
                                number_text(count.x) + " x " + number_text(count.y) + " x " +
                                number_text(count.z) + " nodes, more than " +
                                std::to_string(Field::max_nodes));
  const Vec3<double> extent = spacing * (count - Vec3<double>{1, 1, 1}), slack = 0.5 * (extent - size);
  return {box.middle() - 0.5 * extent,
          spacing,
          max(0, min(slack.x, min(slack.y, slack.z))),
          static_cast<int>(count.x),
          static_cast<int>(count.y),
          static_cast<int>(count.z),
          {}};
}

float rounded_down(double x) {
  const float rounded = static_cast<float>(x);
  return static_cast<double>(rounded) <= x ? rounded : std::nextafter(rounded, -HUGE_VALF);
}

class FieldMaker {
 public:
  FieldMaker(const MeshDistance& mesh, Field& field)
      : mesh_(mesh), field_(field), rows_(std::int64_t{field.nx} * field.ny) {
    field.values.resize(static_cast<std::size_t>(rows_ * field.nz));
  }

  int tasks() const { return static_cast<int>((rows_ + rows_per_task - 1) / rows_per_task); }

  // The distances of some rows of nodes along z, several rows in the lanes of a pack. Every search begins
  // with the nearest points of the previous nodes, at the start of rows with those of the rows before, so
  // that it visits few triangles.
  void measure(int task, Stop& stop) {
    const std::int64_t first = task * rows_per_task, last = std::min(first + rows_per_task, rows_);
    Vec3<Pack> row_start = broadcast<Pack>(mesh_.nearest(node(first, 0)).point);
    for (std::int64_t row = first; row < last && !stop.requested(); row += pack_lanes) {
      Vec3<Pack> nearest = row_start;
      for (int z = 0; z < field_.nz; ++z) {
        const Pack distance = mesh_.nearest_points(nodes(row, last, z), nearest);
        if (z == 0) row_start = nearest;
        for (int lane = 0; lane < pack_lanes && row + lane < last; ++lane) {
          const bool inside = !mesh_.closed() && mesh_.is_inside(node(row + lane, z));
          value(row + lane, z) = rounded_down(inside ? -distance[lane] : distance[lane]);
        }
      }
    }
  }

  // Gives the nodes in a closed mesh a negative sign. If a surface is between two neighbours, the sum of
  // their distances from it is at most the spacing. So neighbours with a larger sum are on the same side, and
  // only one node of each set of nodes that are connected in this way needs the winding number.
  void sign(Stop& stop) {
    done_.assign(field_.values.size(), false);
    for (std::int64_t row = 0; row < rows_ && !stop.requested(); ++row)
      for (int z = 0; z < field_.nz; ++z)
        if (const std::int64_t index = row * field_.nz + z; !done_[static_cast<std::size_t>(index)])
          flood(index, mesh_.is_inside(node(row, z)));
  }

 private:
  Vec3<double> node(std::int64_t row, int z) const {
    const auto x = static_cast<double>(row / field_.ny), y = static_cast<double>(row % field_.ny);
    return field_.origin + field_.spacing * Vec3<double>{x, y, static_cast<double>(z)};
  }
  // The nodes of consecutive rows; the last row is repeated.
  Vec3<Pack> nodes(std::int64_t row, std::int64_t last, int z) const {
    Vec3<Pack> result = broadcast<Pack>(node(row, z));
    for (int lane = 1; lane < pack_lanes; ++lane) {
      const Vec3<double> p = node(std::min(row + lane, last - 1), z);
      set_lane(result.x, lane, p.x);
      set_lane(result.y, lane, p.y);
      set_lane(result.z, lane, p.z);
    }
    return result;
  }
  float& value(std::int64_t row, int z) {
    return field_.values[static_cast<std::size_t>(row * field_.nz + z)];
  }

  void flood(std::int64_t start, bool inside) {
    done_[static_cast<std::size_t>(start)] = true;
    wave_.assign(1, start);
    while (!wave_.empty()) {
      next_wave_.clear();
      for (const std::int64_t at : wave_) spread(at, inside);
      std::swap(wave_, next_wave_);
    }
  }

  // Signs a node, and adds its neighbours on the same side to the next wave.
  void spread(std::int64_t at, bool inside) {
    float& own = field_.values[static_cast<std::size_t>(at)];
    // Rounding of coordinates changes the spacing a little.
    const double least = field_.spacing * (1 + 1e-9) - static_cast<double>(own);
    const auto visit = [&](bool exists, std::int64_t other) {
      if (!exists || done_[static_cast<std::size_t>(other)]) return;
      if (static_cast<double>(field_.values[static_cast<std::size_t>(other)]) <= least) return;
      done_[static_cast<std::size_t>(other)] = true;
      next_wave_.push_back(other);
    };
    const std::int64_t step_x = std::int64_t{field_.ny} * field_.nz, step_y = field_.nz;
    const std::int64_t x = at / step_x, y = at / step_y % field_.ny, z = at % field_.nz;
    visit(x > 0, at - step_x);
    visit(x + 1 < field_.nx, at + step_x);
    visit(y > 0, at - step_y);
    visit(y + 1 < field_.ny, at + step_y);
    visit(z > 0, at - 1);
    visit(z + 1 < field_.nz, at + 1);
    if (inside) own = std::nextafter(-own, -HUGE_VALF);  // its distance was rounded down
  }

  const MeshDistance& mesh_;
  Field& field_;
  std::int64_t rows_;
  std::vector<bool> done_;  // for each node, whether its sign is known
  std::vector<std::int64_t> wave_, next_wave_;
};

}  // namespace

Field make_field(const MeshDistance& mesh, double spacing, double padding, int threads, Stop& stop) {
  Field field = grid_around(mesh.box(), spacing, padding);
  FieldMaker maker(mesh, field);
  ThreadPool pool;
  pool.run(maker.tasks(), threads, stop, [&](int task, Stop& own) { maker.measure(task, own); });
  if (mesh.closed() && !stop.check()) maker.sign(stop);
  if (stop.check()) field.values.clear();
  return field;
}

Field make_field(const MeshDistance& mesh, double spacing, double padding, int threads) {
  Stop stop;
  return make_field(mesh, spacing, padding, threads, stop);
}

}  // namespace memetik

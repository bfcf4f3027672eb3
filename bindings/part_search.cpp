// Finds convex parts that may be near each other.
#include "memetik/collision/part_search.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "vectors.hpp"

namespace memetik {

namespace {

using namespace nb::literals;

using Parts = std::tuple<int, int, int>;

Frame<double> frame_at(const double* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

std::vector<Frame<double>> frames_of(const Frames& poses) {
  std::vector<Frame<double>> frames;
  for (std::size_t k = 0; k < poses.shape(0); ++k) frames.push_back(frame_at(poses.data() + 16 * k));
  return frames;
}

template <class Item>
std::vector<Item> items_of(const Matrix& rows, std::size_t columns, const auto& make) {
  require(rows.shape(1) == columns, "rows have the wrong size");
  std::vector<Item> items;
  for (std::size_t k = 0; k < rows.shape(0); ++k) items.push_back(make(rows.data() + columns * k));
  return items;
}

std::shared_ptr<const Hull> hull_of(const std::tuple<Matrix, Matrix>& hull) {
  const auto vector = [](const double* v) { return Vec3<double>{v[0], v[1], v[2]}; };
  const auto face = [&](const double* v) { return Hull::Face{vector(v), v[3]}; };
  const auto& [faces, corners] = hull;
  return std::make_shared<Hull>(
      Hull{items_of<Hull::Face>(faces, 4, face), items_of<Vec3<double>>(corners, 3, vector)});
}

PartTree part_tree(const Frames& frames, const Matrix& sizes,
                   const std::vector<std::tuple<Matrix, Matrix>>& hulls, const Integers& hull_of_part) {
  const std::size_t count = frames.shape(0);
  require(count > 0 && sizes.shape(0) == count && sizes.shape(1) == 4 && hull_of_part.shape(0) == count,
          "expected sizes of four numbers, and the number of a hull, for every part");
  std::vector<std::shared_ptr<const Hull>> known;
  for (const auto& hull : hulls) known.push_back(hull_of(hull));
  std::vector<ConvexPart> parts;
  for (std::size_t k = 0; k < count; ++k) {
    const double* size = sizes.data() + 4 * k;
    const auto hull = static_cast<std::size_t>(hull_of_part.data()[k]);
    require(hull < known.size(), "a part names a hull that does not exist");
    const Frame<double> frame = frame_at(frames.data() + 16 * k);
    parts.push_back({{frame, {size[0], size[1], size[2]}, size[3]}, known[hull]});
  }
  return PartTree(std::move(parts));
}

// Writes poses (N, 4, 4); their last rows are never written.
void write(std::span<const Frame<double>> frames, double* out) {
  for (const auto& [x, y, z, p] : frames) {
    const std::array rows{x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z};
    std::copy(rows.begin(), rows.end(), out);
    out += 16;
  }
}

// Begins a search and writes the poses of the elements.
void begin(PartSearch& search, const Vector& q, double limit, const Output& poses) {
  require(q.shape(0) == search.dof() && poses.size() == 16 * search.element_count(),
          "q or poses have the wrong size");
  write(search.begin(q.data(), limit), poses.data());
}

std::optional<Parts> next(PartSearch& search, double limit) {
  const auto found = search.next(limit);
  if (!found) return {};
  return Parts(found->pair, found->part, found->other_part);
}

// The pairs of shapes that have parts whose bound is below `limit`.
std::vector<int> near(PartSearch& search, const Vector& q, double limit, const Output& poses) {
  begin(search, q, limit, poses);
  std::vector<int> pairs;
  while (const auto found = search.next(limit)) {
    pairs.push_back(found->pair);
    search.limit_pair(found->pair, -HUGE_VAL);
  }
  return pairs;
}

using Shapes = std::vector<std::shared_ptr<PartTree>>;

void construct(PartSearch* self, const Tree& tree, const std::vector<int>& links, const Frames& poses,
               const Shapes& shapes, const Shapes& obstacles, std::vector<std::array<int, 2>> pairs) {
  const std::vector<Frame<double>> frames = frames_of(poses);
  require(links.size() == shapes.size() && frames.size() == shapes.size(),
          "expected a link and a pose for every shape");
  std::vector<PartSearch::Element> elements;
  for (std::size_t e = 0; e < shapes.size(); ++e) {
    check_link(tree, links[e]);
    elements.push_back({links[e], frames[e], shapes[e]});
  }
  for (const auto& [element, other] : pairs)
    require(element >= 0 && static_cast<std::size_t>(element) < shapes.size() &&
                static_cast<std::size_t>(other < 0 ? ~other : other) <
                    (other < 0 ? obstacles.size() : shapes.size()),
            "a pair names what does not exist");
  new (self) PartSearch(tree, std::move(elements), {obstacles.begin(), obstacles.end()}, std::move(pairs));
}

}  // namespace

void bind_part_search(nb::module_& m) {
  nb::class_<PartTree>(m, "PartTree", "The convex parts of a shape; part_tree.hpp documents it.")
      .def(
          "__init__",
          [](PartTree* self, const Frames& frames, const Matrix& sizes,
             const std::vector<std::tuple<Matrix, Matrix>>& hulls, const Integers& hull_of_part) {
            new (self) PartTree(part_tree(frames, sizes, hulls, hull_of_part));
          },
          "frames"_a, "sizes"_a, "hulls"_a, "hull_of_part"_a);
  nb::class_<PartSearch>(m, "PartSearch", "Finds parts that may be near; part_search.hpp documents it.")
      .def("__init__", &construct, "tree"_a, "links"_a, "poses"_a, "shapes"_a, "obstacles"_a, "pairs"_a,
           nb::keep_alive<1, 2>())
      .def(
          "place_obstacles",
          [](PartSearch& self, const Frames& poses) {
            require(poses.shape(0) == self.obstacle_count(), "expected a pose for every obstacle");
            self.place_obstacles(frames_of(poses));
          },
          "poses"_a)
      .def("near", &near, "q"_a, "limit"_a, "poses"_a)
      .def("begin", &begin, "q"_a, "limit"_a, "poses"_a)
      .def("next", &next, "limit"_a)
      .def(
          "limit_pair",
          [](PartSearch& self, int pair, double limit) {
            require(pair >= 0 && static_cast<std::size_t>(pair) < self.pair_count(), "no such pair");
            self.limit_pair(pair, limit);
          },
          "pair"_a, "limit"_a);
}

}  // namespace memetik

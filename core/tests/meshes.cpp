#include "meshes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

using namespace memetik;

Mesh box_mesh(const Vec3<double>& half) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.vertices.push_back(
        {(i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y, (i & 4) != 0 ? half.z : -half.z});
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

Mesh sphere_mesh(double radius, int divisions) {
  const double t = std::numbers::phi;
  Mesh mesh{{{-1, t, 0},
             {1, t, 0},
             {-1, -t, 0},
             {1, -t, 0},
             {0, -1, t},
             {0, 1, t},
             {0, -1, -t},
             {0, 1, -t},
             {t, 0, -1},
             {t, 0, 1},
             {-t, 0, -1},
             {-t, 0, 1}},
            {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
             {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
             {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (int i = 0; i < divisions; ++i) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [found, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new)
        mesh.vertices.push_back(mesh.vertices[static_cast<std::size_t>(a)] +
                                mesh.vertices[static_cast<std::size_t>(b)]);
      return found->second;
    };
    std::vector<Triangle> divided;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      divided.insert(divided.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    mesh.triangles = divided;
    for (Vec3<double>& v : mesh.vertices) v = (1 / norm(v)) * v;
  }
  for (Vec3<double>& v : mesh.vertices) v = (radius / norm(v)) * v;
  return mesh;
}

Mesh torus_mesh(double radius, double tube, int segments) {
  Mesh mesh;
  const auto index = [&](int i, int k) { return i % segments * segments + k % segments; };
  for (int i = 0; i < segments; ++i)
    for (int k = 0; k < segments; ++k) {
      const double u = 2 * std::numbers::pi * i / segments, v = 2 * std::numbers::pi * k / segments;
      const double r = radius + tube * std::cos(v);
      mesh.vertices.push_back({r * std::cos(u), r * std::sin(u), tube * std::sin(v)});
      const int a = index(i, k), b = index(i + 1, k), c = index(i + 1, k + 1), d = index(i, k + 1);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

Mesh joined(Mesh a, const Mesh& b, const Vec3<double>& move) {
  const int first = static_cast<int>(a.vertices.size());
  for (const Vec3<double>& v : b.vertices) a.vertices.push_back(v + move);
  for (const auto& [i, k, m] : b.triangles) a.triangles.push_back({first + i, first + k, first + m});
  return a;
}

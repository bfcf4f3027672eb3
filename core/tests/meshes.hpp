// Meshes of simple solids, for tests.
#pragma once

#include "memetik/collision/mesh.hpp"

memetik::Mesh box_mesh(const memetik::Vec3<double>& half);

// An icosahedron whose triangles are divided into four so many times; all vertices are on the sphere.
memetik::Mesh sphere_mesh(double radius, int divisions);

memetik::Mesh torus_mesh(double radius, double tube, int segments);

// Both meshes in one, the second moved.
memetik::Mesh joined(memetik::Mesh a, const memetik::Mesh& b, const memetik::Vec3<double>& move = {0, 0, 0});

#include "bindings.hpp"
#include "memetik/math/pack.hpp"
#include "memetik/math/sincos.hpp"
#include "methods.hpp"
#include "numpy_arrays.hpp"

NB_MODULE(MEMETIK_MODULE, m) {
  nanobind::set_leak_warnings(false);  // robots in a cache live until the interpreter ends
  memetik::import_numpy();
  m.attr("simd") = memetik::simd_level;
  m.attr("max_value") = memetik::max_value;
  memetik::bind_tree(m);
  memetik::bind_loss(m);
  memetik::bind_primitive(m);
  memetik::bind_mesh(m);
  memetik::bind_field(m);
  memetik::bind_sphere_robot(m);
  memetik::bind_collision_check(m);
  memetik::bind_part_search(m);
  memetik::bind_goal(m);
  memetik::bind_problem(m);
  memetik::bind_measure(m);
  memetik::bind_start_table(m);
  memetik::bind_methods(m);
  memetik::bind_python_method(m);
  memetik::bind_solver(m);
}

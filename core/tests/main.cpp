#include <cstdio>
#include <cstring>

#include "check.hpp"
#include "memetik/math/pack.hpp"

int main(int count, char** arguments) {
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 77;
#endif
  const char* filter = count > 1 ? arguments[1] : "";
  int part = 1, parts = 1;
  if (std::sscanf(filter, "%d/%d", &part, &parts) == 2) filter = "";
  int number = 0, passed = 0, failed = 0;
  for (const check::Test& test : check::tests()) {
    if (!std::strstr(test.name, filter) || number++ % parts != part - 1) continue;
    const int before = check::failures();
    test.run();
    const bool ok = check::failures() == before;
    (ok ? passed : failed) += 1;
    if (!ok) std::printf("FAILED %s\n", test.name);
  }
  std::printf("core (%s): %d passed, %d failed\n", memetik::simd_level, passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

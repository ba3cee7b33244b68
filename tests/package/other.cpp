// A second unit, because a header that defines something twice links in one only.
#include <xamt/xamt.hpp>

int other_unit() { return static_cast<int>(xamt::size_of(xamt::dtype::float16)); }

/// @file
/// The light part of xamt in one include: values, descriptions of APIs and C++ functions as their implementations. No framework header.
///
/// Place in the pipeline: core and describe. To fuzz, add <xamt/campaign/explore.hpp> or <xamt/testing/catch2.hpp>; for libraries under
/// test, <xamt/framework/torch.hpp>, eigen.hpp or python.hpp.
#pragma once

#include <xamt/core/dtype.hpp>
#include <xamt/core/ndarray.hpp>
#include <xamt/core/none.hpp>
#include <xamt/core/random.hpp>
#include <xamt/core/result.hpp>
#include <xamt/core/shape.hpp>
#include <xamt/core/strided_view.hpp>
#include <xamt/core/value.hpp>
#include <xamt/describe.hpp>
#include <xamt/describe/each.hpp>
#include <xamt/describe/native.hpp>

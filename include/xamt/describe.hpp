/// @file
/// Everything that describes APIs by name: parameters, bindings, faults, `xamt::sound`. For C++ functions as implementations include
/// <xamt/describe/native.hpp> as well, for checks against installed frameworks <xamt/describe/installed.hpp>.
///
/// Place in the pipeline: describe. Example: see describe/api.hpp.
#pragma once

#include <xamt/describe/accuracy.hpp>
#include <xamt/describe/api.hpp>
#include <xamt/describe/binding.hpp>
#include <xamt/describe/callee.hpp>
#include <xamt/describe/catalogue.hpp>
#include <xamt/describe/constant.hpp>
#include <xamt/describe/fault.hpp>
#include <xamt/describe/framework.hpp>
#include <xamt/describe/parameter.hpp>
#include <xamt/describe/schema.hpp>
#include <xamt/describe/sound.hpp>
#include <xamt/describe/torch_op.hpp>

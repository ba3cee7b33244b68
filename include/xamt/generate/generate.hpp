/// @file
/// Everything of the stage that makes trials: classes, trials, their names.
///
/// Place in the pipeline: generate.
#pragma once

#include <xamt/generate/make_class.hpp>
#include <xamt/generate/make_trial.hpp>
#include <xamt/generate/trial.hpp>
#include <xamt/generate/trial_name.hpp>

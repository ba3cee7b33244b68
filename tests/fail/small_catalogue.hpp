// A catalogue of one function, so that these errors need no framework: jax.nn.softmax(x, axis=-1, *, where=None) and jax.nn.glu(x, axis).
#pragma once

#include <xamt/describe/sound.hpp>

inline constexpr char small_words[] = "jax.nn.glu\0jax.nn.softmax\0x\0axis\0where";
inline constexpr xamt::catalogue_entry small_entries[] = {{0, 0, 2, false}, {11, 2, 3, false}};
inline constexpr auto needed = xamt::catalogue_parameter::is_required;
inline constexpr xamt::catalogue_parameter small_parameters[] = {
    {26 | needed}, {28 | needed}, {26 | needed}, {28}, {33 | xamt::catalogue_parameter::keyword_only}};
inline constexpr xamt::catalogue small{"jax", "1", small_words, small_entries, small_parameters};
inline constexpr xamt::catalogue const* small_list[] = {&small};
inline constexpr xamt::catalogue_set small_set{small_list};

/// @file
/// The layout of the memory that the campaign shares with a host process.
///
/// Place in the pipeline: run. Both sides include it (the Python worker spells the same numbers out), so that a trial travels without
/// being written in words: the campaign fills records and tensors in place, the host puts outcomes and results beside them.
///
/// The segment is a header page and `slots` slots, each of 256 records, an in-arena that the campaign writes and an out-arena that the
/// host writes. Every offset in a record counts from the start of its slot. There is no lock: a slot belongs to the host between the
/// lines `run` and `ran`, and to the campaign otherwise.
#pragma once

#include <xamt/core/dtype.hpp>

#include <cstddef>
#include <cstdint>

namespace xamt {
inline namespace v0 {
namespace wire {

inline constexpr std::uint64_t magic = 0x31474e52544d4158; // "XAMTRNG1"
inline constexpr std::uint32_t version = 2;
inline constexpr std::size_t header_bytes = 4096;
inline constexpr std::size_t records_per_slot = 256;
inline constexpr std::size_t most_arguments = 10;
inline constexpr std::size_t most_results = 5;
inline constexpr std::size_t most_rank = 6;
inline constexpr std::size_t alignment = 64;
inline constexpr std::size_t most_text = 400;

/// Descriptors that the host finds at its start; 0 to 2 are /dev/null and the log.
inline constexpr int commands_fd = 3;
inline constexpr int replies_fd = 4;
inline constexpr int memory_fd = 5;

enum class kind : std::uint8_t { none, flag, integer, real, text, dtype, integers, tensor, tensors, complex, reals };

/// What the host says of a trial. `limit`: its results did not fit into the out-arena. `left_out`: not called, because those before it
/// used up the time of the batch.
enum class status : std::uint8_t { pending, value, error, limit, left_out };

/// One argument or result. `payload` is the value itself (flag, integer, bits of a real) or an offset (everything that has a `count`, and
/// tensors, whose bytes are C-contiguous and aligned). A complex number has the bits of its parts in `dims`; nested integers of rank 2
/// are dims[0] tuples of dims[1]; tensors are `count` descriptors in the in-arena.
struct descriptor {
    kind what;
    xamt::dtype element;
    std::uint8_t rank;
    std::uint8_t reserved;
    std::uint32_t count;
    std::int64_t payload;
    std::int64_t dims[most_rank];
};

struct record {
    std::uint32_t plan;
    std::uint8_t arguments_used;
    std::uint8_t how; // a variant (align/variant.hpp)
    std::uint8_t reserved0[2];
    status outcome;
    std::uint8_t results_used;
    std::uint8_t reserved1[6];
    std::uint32_t error_type_length;
    std::uint32_t error_length;
    std::uint64_t error_offset; // the name of the error, directly followed by its message
    descriptor arguments[most_arguments];
    descriptor results[most_results];
    std::uint8_t reserved2[32];
};

/// `started` becomes i + 1 before trial i is called, `done` becomes i + 1 when its outcome is complete: a host that died between the two
/// has named its trial. They lie on cache lines of their own and are read and written atomically.
struct header {
    std::uint64_t magic;
    std::uint32_t version;
    std::uint32_t slots;
    std::uint64_t slot_stride;
    std::uint64_t in_bytes;
    std::uint64_t out_bytes;
    std::uint8_t reserved0[24];
    std::uint64_t started;
    std::uint8_t reserved1[56];
    std::uint64_t done;
    std::uint8_t reserved2[header_bytes - 136];
};

static_assert(sizeof(descriptor) == 64 && offsetof(descriptor, what) == 0 && offsetof(descriptor, element) == 1);
static_assert(offsetof(descriptor, rank) == 2 && offsetof(descriptor, count) == 4 && offsetof(descriptor, payload) == 8);
static_assert(offsetof(descriptor, dims) == 16);
static_assert(sizeof(record) == 1024 && offsetof(record, plan) == 0 && offsetof(record, arguments_used) == 4);
static_assert(offsetof(record, how) == 5 && offsetof(record, outcome) == 8 && offsetof(record, results_used) == 9);
static_assert(offsetof(record, error_type_length) == 16 && offsetof(record, error_length) == 20 && offsetof(record, error_offset) == 24);
static_assert(offsetof(record, arguments) == 32 && offsetof(record, results) == 672);
static_assert(sizeof(header) == header_bytes && offsetof(header, version) == 8 && offsetof(header, slots) == 12);
static_assert(offsetof(header, slot_stride) == 16 && offsetof(header, in_bytes) == 24 && offsetof(header, out_bytes) == 32);
static_assert(offsetof(header, started) == 64 && offsetof(header, done) == 128);

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t bytes) { return (bytes + alignment - 1) & ~std::uint64_t{alignment - 1}; }

inline constexpr std::uint64_t in_arena = records_per_slot * sizeof(record);
[[nodiscard]] constexpr std::uint64_t out_arena(header const& h) { return in_arena + h.in_bytes; }
[[nodiscard]] constexpr std::uint64_t stride(std::uint64_t in_bytes, std::uint64_t out_bytes) { return in_arena + in_bytes + out_bytes; }

} // namespace wire
} // namespace v0
} // namespace xamt

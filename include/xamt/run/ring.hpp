/// @file
/// The memory that the campaign shares with one host.
///
/// Place in the pipeline: run. It outlives the processes that work on it: a restarted host finds the trials where they were.
#pragma once

#include <xamt/core/result.hpp>
#include <xamt/run/process.hpp>
#include <xamt/run/wire.hpp>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace xamt {
inline namespace v0 {

/// Pages are taken from the system as they are first written, so generous arenas cost nothing until they are needed.
struct ring_options {
    std::uint32_t slots = 2;
    std::uint64_t in_bytes = std::uint64_t{4} << 20;
    std::uint64_t out_bytes = std::uint64_t{4} << 20;
};

class ring {
  public:
    static result<ring> create(ring_options options) {
        options.in_bytes = wire::aligned(options.in_bytes), options.out_bytes = wire::aligned(options.out_bytes);
        auto const stride = wire::stride(options.in_bytes, options.out_bytes);
        auto const bytes = wire::header_bytes + options.slots * stride;
        descriptor_owner fd(::memfd_create("xamt", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        if (!fd || ::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0)
            return error{"no shared memory of " + std::to_string(bytes) + " bytes", std::strerror(errno), ""};
        // A host that shrank the segment would take the campaign down with SIGBUS.
        ::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
        auto* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
        if (at == MAP_FAILED) return error{"shared memory cannot be mapped", std::strerror(errno), ""};
        auto& h = *static_cast<wire::header*>(at);
        h.magic = wire::magic, h.version = wire::version, h.slots = options.slots;
        h.slot_stride = stride, h.in_bytes = options.in_bytes, h.out_bytes = options.out_bytes;
        return ring(std::move(fd), static_cast<std::byte*>(at), bytes, options);
    }

    ring(ring&& other) noexcept
        : fd_(std::move(other.fd_)), base_(std::exchange(other.base_, nullptr)), bytes_(other.bytes_), options_(other.options_) {}
    ring& operator=(ring&& other) noexcept {
        std::swap(fd_, other.fd_), std::swap(base_, other.base_), std::swap(bytes_, other.bytes_), std::swap(options_, other.options_);
        return *this;
    }
    ~ring() {
        if (base_ != nullptr) ::munmap(base_, bytes_);
    }

    [[nodiscard]] int fd() const { return fd_.get(); }
    [[nodiscard]] ring_options const& options() const { return options_; }
    [[nodiscard]] std::byte* slot(std::uint32_t i) const {
        return base_ + wire::header_bytes + i * wire::stride(options_.in_bytes, options_.out_bytes);
    }
    [[nodiscard]] std::uint64_t started() const { return std::atomic_ref(head().started).load(std::memory_order_acquire); }
    [[nodiscard]] std::uint64_t done() const { return std::atomic_ref(head().done).load(std::memory_order_acquire); }
    void reset_counters() const {
        std::atomic_ref(head().started).store(0, std::memory_order_release);
        std::atomic_ref(head().done).store(0, std::memory_order_release);
    }

  private:
    ring(descriptor_owner fd, std::byte* base, std::size_t bytes, ring_options options)
        : fd_(std::move(fd)), base_(base), bytes_(bytes), options_(options) {}
    [[nodiscard]] wire::header& head() const { return *reinterpret_cast<wire::header*>(base_); }

    descriptor_owner fd_;
    std::byte* base_;
    std::size_t bytes_;
    ring_options options_;
};

} // namespace v0
} // namespace xamt

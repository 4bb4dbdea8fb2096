// One pool of threads for all calls from Python that play many games or search.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "arguments.hpp"

namespace bind {

// The requested number of threads as the user passed it, checked by `thread_count`.
struct Threads {
    nb::object given;
};

// An integer from 1 to 1024, or an error that quotes the value.
int thread_count(const Threads& threads);

// A long call from Python. It is created with the GIL and runs without it. Ctrl-C stops the work
// soon, and the first error of any thread reaches the caller.
class LongCall {
  public:
    using Work = std::function<void(tamaya::u64 item, int worker)>;

    // A nested call does not check for Ctrl-C itself.
    explicit LongCall(bool hears_signals = true);
    LongCall(const LongCall&) = delete;

    // Calls work(item, worker) for every item, on up to `threads` threads; `worker` is below
    // `threads`, and calls of the same worker never overlap. Results must not depend on the worker.
    // If the system provides fewer threads, those do all the work. If several items fail, the error
    // of the first item is thrown.
    void run(tamaya::u64 items, int threads, const Work& work);

    // Whether the work must stop. The thread that called from Python checks for Ctrl-C now and
    // then.
    bool is_stopped();

  private:
    void stop_for(std::exception_ptr error, tamaya::u64 item);
    void poll_signals();

    std::thread::id python_thread_;
    std::chrono::steady_clock::time_point polled_;
    std::atomic<bool> stopped_{false};
    std::mutex door_;
    std::exception_ptr error_;
    tamaya::u64 error_item_ = 0;
};

}  // namespace bind

namespace nanobind::detail {

template <>
struct type_caster<bind::Threads> {
    NB_TYPE_CASTER(bind::Threads, const_name("int"))

    bool from_python(handle src, uint8_t, cleanup_list*) noexcept {
        value.given = borrow(src);
        return true;
    }
};

}  // namespace nanobind::detail

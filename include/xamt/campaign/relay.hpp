/// @file
/// Tasks that wait for hosts side by side, while only one of them runs at a time.
///
/// Place in the pipeline: campaign. A judgement asks the hosts one question after another, and each answer takes longer than the reasoning
/// between them; with a dozen judgements under way the hosts are never idle. Each task is a thread, but control is handed from one to the
/// next like a baton: what tasks and their owner share needs no further locks.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

class relay {
  public:
    relay() = default;
    relay(relay const&) = delete;
    /// Waits of tasks that are left end at once; the tasks run to their ends.
    ~relay() {
        ending_ = true;
        while (!tasks_.empty()) run_ready();
    }

    /// Runs `work` until it waits for the first time, or ends.
    void start(std::function<void()> work) {
        auto t = std::make_unique<task>();
        task& self = *t;
        self.thread = std::thread([this, &self, run = std::move(work)] {
            await_baton(&self);
            try {
                run();
            } catch (...) {
                self.failure = std::current_exception();
            }
            self.ended = true;
            pass_baton(nullptr);
        });
        tasks_.push_back(std::move(t));
        resume(self);
        collect();
    }

    /// True in a task.
    [[nodiscard]] bool inside() const { return runner_ != nullptr; }

    /// In a task: gives way until `done` holds.
    void wait(std::function<bool()> done) {
        task& self = *runner_;
        self.until = std::move(done);
        pass_baton(nullptr);
        await_baton(&self);
    }

    /// By the owner: every task whose wait is over goes on. What a task throws comes out here.
    void run_ready() {
        for (std::size_t i = 0; i < tasks_.size(); ++i)
            if (!tasks_[i]->ended && (ending_ || !tasks_[i]->until || tasks_[i]->until())) resume(*tasks_[i]);
        collect();
    }

    [[nodiscard]] std::size_t size() const { return tasks_.size(); }

  private:
    struct task {
        std::thread thread;
        std::function<bool()> until;
        std::exception_ptr failure;
        bool ended = false;
    };

    void pass_baton(task* to) {
        {
            std::lock_guard const hold(lock_);
            runner_ = to;
        }
        changed_.notify_all();
    }
    void await_baton(task* self) {
        std::unique_lock hold(lock_);
        changed_.wait(hold, [&] { return runner_ == self; });
    }
    void resume(task& t) {
        pass_baton(&t);
        await_baton(nullptr);
    }
    void collect() {
        std::exception_ptr failure;
        std::erase_if(tasks_, [&](auto const& t) {
            if (!t->ended) return false;
            t->thread.join();
            if (t->failure) failure = t->failure;
            return true;
        });
        if (failure && !ending_) std::rethrow_exception(failure);
    }

    std::mutex lock_;
    std::condition_variable changed_;
    task* runner_ = nullptr; ///< who may run; nobody: the owner
    bool ending_ = false;
    std::vector<std::unique_ptr<task>> tasks_;
};

} // namespace v0
} // namespace xamt

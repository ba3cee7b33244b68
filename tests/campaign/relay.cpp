#include "../catch.hpp"

#include <xamt/campaign/relay.hpp>

#include <stdexcept>
#include <string>

namespace {

TEST_CASE("a task runs until it waits, and goes on when its wait is over") {
    xamt::relay tasks;
    std::string story;
    bool answered = false;
    tasks.start([&] {
        story += "asks ";
        tasks.wait([&] { return answered; });
        story += "concludes ";
    });
    story += "meanwhile ";
    tasks.run_ready();
    CHECK(story == "asks meanwhile ");
    CHECK(tasks.size() == 1);
    answered = true;
    tasks.run_ready();
    CHECK(story == "asks meanwhile concludes ");
    CHECK(tasks.size() == 0);
}

TEST_CASE("tasks wait side by side and end in the order of their answers") {
    xamt::relay tasks;
    std::string story;
    int answer = 0;
    for (int i = 1; i <= 3; ++i)
        tasks.start([&, i] {
            CHECK(tasks.inside());
            tasks.wait([&, i] { return answer == i; });
            story += std::to_string(i);
        });
    CHECK_FALSE(tasks.inside());
    for (int next : {2, 3, 1}) {
        answer = next;
        tasks.run_ready();
    }
    CHECK(story == "231");
}

TEST_CASE("what a task throws comes out at its owner") {
    xamt::relay tasks;
    bool go = false;
    tasks.start([&] {
        tasks.wait([&] { return go; });
        throw std::runtime_error("no memory");
    });
    go = true;
    CHECK_THROWS_WITH(tasks.run_ready(), "no memory");
    CHECK(tasks.size() == 0);
}

TEST_CASE("tasks that still wait are run to their ends when their relay goes") {
    bool ended = false;
    {
        xamt::relay tasks;
        tasks.start([&] {
            tasks.wait([] { return false; });
            ended = true;
        });
    }
    CHECK(ended);
}

} // namespace

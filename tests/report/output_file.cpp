#include <xamt/report/output_file.hpp>

#include <tests/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

using namespace xamt;
namespace fs = std::filesystem;

namespace {

struct folder {
    fs::path path = fs::temp_directory_path() / ("xamt-output-" + std::to_string(::getpid()));
    folder() { fs::create_directories(path); }
    ~folder() { fs::remove_all(path); }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
    }
};

std::string contents(fs::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

} // namespace

TEST_CASE("a report replaces an older one as a whole and leaves nothing else") {
    folder const f;
    auto const path = (f.path / "report.json").string();
    REQUIRE(write_report(path, "older and longer"));
    REQUIRE(write_report(path, "new"));
    CHECK(contents(path) == "new");
    CHECK(f.files() == 1);
}

TEST_CASE("a folder that is not there is told with what to do") {
    auto const failed = write_report("/nowhere/at/all/report.json", "text");
    REQUIRE_FALSE(failed);
    CHECK(failed.failure().text() == "the report /nowhere/at/all/report.json could not be written: No such file or directory (make the "
                                     "folder first, or give another path)");
    CHECK_FALSE(check_writable("/nowhere/at/all/report.json"));
}

TEST_CASE("a folder is no file") {
    folder const f;
    CHECK_FALSE(write_report(f.path.string(), "text"));
    CHECK_FALSE(check_writable(f.path.string()));
    CHECK_FALSE(write_report("", "text"));
}

TEST_CASE("a full disk is an error, and no half report stays behind") {
    if (!fs::exists("/dev/full")) return;
    auto const failed = write_report("/dev/full", std::string(1 << 20, 'x'));
    REQUIRE_FALSE(failed);
    CHECK(failed.failure().why == "No space left on device");
    CHECK(fs::exists("/dev/full"));
}

TEST_CASE("an older report survives when the new one cannot be written") {
    folder const f;
    auto const path = f.path / "report.json";
    REQUIRE(write_report(path.string(), "older"));
    // The temporary file's name is taken by a folder: the same as any failure to create it, for root as well.
    fs::create_directory(path.string() + ".part" + std::to_string(::getpid()));
    CHECK_FALSE(write_report(path.string(), "new"));
    CHECK(contents(path) == "older");
}

TEST_CASE("a symbolic link stays a link, and what it points to is replaced") {
    folder const f;
    REQUIRE(write_report((f.path / "target").string(), "older"));
    fs::create_symlink("target", f.path / "link");
    REQUIRE(write_report((f.path / "link").string(), "new"));
    CHECK(fs::is_symlink(f.path / "link"));
    CHECK(contents(f.path / "target") == "new");
}

TEST_CASE("devices are written to and not replaced") {
    REQUIRE(write_report("/dev/null", "text"));
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(check_writable("/dev/null"));
}

TEST_CASE("asking whether a path can be written leaves nothing behind") {
    folder const f;
    CHECK(check_writable((f.path / "report.json").string()));
    CHECK(f.files() == 0);
}

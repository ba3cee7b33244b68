# Shared by the scripts in tools/: where things are, how they speak, how a long step is shown.
# Sourced with `set -euo pipefail` already on.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$root/build
script=${0##*/}

say() { printf '%s: %s\n' "$script" "$*" >&2; }

# fail WHAT [DETAIL...]: one line that says what is wrong, then what to do about it; exit status 1.
fail() {
    printf '%s: %s\n' "$script" "$1" >&2
    shift
    [ $# -eq 0 ] || printf '    %s\n' "$@" >&2
    exit 1
}

# elapsed SECONDS -> "12 s" or "3 min 05 s"
elapsed() {
    if [ "$1" -lt 60 ]; then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}

# step LABEL LOG COMMAND...: runs a command with its output in LOG. A step that takes longer than a moment shows its
# last line: redrawn on a terminal, every 30 seconds elsewhere. The caller decides what a failure means.
step() {
    local label=$1 log=$2 started=$SECONDS last_shown=0 shown=no pid last status=0 now
    shift 2
    mkdir -p "$(dirname "$log")"
    # A process group of its own, so that an interrupt ends all that the command has started.
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    pid=$!
    set +m
    # shellcheck disable=SC2064  # the process number is wanted as it is now
    trap "kill -- -$pid 2>/dev/null; wait $pid 2>/dev/null; exit 130" INT TERM
    local ticks=0
    while kill -0 "$pid" 2>/dev/null; do
        sleep 0.1
        ticks=$((ticks + 1))
        now=$((SECONDS - started))
        if [ -t 2 ]; then
            if [ "$ticks" -gt 15 ] && [ $((ticks % 5)) -eq 0 ]; then
                last=$(tail -c 4000 "$log" | tr '\r' '\n' | grep -v '^[[:space:]]*$' | tail -n 1 || true)
                printf '\r\033[K%s: %s (%s)  %.*s' "$script" "$label" "$(elapsed $now)" "$((${COLUMNS:-100} - 40))" "$last" >&2
                shown=yes
            fi
        elif [ "$now" -ge 2 ] && [ "$shown" = no ]; then
            say "$label ..."
            shown=yes
        elif [ $((now - last_shown)) -ge 30 ]; then
            last=$(tail -c 4000 "$log" | tr '\r' '\n' | grep -v '^[[:space:]]*$' | tail -n 1 || true)
            say "$label, $(elapsed $now): ${last:0:140}"
            last_shown=$now
        fi
    done
    wait "$pid" || status=$?
    trap - INT TERM
    [ ! -t 2 ] || [ "$shown" = no ] || printf '\r\033[K' >&2
    if [ "$shown" = yes ] && [ "$status" -eq 0 ]; then say "$label: done in $(elapsed $((SECONDS - started)))"; fi
    return "$status"
}

# why LOG: what a failed download or installation most likely died of, in words.
why() {
    if grep -qiE 'No space left on device|Errno 28|not have enough free space' "$1"; then
        echo "the disk is full ($(df -h --output=avail,target "$(dirname "$1")" | tail -n 1 | xargs) free)"
    elif grep -qiE 'name resolution|Could not resolve|NewConnectionError|Network is unreachable|Connection refused|Could not connect' "$1"; then
        echo "the package index cannot be reached (no network, or a proxy is needed)"
    elif grep -qiE 'timed out|ReadTimeout|Timeout' "$1"; then
        echo "the package index did not answer in time"
    elif grep -qiE 'Permission denied|Errno 13' "$1"; then
        echo "a folder is not writable: $(grep -oiE "Permission denied:? *.{0,80}" "$1" | head -n 1)"
    elif grep -qiE 'No matching distribution|Unable to locate package|has no installation candidate' "$1"; then
        grep -iE 'No matching distribution|Unable to locate package|has no installation candidate' "$1" | tail -n 1
    else
        grep -iE 'error|^E:' "$1" | tail -n 1 || tail -n 1 "$1"
    fi
}

# configure: makes build/build.ninja where there is none, or where set-up has changed since.
configure() {
    if [ -f "$build/build.ninja" ] && [ -f "$build/CMakeCache.txt" ] && [ ! "$build/setup.json" -nt "$build/CMakeCache.txt" ] && [ $# -eq 0 ]; then return 0; fi
    step "configuring" "$build/logs/configure.log" \
        cmake -S "$root" -B "$build" -G Ninja "$@" ||
        fail "CMake could not configure $build" "$(grep -A3 -m1 'CMake Error' "$build/logs/configure.log" || tail -n 3 "$build/logs/configure.log")" \
            "whole output: $build/logs/configure.log"
    # CMake leaves its cache alone when nothing changed; the date says that this set-up has been seen.
    touch "$build/CMakeCache.txt"
}

# build_targets LABEL TARGET...: builds, quietly unless it takes long.
build_targets() {
    local label=$1 log=$build/logs/build.log
    shift
    NINJA_STATUS='[%f/%t] ' step "$label" "$log" ninja -C "$build" "$@" || {
        grep -E '^FAILED: |error: |Error |undefined reference|^ninja: ' "$log" | head -n 40 >&2 || true
        fail "the build failed" "whole output: $log"
    }
}

# with_build_lock: two scripts never build in the same folder at once. Held until the script ends.
with_build_lock() {
    mkdir -p "$build"
    exec 8>"$build/.lock"
    if ! flock -n 8; then
        say "waiting for another tools/ script that builds in $build"
        flock 8
    fi
}

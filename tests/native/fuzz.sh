#!/bin/sh
# Builds and runs the fuzz target: fuzz.sh SECONDS FOLDER. With libFuzzer where $CLANG has it, else
# with the small generator of fuzz_main.cpp and $CXX. What fails is left in FOLDER as crash-*.
set -eu
seconds=$1 folder=$2
here=$(dirname "$0")
core=$here/../../solver/native
flags="-std=c++20 -O1 -g -Wall -Wextra -fsanitize=address,undefined -fno-sanitize-recover=all
       -D_GLIBCXX_ASSERTIONS -I$core"
probe='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'

mkdir -p "$folder/corpus"
if printf '%s\n' "$probe" |
    "${CLANG-clang++}" -x c++ - -fsanitize=fuzzer,address -o "$folder/probe" 2>/dev/null; then
    rm -f "$folder/probe"
    # shellcheck disable=SC2086
    "${CLANG-clang++}" $flags -fsanitize=fuzzer "$here/fuzz.cpp" "$core/searches.cpp" \
        "$core/logics.cpp" -o "$folder/fuzz"
    exec "$folder/fuzz" -max_total_time="$seconds" -max_len=4096 -len_control=0 -timeout=120 \
        -artifact_prefix="$folder/" -print_final_stats=1 "$folder/corpus"
fi
echo "No libFuzzer (Debian: clang and libclang-rt-14-dev); bytes by chance instead." >&2
# shellcheck disable=SC2086
"${CXX:-c++}" $flags "$here/fuzz.cpp" "$here/fuzz_main.cpp" "$core/searches.cpp" "$core/logics.cpp" \
    -o "$folder/fuzz-by-chance"
cd "$folder"
exec ./fuzz-by-chance "$seconds" "${SEED:-$(date +%s)}"

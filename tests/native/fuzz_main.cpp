// Bytes for fuzz.cpp where there is no libFuzzer: by chance, but the same from the same seed.
//
//   fuzz SECONDS [SEED]   each case in turn; what fails is written to a file
//   fuzz FILE             that file again
//
// The cases run in a child, so that whatever ends it leaves the bytes behind.
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <string>

#include "puzzle.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr std::size_t MOST_BYTES = 4096;
/// Of the CPU, for one input: boards 5,000 wide take long, and the machine may be busy.
constexpr int TIMEOUT_S = 120;

/// What the child is at, for the parent to see.
struct Shared {
    std::size_t cases, size;
    std::uint8_t bytes[MOST_BYTES];
};

/// Bytes by chance; small numbers and runs of one byte are more frequent.
std::size_t fill(judge::Random& random, std::uint8_t* bytes) {
    const std::size_t size = std::size_t(random.between(1, 1 << random.between(3, 12)));
    const int end = random.chance(50) ? 256 : random.chance(50) ? 32 : 4;
    const int again = random.below(60);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = i > 0 && random.chance(again) ? bytes[i - 1]
                                                 : static_cast<std::uint8_t>(random.below(end));
    bytes[0] = static_cast<std::uint8_t>(random.next());
    return size;
}

void work(Shared& shared, double seconds, std::uint64_t seed) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    judge::Random random(seed);
    itimerval limit{};
    limit.it_value.tv_sec = TIMEOUT_S;
    for (; std::chrono::steady_clock::now() < end; ++shared.cases) {
        shared.size = fill(random, shared.bytes);
        setitimer(ITIMER_PROF, &limit, nullptr);
        LLVMFuzzerTestOneInput(shared.bytes, shared.size);
    }
}

int again(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) return std::perror(path), 2;
    static std::uint8_t bytes[1 << 20];
    const std::size_t size = std::fread(bytes, 1, sizeof bytes, file);
    std::fclose(file);
    return LLVMFuzzerTestOneInput(bytes, size);
}

int save(const Shared& shared, std::uint64_t seed) {
    const std::string path = "crash-" + std::to_string(seed) + "-" + std::to_string(shared.cases);
    if (std::FILE* file = std::fopen(path.c_str(), "wb")) {
        std::fwrite(shared.bytes, 1, shared.size, file);
        std::fclose(file);
    }
    std::fprintf(stderr, "seed %llu, case %zu failed; its bytes are in %s\n",
                 static_cast<unsigned long long>(seed), shared.cases, path.c_str());
    return 1;
}

}  // namespace

int main(int count, char** words) {
    char* rest = nullptr;
    const double seconds = count > 1 ? std::strtod(words[1], &rest) : 60;
    if (rest != nullptr && *rest != '\0') return again(words[1]);
    const std::uint64_t seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0);
    if (memory == MAP_FAILED) return std::perror("mmap"), 2;
    Shared& shared = *static_cast<Shared*>(memory);
    const pid_t child = fork();
    if (child < 0) return std::perror("fork"), 2;
    if (child == 0) {
        work(shared, seconds, seed);
        return 0;  // through exit, so that leaks are looked for
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) return save(shared, seed);
    std::printf("seed %llu: %zu cases, nothing found\n", static_cast<unsigned long long>(seed),
                shared.cases);
}

// The techniques on one line that people use. A person looks at walls and runs:
//
// A *wall* for a colour is a cell that cannot have it, or the end of the line. A *run* is a row of
// neighbouring cells that are certainly of one colour. Where a block can be is estimated from walls
// alone, without the runs (lefts_ and rights_): all blocks are pushed to the one end, then to the
// other. A run belongs to blocks of its colour that fit between its walls, in the order of the
// clues. All of this is a relaxation, so what is excluded here is excluded in truth.
//
// Each technique says what is left of the line, and, for the one line that is shown, the Evidence
// of which solver/logic/reasons.py makes sentences. The judge of the results is brute force, see
// tests/unit/solver/logic/test_line_techniques.py.
//
// Example: the clues 1 4 and the cells "#.?#?????". The run in cell 1 is of the 1, so that in
// cell 4 is of the 4. The wall in cell 2 is one cell away from it: it cannot grow that way far
// enough, so cells 5 and 6 are shaded, too ("glue").
#pragma once

#include <algorithm>
#include <optional>

#include "line.hpp"

namespace nonogram {

/// In the order of solver/logic/techniques.py, the simplest first.
enum class Technique : std::uint8_t {
    COMPLETE_LINE,
    SIMPLE_BOXES,
    COMPLETE_BLOCK,
    EDGE,
    GLUE,
    END_BLOCK,
    GAP_TOO_SMALL,
    FORCING,
    SPLITTING,
    JOINING,
    SIMPLE_SPACES,
    BLOCK_RANGES,
    WHOLE_LINE,
    COLOUR_GAPS,
    NONE,
};

inline constexpr int TECHNIQUES = static_cast<int>(Technique::NONE);

/// The cells of a line that have one colour left.
template <int W>
Bits<W> decided(const Bits<W>* line, int colors) {
    Bits<W> once, more;
    for (int k = 0; k < colors; ++k) {
        more |= once & line[k];
        once |= line[k];
    }
    return once & ~more;
}

/// What a deduction uses, see solver.logic.finding.Evidence; which parts are given depends on the
/// technique.
struct Evidence {
    struct Span {
        int start, stop;
    };
    struct Range {
        int block, start, stop;
    };
    /// The case of the technique.
    const char* kind = "";
    std::vector<int> blocks{};
    std::vector<Range> ranges{};
    std::vector<Span> runs{};
    std::optional<Span> gap{};
    int color = 1;
};

/// One line at a time; reuses its scratch memory.
template <int W>
class LineLogic {
public:
    using Set = Bits<W>;

    /// Looks at a line from now on; `blocks` and `line` are to stay. A set of cells for each colour.
    void look_at(std::span<const Block> blocks, int width, const Set* line, int colors) {
        blocks_ = blocks;
        width_ = width;
        line_ = line;
        colors_ = colors;
        full_ = Set::ones(width);
        has_owned_ = has_pushed_ = has_runs_ = has_ranges_ = has_rest_ = has_exact_ = false;
    }

    /// What is left of the line in all placements; a null pointer if none fits.
    const Set* exact() {
        if (has_exact_) return fits_ ? exact_.data() : nullptr;
        has_exact_ = true;
        exact_.resize(colors_);
        mirrored_.resize(colors_);
        for (int k = 0; k < colors_; ++k) mirrored_[k] = line_[k].mirrored(width_);
        solver_.reserve(blocks_.size());
        fits_ = solver_.solve(blocks_, width_, line_, mirrored_.data(), colors_, exact_.data());
        return fits_ ? exact_.data() : nullptr;
    }

    /// Whether find() notes the evidence, which takes time.
    bool explains = false;

    /// Looks for what a technique gives; findings() and after() tell it.
    bool find(Technique technique) {
        afters_.clear();
        evidence_.clear();
        switch (technique) {
            case Technique::COMPLETE_LINE: complete_line(); break;
            case Technique::SIMPLE_BOXES: simple_boxes(); break;
            case Technique::COMPLETE_BLOCK: complete_block(); break;
            case Technique::EDGE: grow(true); break;
            case Technique::GLUE: grow(false); break;
            case Technique::END_BLOCK: end_block(); break;
            case Technique::GAP_TOO_SMALL: gap_too_small(); break;
            case Technique::FORCING: forcing(); break;
            case Technique::SPLITTING: splitting(); break;
            case Technique::JOINING: joining(); break;
            case Technique::SIMPLE_SPACES: simple_spaces(); break;
            case Technique::BLOCK_RANGES: block_ranges(); break;
            case Technique::WHOLE_LINE: whole_line(); break;
            case Technique::COLOUR_GAPS: colour_gaps(); break;
            case Technique::NONE: break;
        }
        return !afters_.empty();
    }
    /// The first technique that finds something.
    Technique simplest() {
        for (int k = 0; k < TECHNIQUES; ++k)
            if (find(static_cast<Technique>(k))) return static_cast<Technique>(k);
        return Technique::NONE;
    }

    std::size_t findings() const { return afters_.size() / colors_; }
    /// The line after a finding.
    const Set* after(std::size_t finding) const { return &afters_[finding * colors_]; }
    const Evidence& evidence(std::size_t finding) const { return evidence_[finding]; }
    /// Writes the line after all findings.
    void together(Set* out) const {
        std::copy(line_, line_ + colors_, out);
        for (std::size_t i = 0; i < afters_.size(); ++i) out[i % colors_] &= afters_[i];
    }

    /// Why no placement fits: the simplest reason that can be told. "empty": the line has no blocks,
    /// but shaded cells. "too long": a run is longer than each block of its colour. "room": the
    /// blocks, pushed to one end past the walls one after the other, run out of cells; the first that
    /// does is told. "no block": no block of a run's colour and length can be there. "runs": the runs
    /// need more blocks, or others, than there are. "": none of these.
    ///
    /// Example: the clues 2 1 and the cells "#.?..": the first block would have to be at the run in
    /// cell 1, which has room for one cell only: "no block".
    ///
    /// `premises`: cells that are enough for it.
    Evidence why_impossible(const Set& premises) {
        run_count_ = 0;
        has_runs_ = false;
        bare_runs();
        const std::span<Run> bare{runs_.data(), run_count_};
        const auto told = [&](const char* kind, const Run& run) {
            return Evidence{kind, {}, {}, {run.span()}, {}, run.color};
        };
        if (blocks_.empty()) {
            Evidence why{"empty"};
            for (const Run& run : bare) why.runs.push_back(run.span());
            return why;
        }
        for (const Run& run : bare) {
            int longest = 0;
            for (const Block& b : blocks_)
                if (b.color == run.color) longest = std::max<int>(longest, b.length);
            if (run.length() <= longest) continue;
            Evidence why = told("too long", run);
            why.blocks = blocks_of(run.color);
            return why;
        }
        if (!push()) return without_room();
        for (const Run& run : bare) {
            const int count = static_cast<int>(blocks_.size());
            int j = 0;
            while (j < count && !may_be(run, j)) ++j;
            if (j == count) return told("no block", run);
        }
        if (find_runs()) return {"", all_blocks()};
        Evidence why{"runs"};
        for (const Run& run : bare)
            if ((premises & cells(run.start, run.stop)).any()) why.runs.push_back(run.span());
        return why;
    }

private:
    struct Run {
        int start, stop, color, room_start, room_stop;
        int shortest = 0, longest = 0;
        /// The clues that it can belong to, by index, in order.
        std::vector<int> blocks{};
        int length() const { return stop - start; }
        int room() const { return room_stop - room_start; }
        Evidence::Span span() const { return {start, stop}; }
    };

    // Sets of cells

    /// The cells from `start` to `stop - 1`.
    static Set cells(int start, int stop) {
        if (stop <= start) return {};
        return Set::ones(std::min(stop, 64 * W)) & ~Set::ones(std::max(start, 0));
    }
    /// Calls f(start, stop) for the parts of a set without holes.
    template <class F>
    static void each_part(Set set, F f) {
        while (set.any()) {
            const int start = set.lowest();
            const Set later = ~set & ~Set::ones(start);
            const int stop = later.any() ? later.lowest() : 64 * W;
            f(start, stop);
            set &= ~Set::ones(stop);
        }
    }

    // Findings

    /// Begins a finding, which is the line at first.
    Set* begin() {
        afters_.insert(afters_.end(), line_, line_ + colors_);
        return &afters_[afters_.size() - colors_];
    }
    /// Ends it; drops it if it gives nothing new. `why` makes the evidence.
    template <class F>
    void end(F why) {
        if (std::equal(line_, line_ + colors_, &afters_[afters_.size() - colors_]))
            afters_.resize(afters_.size() - colors_);
        else if (explains)
            evidence_.push_back(why());
    }
    void shade(Set* after, int color, const Set& set) {
        for (int k = 0; k < colors_; ++k)
            if (k != color) after[k] &= ~set;
    }
    template <class F>
    void found_shaded(int color, const Set& set, F why) {
        shade(begin(), color, set);
        end(why);
    }
    template <class F>
    void found_without(int color, const Set& set, F why) {
        begin()[color] &= ~set;
        end(why);
    }
    static std::vector<int> numbers(int first, int last) {
        std::vector<int> found;
        for (int j = first; j < last; ++j) found.push_back(j);
        return found;
    }
    std::vector<int> all_blocks() const { return numbers(0, static_cast<int>(blocks_.size())); }
    std::vector<int> blocks_of(int color) const {
        std::vector<int> found;
        for (int j = 0; j < static_cast<int>(blocks_.size()); ++j)
            if (blocks_[j].color == color) found.push_back(j);
        return found;
    }
    /// The blocks of either run.
    static std::vector<int> blocks_of(const Run& run, const Run& after) {
        std::vector<int> found;
        std::set_union(run.blocks.begin(), run.blocks.end(), after.blocks.begin(),
                       after.blocks.end(), std::back_inserter(found));
        return found;
    }
    static std::vector<Evidence::Range> ranges_of(const std::vector<int>& starts,
                                                  const std::vector<int>& stops) {
        std::vector<Evidence::Range> found;
        for (int j = 0; j < static_cast<int>(starts.size()); ++j)
            found.push_back({j, starts[j], stops[j]});
        return found;
    }

    // What is seen of the line

    const std::vector<Set>& owned() {
        if (has_owned_) return owned_;
        has_owned_ = true;
        owned_.resize(colors_);
        const Set known = decided(line_, colors_);
        for (int k = 0; k < colors_; ++k) owned_[k] = line_[k] & known;
        return owned_;
    }

    /// Fills lefts_ and rights_; false if the blocks do not fit.
    bool push() {
        if (has_pushed_) return is_pushed_;
        has_pushed_ = true;
        is_pushed_ = push_both();
        return is_pushed_;
    }
    bool push_both() {
        const int count = static_cast<int>(blocks_.size());
        lefts_.resize(count);
        rights_.resize(count);
        fitting_.resize(count);
        int at = 0;
        for (int j = 0; j < count; ++j) {
            const Block& b = blocks_[j];
            fitting_[j] = eroded(line_[b.color], b.length);
            const Set places = fitting_[j] & ~Set::ones(at);
            if (!places.any()) return false;
            lefts_[j] = places.lowest();
            at = lefts_[j] + b.length + b.gap_after;
        }
        int stop = width_;
        for (int j = count - 1; j >= 0; --j) {
            const Block& b = blocks_[j];
            const Set places = fitting_[j] & Set::ones(stop - b.length + 1);
            if (!places.any()) return false;
            rights_[j] = places.highest();
            stop = rights_[j] - b.gap_before;
        }
        return true;
    }

    /// All runs from left to right; none if one of them fits no block.
    std::span<Run> runs() {
        if (has_runs_) return {runs_.data(), run_count_};
        has_runs_ = true;
        run_count_ = 0;
        are_runs_possible_ = push() && find_runs();
        if (!are_runs_possible_) run_count_ = 0;
        return {runs_.data(), run_count_};
    }
    bool find_runs() {
        run_count_ = 0;
        bare_runs();
        const int count = static_cast<int>(blocks_.size());
        for (std::size_t i = 0; i < run_count_; ++i)
            // The last places are in order, and so are the first ones.
            for (int j = 0; j < count && lefts_[j] <= runs_[i].start; ++j)
                if (may_be(runs_[i], j)) runs_[i].blocks.push_back(j);
        for (std::size_t i = 1; i < run_count_; ++i) {
            const Run& before = runs_[i - 1];
            Run& run = runs_[i];
            std::erase_if(run.blocks, [&](int j) {
                if (before.blocks.empty() || before.blocks.front() > j) return true;
                return before.blocks.front() == j && !may_be_one(before, run, j);
            });
        }
        for (std::size_t i = run_count_; i-- > 1;) {
            const Run& next = runs_[i];
            Run& run = runs_[i - 1];
            std::erase_if(run.blocks, [&](int j) {
                if (next.blocks.empty() || next.blocks.back() < j) return true;
                return next.blocks.back() == j && !may_be_one(run, next, j);
            });
        }
        for (std::size_t i = 0; i < run_count_; ++i) {
            Run& run = runs_[i];
            if (run.blocks.empty()) return false;
            run.shortest = run.longest = blocks_[run.blocks[0]].length;
            for (const int j : run.blocks) {
                run.shortest = std::min<int>(run.shortest, blocks_[j].length);
                run.longest = std::max<int>(run.longest, blocks_[j].length);
            }
        }
        return true;
    }
    void bare_runs() {
        for (int color = 1; color < colors_; ++color) {
            const Set walls = full_ & ~line_[color];
            each_part(owned()[color], [&](int start, int stop) {
                const Set after = walls & ~Set::ones(stop), before = walls & Set::ones(start);
                if (run_count_ == runs_.size()) runs_.emplace_back();
                Run& run = runs_[run_count_++];
                run.start = start;
                run.stop = stop;
                run.color = color;
                run.room_start = before.any() ? before.highest() + 1 : 0;
                run.room_stop = after.any() ? after.lowest() : width_;
                run.blocks.clear();
            });
        }
        if (colors_ > 2)
            std::sort(runs_.begin(), runs_.begin() + run_count_,
                      [](const Run& a, const Run& b) { return a.start < b.start; });
    }
    /// Whether a run may be of a block, by its walls and the block's first and last place.
    bool may_be(const Run& run, int block) const {
        const Block& b = blocks_[block];
        return b.color == run.color && run.length() <= b.length && b.length <= run.room() &&
               lefts_[block] <= run.start && rights_[block] + b.length >= run.stop;
    }
    /// The first block that finds no place when all before it are at their first places.
    Evidence without_room() {
        int at = 0;
        for (int j = 0; j < static_cast<int>(blocks_.size()); ++j) {
            const Block& b = blocks_[j];
            const Set places = eroded(line_[b.color], b.length) & ~Set::ones(at);
            if (places.any()) {
                at = places.lowest() + b.length + b.gap_after;
                continue;
            }
            Evidence why{"room", numbers(0, j + 1), {}, {}, {}, b.color};
            const Set free = line_[b.color] & ~owned()[0] & full_ & ~Set::ones(at);
            if (free.any()) why.gap = {free.lowest(), free.highest() + 1};
            return why;
        }
        return {"", all_blocks()};
    }
    /// Whether two runs can belong to the same block.
    bool may_be_one(const Run& run, const Run& after, int block) const {
        return run.color == after.color && run.room_stop >= after.stop &&
               after.stop - run.start <= blocks_[block].length;
    }

    /// Fills starts_ and stops_, the ranges of the blocks; false if there are none.
    bool range() {
        if (has_ranges_) return are_ranges_;
        has_ranges_ = true;
        are_ranges_ = find_ranges();
        return are_ranges_;
    }
    bool find_ranges() {
        const auto runs = this->runs();
        if (!are_runs_possible_) return false;
        starts_ = lefts_;
        stops_ = rights_;
        for (std::size_t j = 0; j < blocks_.size(); ++j) stops_[j] += blocks_[j].length;
        for (const Run& run : runs) {
            if (run.blocks.size() != 1) continue;
            const int j = run.blocks[0], length = blocks_[j].length;
            starts_[j] = std::max({starts_[j], run.room_start, run.stop - length});
            stops_[j] = std::min({stops_[j], run.room_stop, run.start + length});
            if (stops_[j] - starts_[j] < length) return false;
        }
        return true;
    }
    Set reached(const std::vector<int>& starts, const std::vector<int>& stops) const {
        Set set;
        for (std::size_t j = 0; j < starts.size(); ++j) set |= cells(starts[j], stops[j]);
        return set;
    }

    /// The part of the line that is left when the finished blocks at both ends are cut off.
    struct Rest {
        int start, stop, first, last;
    };
    const Rest& rest() {
        if (has_rest_) return rest_;
        has_rest_ = true;
        const int count = static_cast<int>(blocks_.size());
        const auto [start, first] = finished(count, true);
        if (start == width_) {
            rest_ = {width_, width_, first, first};
        } else {
            const auto [left, done] = finished(count - first, false);
            rest_ = {start, width_ - left, first, count - done};
        }
        return rest_;
    }
    /// How many cells and blocks are finished from one end, at most so many blocks.
    std::pair<int, int> finished(int most, bool forward) {
        const auto& owned = this->owned();
        const auto place = [&](int k) { return forward ? k : width_ - 1 - k; };
        int at = 0, count = 0;
        while (at < width_) {
            if (owned[0].test(place(at))) {
                ++at;
                continue;
            }
            if (count == most) break;
            const Block& b = blocks_[forward ? count : blocks_.size() - 1 - count];
            const int stop = at + b.length;
            if (stop > width_) break;
            const Set block = forward ? cells(at, stop) : cells(width_ - stop, width_ - at);
            if ((block & ~owned[b.color]).any()) break;
            if (stop < width_ && line_[b.color].test(place(stop))) break;
            at = stop;
            ++count;
        }
        return {at, count};
    }
    int needed(int first, int last) const {
        int cells = 0;
        for (int j = first; j < last; ++j)
            cells += blocks_[j].length + (j + 1 < last && blocks_[j].gap_after);
        return cells;
    }

    // Techniques

    /// No choice is left. "empty": the line has no clues. "full": what is left of it, with the gaps
    /// between blocks, is as long as the line. "complete": all cells of a colour are there, so the
    /// others do not have it. "needed": just as many cells are left for a colour as its clues ask.
    void complete_line() {
        if (blocks_.empty()) return found_shaded(0, full_, [] { return Evidence{"empty"}; });
        const auto [start, stop, first, last] = rest();
        if (first < last && needed(first, last) == stop - start) {
            Set* after = begin();
            int at = start;
            for (int j = first; j < last; ++j) {
                const Block& b = blocks_[j];
                shade(after, b.color, cells(at, at + b.length));
                at += b.length + b.gap_after;
                if (b.gap_after && j + 1 < last) shade(after, 0, cells(at - 1, at));
            }
            end([&, first = first, last = last, gap = Evidence::Span{start, stop}] {
                return Evidence{"full", numbers(first, last), {}, {}, gap};
            });
        }
        if (!afters_.empty()) return;
        for (int color = 1; color < colors_; ++color) {
            int wanted = 0;
            for (const Block& b : blocks_) wanted += b.color == color ? b.length : 0;
            const Set& own = owned()[color];
            const auto counted = [&](const char* kind) {
                return [this, kind, color] {
                    return Evidence{kind, blocks_of(color), {}, {}, {}, color};
                };
            };
            if (own.count() == wanted)
                found_without(color, full_ & ~own, counted("complete"));
            else if (line_[color].count() == wanted)
                found_shaded(color, line_[color], counted("needed"));
        }
    }

    /// What a block covers at both ends of its range is shaded; `add` may change the evidence.
    template <class F>
    void overlap(int block, int start, int stop, F add) {
        const Block& b = blocks_[block];
        const Set common = cells(stop - b.length, start + b.length);
        if (!(common & ~owned()[b.color]).any()) return;
        found_shaded(b.color, common, [&] {
            Evidence why{"overlap", {block}, {{block, start, stop}}, {}, {}, b.color};
            add(why);
            return why;
        });
    }
    void overlap(int block, int start, int stop) { overlap(block, start, stop, [](Evidence&) {}); }

    /// A block is moved to both ends, by counting the lengths alone, on the part of the line between
    /// finished blocks. Where a blank cell lies in one of the two places, the block cannot be drawn
    /// there: it is left to the techniques that look at blank cells. Source: the equations of
    /// "simple boxes" in the literature; the sub-block has 2 * length - room cells.
    void simple_boxes() {
        const auto [start, stop, first, last] = rest();
        const int spare = stop - start - needed(first, last);
        if (spare < 0) return;
        int at = start;
        for (int j = first; j < last; ++j) {
            const Block& b = blocks_[j];
            if (b.length > spare) {
                const Set ends =
                    cells(at, at + b.length) | cells(at + spare, at + spare + b.length);
                if (!(ends & ~line_[b.color]).any()) overlap(j, at, at + b.length + spare);
            }
            at += b.length + b.gap_after;
        }
    }

    /// A run is as long as every block that it can belong to, so it ends there.
    void complete_block() {
        for (const Run& run : runs())
            if (run.length() == run.longest)
                found_without(run.color,
                              (cells(run.start - 1, run.start) | cells(run.stop, run.stop + 1)) &
                                  full_,
                              [&] {
                                  return Evidence{"", run.blocks, {}, {run.span()}, {}, run.color};
                              });
    }

    /// Edge: a run touches a wall, so its block begins there and is at least as long as the
    /// shortest. Glue: it is nearer to a wall than its block is long, so the block goes on behind
    /// the run. "after", "before": the side of the run on which there are more cells.
    void grow(bool at_wall) {
        for (const Run& run : runs()) {
            if (run.shortest <= run.length()) continue;
            const auto because = [&](const char* kind, int start, int stop) {
                return [&run, kind, start, stop] {
                    return Evidence{kind, run.blocks, {}, {run.span()}, {{start, stop}}, run.color};
                };
            };
            const Set after = cells(run.stop, run.room_start + run.shortest);
            if (after.any() && (run.start == run.room_start) == at_wall)
                found_shaded(run.color, after, because("after", run.room_start, run.stop));
            const Set before = cells(run.room_stop - run.shortest, run.start);
            if (before.any() && (run.stop == run.room_stop) == at_wall)
                found_shaded(run.color, before, because("before", run.start, run.room_stop));
        }
    }

    /// The first block is at a run, so the cells that it cannot reach before it are blank; the same
    /// for the last one. The literature calls it mercury, which draws back from the sides of its
    /// container.
    void end_block() {
        const auto [start, stop, first, last] = rest();
        const Run *first_run = nullptr, *last_run = nullptr;
        for (const Run& run : runs()) {
            if (run.start < start || run.stop > stop) continue;
            if (first_run == nullptr) first_run = &run;
            last_run = &run;
        }
        if (first_run == nullptr) return;
        const auto is_of = [](const Run& run, int block) {
            return run.blocks.size() == 1 && run.blocks[0] == block;
        };
        const auto because = [&](const char* kind, const Run& run, int block) {
            return [this, &run, kind, block] {
                const int length = blocks_[block].length;
                const Evidence::Range place{block, std::max(run.room_start, run.stop - length),
                                            std::min(run.room_stop, run.start + length)};
                return Evidence{kind, {block}, {place}, {run.span()}, {}, run.color};
            };
        };
        if (is_of(*first_run, first))
            found_shaded(0, cells(start, first_run->stop - blocks_[first].length),
                         because("first", *first_run, first));
        if (is_of(*last_run, last - 1))
            found_shaded(0, cells(last_run->start + blocks_[last - 1].length, stop),
                         because("last", *last_run, last - 1));
    }

    /// No block that could reach the cells between two walls fits between them.
    void gap_too_small() {
        if (!push()) return;
        for (int color = 1; color < colors_; ++color)
            each_part(line_[color], [&](int start, int stop) {
                find_reaching(start, stop, color, [&](int j, int) {
                    return std::pair{lefts_[j], rights_[j]};
                });
                if (reaching_.empty()) {  // by counting alone: it is too small for these
                    const int spare = width_ - needed(0, static_cast<int>(blocks_.size()));
                    find_reaching(start, stop, color, [&](int, int at) {
                        return std::pair{at, at + spare};
                    });
                }
                for (const int j : reaching_)
                    if (blocks_[j].length <= stop - start) return;
                if (!reaching_.empty())
                    found_without(color, cells(start, stop), [&] {
                        return Evidence{"", reaching_, {}, {}, {{start, stop}}, color};
                    });
            });
    }
    /// Fills reaching_, the blocks that can cover a cell of the gap; `ends` gives their first and
    /// last start.
    template <class Ends>
    void find_reaching(int start, int stop, int color, Ends ends) {
        reaching_.clear();
        int at = 0;
        for (int j = 0; j < static_cast<int>(blocks_.size()); ++j) {
            const Block& b = blocks_[j];
            const auto [left, right] = ends(j, at);
            if (b.color == color && left < stop && right + b.length > start)
                reaching_.push_back(j);
            at += b.length + b.gap_after;
        }
    }

    /// Walls leave a block so little room that its places overlap, or that there is only one.
    void forcing() {
        if (!push()) return;
        for (int j = 0; j < static_cast<int>(blocks_.size()); ++j)
            overlap(j, lefts_[j], rights_[j] + blocks_[j].length);
    }

    /// One cell between two runs is no part of a block, which would become too long.
    void splitting() {
        const auto runs = this->runs();
        for (std::size_t i = 1; i < runs.size(); ++i) {
            const Run &run = runs[i - 1], &after = runs[i];
            if (run.color != after.color || after.start != run.stop + 1) continue;
            const bool is_apart = std::all_of(run.blocks.begin(), run.blocks.end(), [&](int j) {
                return blocks_[j].length < after.stop - run.start ||
                       !std::binary_search(after.blocks.begin(), after.blocks.end(), j);
            });
            if (is_apart)
                found_without(run.color, cells(run.stop, after.start), [&] {
                    return Evidence{
                        "", blocks_of(run, after), {}, {run.span(), after.span()}, {}, run.color};
                });
        }
    }

    /// Two runs belong to one block, so the cells between them are shaded. "one block": there is
    /// only one clue that both can belong to. "no room": if the single cell between them were a
    /// wall, one of the runs would have too little room for any of its blocks.
    void joining() {
        const auto runs = this->runs();
        for (std::size_t i = 1; i < runs.size(); ++i) {
            const Run &run = runs[i - 1], &after = runs[i];
            if (run.color != after.color || run.room_stop < after.stop) continue;
            const bool is_one = run.blocks.size() == 1 && run.blocks == after.blocks;
            const bool is_tight =
                after.start == run.stop + 1 && (run.stop - run.room_start < run.shortest ||
                                                after.room_stop - after.start < after.shortest);
            if (!is_one && !is_tight) continue;
            found_shaded(run.color, cells(run.stop, after.start), [&] {
                Evidence why{"one block", run.blocks, {}, {run.span(), after.span()}, {}, run.color};
                if (is_one) return why;
                why.kind = "no room";
                why.blocks = blocks_of(run, after);
                why.gap = {run.room_start, run.room_stop};
                return why;
            });
        }
    }

    /// Cells that no block can reach are blank.
    void simple_spaces() {
        if (range())
            found_shaded(0, full_ & ~reached(starts_, stops_), [&] {
                return Evidence{"", all_blocks(), ranges_of(starts_, stops_)};
            });
    }

    /// What is known of a block's place narrows its neighbours' places: a block starts after the
    /// earliest end of the one before it. "overlap": it covers some cells at both ends of its range.
    /// "spaces": cells that no block can reach are blank.
    void block_ranges() {
        if (!range() || !narrow_ranges()) return;
        const int count = static_cast<int>(blocks_.size());
        const auto &starts = near_starts_, &stops = near_stops_;
        for (int j = 0; j < count; ++j)
            overlap(j, starts[j], stops[j], [&](Evidence& why) {  // the neighbours that narrow it
                if (j > 0 && starts[j - 1] + blocks_[j - 1].length + blocks_[j - 1].gap_after >
                                 starts_[j])
                    why.ranges.push_back({j - 1, starts[j - 1], stops[j - 1]});
                if (j + 1 < count &&
                    stops[j + 1] - blocks_[j + 1].length - blocks_[j].gap_after < stops_[j])
                    why.ranges.push_back({j + 1, starts[j + 1], stops[j + 1]});
            });
        found_shaded(0, full_ & ~reached(starts, stops), [&] {
            return Evidence{"spaces", all_blocks(), ranges_of(starts, stops)};
        });
    }
    /// Compares each range with its neighbours; false if one becomes too small.
    bool narrow_ranges() {
        const int count = static_cast<int>(blocks_.size());
        near_starts_ = starts_;
        near_stops_ = stops_;
        auto &starts = near_starts_, &stops = near_stops_;
        for (int j = 0; j < count; ++j) {
            if (j > 0)
                starts[j] = std::max(starts[j], starts[j - 1] + blocks_[j - 1].length +
                                                    blocks_[j - 1].gap_after);
            const Set places = fitting_[j] & ~Set::ones(starts[j]);
            if (!places.any()) return false;
            starts[j] = places.lowest();
        }
        for (int j = count - 1; j >= 0; --j) {
            const int length = blocks_[j].length;
            if (j + 1 < count)
                stops[j] = std::min(stops[j],
                                    stops[j + 1] - blocks_[j + 1].length - blocks_[j].gap_after);
            const Set places = fitting_[j] & Set::ones(stops[j] - length + 1);
            if (!places.any()) return false;
            stops[j] = places.highest() + length;
            if (stops[j] - starts[j] < length) return false;
        }
        return true;
    }

    /// In all placements of all blocks, some cells are the same. Only decided cells are told here;
    /// colours that a cell loses are those of colour_gaps().
    void whole_line() {
        const Set* exact = this->exact();
        if (exact == nullptr) return;
        const Set fresh = decided(exact, colors_) & ~decided(line_, colors_);
        Set* after = begin();
        for (int k = 0; k < colors_; ++k) after[k] = (line_[k] & ~fresh) | (exact[k] & fresh);
        end([&] { return Evidence{"", all_blocks()}; });
    }

    /// A cell cannot have a colour, although it is not known yet what it is. "range": no block of
    /// the colour can reach it. "placements": no placement of the line has the colour there.
    void colour_gaps() {
        if (colors_ == 2) return;
        const bool has_ranges = range();
        for (int color = 1; color < colors_; ++color) {
            Set reached;
            for (std::size_t j = 0; has_ranges && j < blocks_.size(); ++j)
                if (blocks_[j].color == color) reached |= cells(starts_[j], stops_[j]);
            found_without(color, full_ & ~reached, [&] {
                Evidence why{"range", {}, {}, {}, {}, color};
                for (int j = 0; has_ranges && j < static_cast<int>(blocks_.size()); ++j) {
                    if (blocks_[j].color != color) continue;
                    why.blocks.push_back(j);
                    why.ranges.push_back({j, starts_[j], stops_[j]});
                }
                return why;
            });
        }
        if (!afters_.empty()) return;
        const Set* exact = this->exact();
        if (exact == nullptr) return;
        std::copy(exact, exact + colors_, begin());
        end([&] { return Evidence{"placements", all_blocks()}; });
    }

    std::span<const Block> blocks_;
    const Set* line_ = nullptr;
    int width_ = 0, colors_ = 0;
    Set full_;
    bool has_owned_ = false, has_pushed_ = false, has_runs_ = false, has_ranges_ = false;
    bool has_rest_ = false, has_exact_ = false;
    bool is_pushed_ = false, are_runs_possible_ = false, are_ranges_ = false, fits_ = false;
    std::vector<Set> owned_, fitting_, afters_, exact_, mirrored_;
    std::vector<Evidence> evidence_;
    std::vector<int> reaching_, lefts_, rights_, starts_, stops_, near_starts_, near_stops_;
    std::vector<Run> runs_;
    std::size_t run_count_ = 0;
    Rest rest_{};
    LineSolver<W> solver_;
};

}  // namespace nonogram

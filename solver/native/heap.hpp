// A heap of the open variables by activity: how often they occurred in recent conflicts.
#pragma once

#include <algorithm>
#include <vector>

namespace nonogram {

class ActivityHeap {
public:
    void reset(int variables) {
        activity_.assign(variables, 0.0);
        place_.assign(variables, -1);
        heap_.clear();
    }
    bool empty() const { return heap_.empty(); }

    /// Adds a variable, unless it is in the heap.
    void insert(int variable) {
        if (place_[variable] >= 0) return;
        heap_.push_back(variable);
        up(static_cast<int>(heap_.size()) - 1);
    }

    int pop() {
        const int variable = heap_[0];
        place_[variable] = -1;
        const int last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) {
            heap_[0] = last;
            down(0);
        }
        return variable;
    }

    /// Increases the activity of a variable of a conflict.
    void bump(int variable, double activity = 1.0) {
        activity_[variable] += step_ * activity;
        if (place_[variable] >= 0) up(place_[variable]);
    }

    /// Forgets all conflicts.
    void forget() {
        std::fill(activity_.begin(), activity_.end(), 0.0);
        std::sort(heap_.begin(), heap_.end());  // equal activities are in order of the variables
        for (std::size_t i = 0; i < heap_.size(); ++i) place_[heap_[i]] = static_cast<int>(i);
        step_ = 1;
    }

    /// Reduces the weight of all earlier conflicts; is called after each one.
    void decay() {
        step_ /= DECAY;
        if (step_ < 1e100) return;
        for (double& a : activity_) a *= 1e-100;
        step_ *= 1e-100;
    }

private:
    static constexpr double DECAY = 0.95;

    bool before(int a, int b) const {
        return activity_[a] != activity_[b] ? activity_[a] > activity_[b] : a < b;
    }
    void up(int i) {
        const int variable = heap_[i];
        for (; i > 0 && before(variable, heap_[(i - 1) / 2]); i = (i - 1) / 2) {
            heap_[i] = heap_[(i - 1) / 2];
            place_[heap_[i]] = i;
        }
        heap_[i] = variable;
        place_[variable] = i;
    }
    void down(int i) {
        const int variable = heap_[i], n = static_cast<int>(heap_.size());
        for (int child; (child = 2 * i + 1) < n; i = child) {
            if (child + 1 < n && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], variable)) break;
            heap_[i] = heap_[child];
            place_[heap_[i]] = i;
        }
        heap_[i] = variable;
        place_[variable] = i;
    }

    std::vector<double> activity_;
    std::vector<int> heap_, place_;
    double step_ = 1.0;
};

}  // namespace nonogram

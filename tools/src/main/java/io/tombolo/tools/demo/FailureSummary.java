/*
 * Copyright 2026 The Tombolo Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tombolo.tools.demo;

import io.tombolo.tools.run.LaunchResult;
import io.tombolo.tools.run.RankResult;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Explains a failed demonstration in one sentence, and adds the stack trace of a rank that has a bug.
 */
final class FailureSummary {
    private static final int SIGNALS = 128;
    private static final int MAX_SIGNAL = 64;

    private final LaunchResult result;
    private final DemoPhase phase;
    private final RankErrors errors;

    /**
     * Collects the facts.
     *
     * @param result result of the launch, which failed
     * @param phase  last phase that rank 0 reported
     * @param errors standard error of the ranks
     */
    FailureSummary(final LaunchResult result, final DemoPhase phase, final RankErrors errors) {
        this.result = result;
        this.phase = phase;
        this.errors = errors;
    }

    /** The exit status: 1 if a rank failed or was killed, else the status of the launch, such as 130 after Ctrl-C. */
    int status() {
        return result.end() == LaunchResult.End.RANK_FAILED ? 1 : result.status();
    }

    /** The sentence, without a full stop. */
    String sentence() {
        return what() + "; " + left();
    }

    /** The rest of a stack trace; usually empty. */
    List<String> more() {
        return blamed().stream().filter(rank -> rank.status() == DemoRank.FAULT)
            .flatMap(rank -> errors.of(rank.rank()).stream().skip(1)).toList();
    }

    private String what() {
        return switch (result.end()) {
            case RANK_FAILED -> blamed().stream().map(this::describe).collect(Collectors.joining(", "));
            case SIGNAL -> "interrupted by signal " + (result.status() - SIGNALS) + " while " + phase.was();
            default -> result.describe();
        };
    }

    private String left() {
        final String left = result.ranks().stream().filter(rank -> rank.status() == RankResult.STILL_THERE)
            .map(rank -> "rank " + rank.rank() + " (pid " + rank.pid() + ")").collect(Collectors.joining(", "));
        return left.isEmpty() ? "nothing is left running" : left + " could not be ended";
    }

    /**
     * The ranks that caused the failure: those that were killed by a signal. If there are none: the first rank that did not fail because of
     * another one. If there is none either: the first rank that failed.
     */
    private List<RankResult> blamed() {
        final List<RankResult> failed = result.ranks().stream().filter(RankResult::failed).toList();
        final List<RankResult> killed = failed.stream().filter(rank -> signal(rank) > 0).toList();
        final Stream<RankResult> firstHand = failed.stream().filter(rank -> rank.status() != DemoRank.ANOTHER_ENDED);
        return killed.isEmpty() ? Stream.concat(firstHand, failed.stream()).limit(1).toList() : killed;
    }

    /** The number of the signal that ended a rank, or 0. */
    private static int signal(final RankResult rank) {
        final int signal = rank.status() - SIGNALS;
        return signal > 0 && signal <= MAX_SIGNAL ? signal : 0;
    }

    private String describe(final RankResult rank) {
        final List<String> words = errors.of(rank.rank());
        final String name = "rank " + rank.rank() + " (pid " + rank.pid() + ") ";
        if (signal(rank) > 0) {
            return name + "was killed by signal " + signal(rank) + " while " + phase.was();
        }
        return name + "failed while " + phase.was() + (words.isEmpty() ? " (status " + rank.status() + ")" : ": " + words.get(0));
    }
}

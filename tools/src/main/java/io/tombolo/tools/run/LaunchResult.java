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
package io.tombolo.tools.run;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The result of a launch.
 *
 * @param end    why the launch ended
 * @param status exit status for the launcher: 0; the highest status of the ranks that ended by themselves;
 *               {@link JobLaunch#TIME_UP}; or 128 + the number of the signal that ended the launch
 * @param ranks  result of each rank, in order
 */
public record LaunchResult(End end, int status, List<RankResult> ranks) {
    /**
     * Why a launch ended.
     */
    public enum End {
        /** All ranks ended well. */
        DONE,
        /** A rank ended with another status than 0, or was ended by a signal. */
        RANK_FAILED,
        /** The time limit was reached. */
        TIME_UP,
        /** The launcher got INT, TERM or HUP. */
        SIGNAL,
        /** The reader of the output has closed it. */
        OUTPUT_CLOSED
    }

    /**
     * Describes the result in one sentence.
     *
     * @return a sentence without a full stop, such as {@code rank 1 failed (status 3), ranks 0, 2 were ended}
     */
    public String describe() {
        final String ended = numbers(rank -> !rank.byItself());
        final String others = ended.isEmpty() ? "" : ", " + ended + " ended by the launcher";
        final String left = numbers(rank -> rank.status() == RankResult.STILL_THERE);
        return what() + others + (left.isEmpty() ? "" : ", " + left + " could not be ended");
    }

    private String what() {
        return switch (end) {
            case DONE -> "all ranks ended well";
            case RANK_FAILED -> ranks.stream().filter(RankResult::failed)
                .map(rank -> rank.label() + " failed (" + rank.describe() + ")").collect(Collectors.joining(", "));
            case TIME_UP -> "time limit reached";
            case SIGNAL -> "interrupted by signal " + (status - Signal.STATUS_BASE);
            case OUTPUT_CLOSED -> "the reader of the output has closed it";
        };
    }

    private String numbers(final Predicate<RankResult> which) {
        final List<String> numbers = ranks.stream().filter(which).map(rank -> Integer.toString(rank.rank())).toList();
        return numbers.isEmpty() ? "" : (numbers.size() == 1 ? "rank " : "ranks ") + String.join(" ", numbers);
    }
}

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
package io.tombolo.tools;

import io.tombolo.ringbuffers.job.JobDirectory;

/**
 * A rank that the user names by its number or its name.
 */
final class RankArgument {
    private RankArgument() {
    }

    /** Finds the number of a rank. Throws a {@link CommandFailure} if the job has no such rank. */
    static int number(final String rank, final JobDirectory job) {
        final int number = rank.matches("\\d{1,9}") ? Integer.parseInt(rank) : job.rankOf(rank);
        if (number < 0 || number >= job.size()) {
            throw new CommandFailure(ExitStatus.USAGE, "the job has no rank '" + rank + "'; it has ranks 0 to " + (job.size() - 1));
        }
        return number;
    }
}

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
package io.tombolo.tools.why;

import io.tombolo.tools.inspect.JobState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Why the ranks of a job wait.
 *
 * @param path     path of the job's directory
 * @param state    live, dead or previous
 * @param jobId    number that tells the job from others in the same directory
 * @param readMs   when the job was last looked at, milliseconds since the epoch
 * @param looks    how often it was looked at
 * @param pauseMs  milliseconds between two looks
 * @param findings the gravest first; empty if no rank waits
 * @param waits    waits that were there at all looks, by rank
 */
public record Findings(Path path, JobState state, long jobId, long readMs, int looks, long pauseMs, List<Finding> findings,
    List<RankWait> waits) {
    /** Milliseconds between two looks. */
    static final long PAUSE_MS = 100;

    private static final int LOOKS = 2;

    /**
     * Looks at a job twice, 100 ms apart, and finds out why its ranks wait. The job is not disturbed.
     *
     * @param directory directory of the job, which may be a {@code previous/}
     * @return what was found
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged, or the thread is interrupted between the looks; the message is one line
     */
    public static Findings of(final Path directory) throws IOException {
        final JobLooks looks = JobLooks.at(directory, PAUSE_MS);
        final JobFacts facts = looks.facts();
        return new Findings(looks.view().path(), looks.view().state(), looks.view().jobId(), looks.view().readMs(), LOOKS, PAUSE_MS,
            Diagnosis.of(facts), Diagnosis.waits(facts));
    }

    /**
     * Sums the findings up.
     *
     * @return the gravest
     */
    public Verdict verdict() {
        Verdict gravest = Verdict.NOBODY_WAITS;
        for (final Finding finding : findings) {
            final Verdict verdict = verdict(finding);
            gravest = verdict.compareTo(gravest) > 0 ? verdict : gravest;
        }
        return gravest;
    }

    /**
     * Names the findings without their times, so that findings of two times can be compared.
     *
     * @return one text for each finding
     */
    public List<String> keys() {
        return findings.stream().map(finding -> finding.kind() + " " + finding.certainty() + " " + finding.ranks()).toList();
    }

    private static Verdict verdict(final Finding finding) {
        return switch (finding.kind()) {
            case DEADLOCK, NOBODY_LEFT, MISMATCH ->
                finding.certainty() == Certainty.CERTAIN ? Verdict.DEADLOCK : Verdict.POSSIBLE_DEADLOCK;
            case NEAR_MISS, EMPTY_QUEUE, BEHIND, WAIT -> Verdict.WAITS;
            case SLOW, UNREADABLE -> Verdict.NOBODY_WAITS;
        };
    }
}

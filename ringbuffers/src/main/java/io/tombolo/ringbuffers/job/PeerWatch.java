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
package io.tombolo.ringbuffers.job;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The ranks that one rank watches: always its next live successor, and on request the peers that it waits for. So every live rank is
 * watched by another, which finds its death within a sweep and tells all ranks by the failure epoch.
 */
final class PeerWatch {
    /** Sweeps between two renewals of this rank's lock. */
    private static final int SWEEPS_A_RENEWAL = 4;

    private final JobDirectory job;
    private final OldFiles oldFiles;
    private final AtomicIntegerArray suspects;
    // Class of the failure of the last sweep; used by the watch thread only.
    private Class<?> failure;
    private int sweeps;

    PeerWatch(final JobDirectory job, final OldFiles oldFiles) {
        this.job = job;
        this.oldFiles = oldFiles;
        this.suspects = new AtomicIntegerArray(job.size());
    }

    /** Probes a rank with the next sweep. Any thread; one load if that is already requested. */
    void suspect(final int rank) {
        if (suspects.getOpaque(rank) == 0) {
            suspects.setOpaque(rank, 1);
        }
    }

    /** Watch thread only. */
    void sweep() throws IOException {
        final boolean isHeld = sweeps++ % SWEEPS_A_RENEWAL == 0 ? job.renewLiveness() : job.isHeld();
        if (!isHeld) {
            return;
        }
        final int successor = probeSuccessor();
        for (int rank = 0; rank < job.size(); rank++) {
            if (suspects.getOpaque(rank) != 0) {
                suspects.setOpaque(rank, 0);
                if (rank != successor) {
                    job.probe(rank);
                }
            }
        }
        oldFiles.sweep();
        job.swept();
    }

    /**
     * Records the failure of the last sweep. Watch thread only.
     *
     * @param newFailure the failure, or null if the sweep succeeded.
     * @return true if its class differs from that of the failure before.
     */
    boolean failure(final Throwable newFailure) {
        final Class<?> before = failure;
        failure = newFailure == null ? null : newFailure.getClass();
        return failure != before;
    }

    /** Probes the ranks after this one until one is not dead. Returns -1 if there is none. */
    private int probeSuccessor() {
        for (int i = 1; i < job.size(); i++) {
            final int rank = (job.rank() + i) % job.size();
            if (isAlive(rank) && !job.probe(rank)) {
                return rank;
            }
        }
        return -1;
    }

    private boolean isAlive(final int rank) {
        final RankState state = job.state(rank);
        return state == RankState.LIVE || state == RankState.JOINING;
    }

    /** Names the rank for people, such as {@code run-83461/2}. */
    String rankName() {
        return job.path().getFileName() + "/" + job.rank();
    }

    @Override
    public String toString() {
        return "rank " + job.rank() + " in " + job.path();
    }
}

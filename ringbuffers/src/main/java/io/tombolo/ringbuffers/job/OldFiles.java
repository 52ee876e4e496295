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
import java.nio.file.Path;

/**
 * Deletes the files of incarnations that have been replaced, once no living rank uses them any more. The files of the last incarnation of
 * a row stay, also when it is gone, so that people can find out why it ended. Every rank deletes, as any of them may be stopped; a file
 * that is missing already is no error. Only the {@link WatchThread} calls it.
 */
final class OldFiles {
    private final JobFile file;
    private final Path directory;
    private final int rank;
    // By rank: the last incarnation whose files have been deleted.
    private final int[] deleted;
    private long epoch = -1;
    private boolean isPending;

    OldFiles(final JobFile file, final Path directory, final int rank) {
        this.file = file;
        this.directory = directory;
        this.rank = rank;
        this.deleted = new int[file.size()];
    }

    /** Deletes what has been released. Looks at all rows only if one has changed, or if files wait for ranks that still use them. */
    void sweep() throws IOException {
        final long now = file.failureEpoch();
        if (now == epoch && !isPending) {
            return;
        }
        boolean isWaiting = false;
        for (int other = 0; other < deleted.length; other++) {
            final int gone = StateWord.incarnation(file.stateWord(other)) - 1;
            if (gone > deleted[other]) {
                final int released = Math.min(gone, releasedByAll(other));
                if (released > deleted[other]) {
                    if (!JobFile.isIn(directory, file.jobId())) {
                        // Whoever took this rank for dead has put the job aside. A new one may have the same names.
                        return;
                    }
                    JobPaths.deleteOld(directory, other, released);
                    deleted[other] = released;
                }
                isWaiting |= released < gone;
            }
        }
        epoch = now;
        isPending = isWaiting;
    }

    private int releasedByAll(final int other) {
        int released = Integer.MAX_VALUE;
        for (int user = 0; user < deleted.length; user++) {
            final long word = file.stateWord(user);
            final RankState state = StateWord.state(word);
            if (user != other && (state == RankState.LIVE || state == RankState.JOINING)) {
                released = Math.min(released, file.released(user, StateWord.incarnation(word), other));
            }
        }
        return released;
    }

    @Override
    public String toString() {
        return "OldFiles{rank=" + rank + ", directory=" + directory + "}";
    }
}

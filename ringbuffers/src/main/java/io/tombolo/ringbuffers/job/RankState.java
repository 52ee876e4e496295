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

/**
 * State of a rank in its row of the job file. A row changes by compare-and-set only:
 * <pre>
 *   FREE --> JOINING --> LIVE --> LEFT ----+
 *             ^   |        |               |
 *             |   +--------+----> FAILED   |
 *             |                     |      |
 *             +---------------------+------+   the next incarnation
 * </pre>
 */
public enum RankState {
    /** No process has joined as this rank. */
    FREE(0),

    /** The rank holds its lock and prepares its files. */
    JOINING(1),

    /** The rank takes part. */
    LIVE(2),

    /** The rank has left in order. A process may join in the row again. */
    LEFT(3),

    /** The rank was found dead while it was joining or live: its process is gone. A process may join in the row again. */
    FAILED(4),

    /** The stored code is no state: the file is damaged. This state is never stored. */
    CORRUPT(5);

    private final int code;

    RankState(final int code) {
        this.code = code;
    }

    /**
     * Returns the code of this state in the job file.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /** Returns whether a row may change from another state to this one. */
    boolean mayFollow(final RankState before) {
        return switch (this) {
            case JOINING -> before == FREE || before == LEFT || before == FAILED;
            case LIVE -> before == JOINING;
            case LEFT, FAILED -> before == JOINING || before == LIVE;
            case FREE, CORRUPT -> false;
        };
    }

    /**
     * Returns the state of a code.
     *
     * @param code as stored in the job file.
     * @return the state; {@link #CORRUPT} if no state has this code.
     */
    public static RankState of(final int code) {
        return switch (code) {
            case 0 -> FREE;
            case 1 -> JOINING;
            case 2 -> LIVE;
            case 3 -> LEFT;
            case 4 -> FAILED;
            default -> CORRUPT;
        };
    }
}

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

/**
 * The result of a rank.
 *
 * @param rank     number of the rank
 * @param name     name of the rank; empty if it has none
 * @param pid      pid of the process that was started last
 * @param status   its exit status, or 128 + n if signal n ended it; {@link #STILL_THERE} if not even KILL ended it
 * @param byItself false if the launch had asked it to end before
 */
public record RankResult(int rank, String name, long pid, int status, boolean byItself) {
    /**
     * In place of a status: the process still exists, for example because it waits in the kernel and cannot be interrupted.
     */
    public static final int STILL_THERE = -1;

    /**
     * Whether the rank failed by itself, which makes the launch fail.
     *
     * @return true for a status other than 0 that the launch did not cause
     */
    public boolean failed() {
        return byItself && status != 0;
    }

    /**
     * The rank for people.
     *
     * @return such as {@code rank 1} or {@code rank 1 (gateway)}
     */
    public String label() {
        return "rank " + rank + (name.isEmpty() ? "" : " (" + name + ")");
    }

    /**
     * Describes the status.
     *
     * @return such as {@code status 3} or {@code status 137, signal 9}
     */
    public String describe() {
        final int signal = status - Signal.STATUS_BASE;
        final int highestSignal = 64;
        return "status " + status + (signal > 0 && signal <= highestSignal ? ", signal " + signal : "");
    }
}

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

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The process that was started for a rank, or a spare process that may become one, and all processes that it started in turn. Used only by
 * the thread that runs the launch, except {@link #rank()} and {@link #process()}.
 */
final class RankProcess {
    /** The states of a process. */
    enum State {
        /** The process runs. */
        RUNNING,
        /** The process has ended, but has left processes behind, which are being ended. */
        LINGERING,
        /** Nothing of it is left. */
        GONE
    }

    private final int number;
    private final Process process;
    private long startedNs = System.nanoTime();
    private final ProcessGroups groups;
    private final Guardian guardian;
    private final String mark;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();
    private volatile int rank;
    private State state = State.RUNNING;
    private int status = RankResult.STILL_THERE;
    private boolean byItself;

    /**
     * Lets the guardian watch a process.
     *
     * @param number   number of the process in the launch
     * @param rank     number of the rank, or {@link LineConsumer#SPARE}
     * @param process  process that was just started
     * @param groups   process groups that it was started with
     * @param guardian watches the process until nothing of it is left
     * @param mark     marker in the environment of the process
     */
    RankProcess(
        final int number, final int rank, final Process process, final ProcessGroups groups, final Guardian guardian, final String mark) {
        this.number = number;
        this.rank = rank;
        this.process = process;
        this.groups = groups;
        this.guardian = guardian;
        this.mark = mark;
        guardian.watch(groups.target(process.pid()));
    }

    State state() {
        return state;
    }

    Process process() {
        return process;
    }

    /** Number of the process in the launch. */
    int number() {
        return number;
    }

    /** The rank of the process, or {@link LineConsumer#SPARE}. Any thread may ask. */
    int rank() {
        return rank;
    }

    boolean isSpare() {
        return rank == LineConsumer.SPARE;
    }

    /** Makes a spare process a rank, whose life begins now. */
    void become(final int newRank) {
        rank = newRank;
        startedNs = System.nanoTime();
    }

    /** When the process was started, or became a rank, by {@link System#nanoTime()}. */
    long startedNs() {
        return startedNs;
    }

    /** The result of the rank whose name this is. */
    RankResult result(final String name) {
        return new RankResult(rank, name, process.pid(), status, byItself);
    }

    /**
     * Records the end of the process.
     *
     * @param endedByItself whether the launch had not asked it to end
     */
    void ended(final boolean endedByItself) {
        status = process.exitValue();
        byItself = endedByItself;
        state = State.LINGERING;
        look();
    }

    /** Checks whether processes are left of one that has ended, and updates the state. */
    void look() {
        if (state == State.LINGERING && targets().isEmpty()) {
            guardian.forget(groups.target(process.pid()));
            state = State.GONE;
        }
    }

    /** Gives up a process that even KILL did not end. */
    void giveUp() {
        state = State.GONE;
    }

    /** All targets of {@code kill} that a signal to this process must reach. */
    List<String> targets() {
        final List<String> targets = new ArrayList<>();
        final Set<Long> seen = new LinkedHashSet<>();
        boolean hasGroup = false;
        for (final ProcessScan.Member member : ProcessScan.members(process.pid(), mark)) {
            seen.add(member.pid());
            hasGroup |= member.inGroup();
            if (!member.inGroup() && member.pid() != process.pid()) {
                targets.add(Long.toString(member.pid()));
            }
        }
        final boolean isSeen = !seen.isEmpty();
        rememberDescendants();
        for (final ProcessHandle descendant : descendants) {
            if (seen.add(descendant.pid()) && !ProcessHandle.current().equals(descendant)) {
                targets.add(Long.toString(descendant.pid()));
            }
        }
        if (hasGroup || state == State.RUNNING && !isSeen) {
            targets.add(0, groups.target(process.pid()));
        } else if (state == State.RUNNING) {
            targets.add(0, Long.toString(process.pid())); // The process has not made its group yet.
        }
        return targets;
    }

    /** Keeps descendants, which can no longer be found when they lose their parent. */
    private void rememberDescendants() {
        if (process.isAlive()) {
            process.descendants().forEach(descendants::add);
        }
        descendants.removeIf(descendant -> !descendant.isAlive() || ProcessScan.isZombie(descendant.pid()));
    }

    /** Ends the processes with the means of Java alone, if there is no shell. */
    void destroy(final boolean forcibly) {
        rememberDescendants();
        for (final ProcessHandle descendant : descendants) {
            destroy(descendant, forcibly);
        }
        destroy(process.toHandle(), forcibly);
    }

    private static void destroy(final ProcessHandle handle, final boolean forcibly) {
        if (forcibly) {
            handle.destroyForcibly();
        } else {
            handle.destroy();
        }
    }
}

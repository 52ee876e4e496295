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
 * One rank: the process that was started, and everything that it started in turn. Used by the launching thread alone.
 */
final class RankProcess {
    /** Where a rank is on its way. */
    enum State {
        /** The process that was started runs. */
        RUNNING,
        /** It ended, but left processes behind, which are being ended. */
        LINGERING,
        /** Nothing of it is left. */
        GONE
    }

    private final int rank;
    private final Process process;
    private final ProcessGroups groups;
    private final Guardian guardian;
    private final String mark;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();
    private State state = State.RUNNING;
    private int status = RankResult.STILL_THERE;
    private boolean byItself;

    /**
     * @param rank     from 0
     * @param process  just started
     * @param groups   that it was started with
     * @param guardian told about the process from now until nothing is left of it
     * @param mark     entry of the process's environment
     */
    RankProcess(final int rank, final Process process, final ProcessGroups groups, final Guardian guardian, final String mark) {
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

    RankResult result() {
        return new RankResult(rank, process.pid(), status, byItself);
    }

    /**
     * The process ended.
     *
     * @param endedByItself whether nobody had asked it to
     */
    void ended(final boolean endedByItself) {
        status = process.exitValue();
        byItself = endedByItself;
        state = State.LINGERING;
        look();
    }

    /** Finds out whether anything is left of a rank whose process ended. */
    void look() {
        if (state == State.LINGERING && targets().isEmpty()) {
            guardian.forget(groups.target(process.pid()));
            state = State.GONE;
        }
    }

    /** Not even KILL did it: nothing more can be done. */
    void giveUp() {
        state = State.GONE;
    }

    /** Everything that a signal to this rank has to go to, as {@code kill} names it. */
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
            targets.add(0, Long.toString(process.pid())); // It has not made its group yet.
        }
        return targets;
    }

    /** Those that are known from before stay known when they lose their parent. */
    private void rememberDescendants() {
        if (process.isAlive()) {
            process.descendants().forEach(descendants::add);
        }
        descendants.removeIf(descendant -> !descendant.isAlive() || ProcessScan.isZombie(descendant.pid()));
    }

    /** Ends the process by the means that Java has, in case there are no others. */
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

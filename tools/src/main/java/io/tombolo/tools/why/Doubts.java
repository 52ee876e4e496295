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

import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Finds out why a deadlock is not certain. It is certain if
 * <ul>
 * <li>one thread alone may call the engines of its ranks, so that no other thread ends a wait,</li>
 * <li>no wait has a limit, and all that they wait for is known and is not there,</li>
 * <li>nothing is under way between these ranks,</li>
 * <li>in a live job: each rank has looked for work between the two looks, found none, and still waits for the same; in a dead job: the
 * waits have overlapped for longer than a message takes.</li>
 * </ul>
 */
final class Doubts {
    private static final long OVERLAP_NS = TimeUnit.MILLISECONDS.toNanos(Findings.PAUSE_MS);

    private final WaitModel model;
    private final JobFacts job;

    Doubts(final WaitModel model) {
        this.model = model;
        this.job = model.job();
    }

    /** Why a core is not certain, in one clause; empty if it is. */
    String of(final BitSet core, final List<Integer> ranks) {
        final List<WaitModel.Wait> waits =
            model.waits().stream().filter(wait -> wait.rank().isWaiting() && ranks.contains(wait.rank().rank())).toList();
        for (final WaitModel.Wait wait : waits) {
            final String doubt = of(wait, core);
            if (!doubt.isEmpty()) {
                return doubt;
            }
        }
        for (final int source : sources(ranks)) {
            for (final int destination : ranks) {
                if (source != destination && !(job.isQuiet(source, destination) && job.isQuiet(destination, source))) {
                    return "something is under way between ranks " + source + " and " + destination;
                }
            }
        }
        return job.isLive() || haveOverlapped(waits) ? "" : "the waits may not have been at the same time when the job died";
    }

    private String of(final WaitModel.Wait wait, final BitSet core) {
        final RankFacts rank = wait.rank();
        final long left = Sentences.leftMs(rank, wait.reading());
        if (!rank.isSingle()) {
            return rank.label() + " may have other threads, which do not wait";
        }
        if (left >= 0) {
            return rank.label() + " gives up in " + Words.time(left);
        }
        if (wait.reading().mode() == WaitMode.ANY && wait.reading().count() > wait.needs().size()) {
            return rank.label() + " waits for more than is shown";
        }
        for (int need = 0; need < wait.needs().size(); need++) {
            if (core.get(wait.nodes().get(need)) && !wait.needs().get(need).isCertain()) {
                return "the wait of " + rank.label() + " may end without an act of these ranks";
            }
        }
        return job.isLive() && !rank.hasLooked() ? rank.label() + " has not looked for messages and fallen asleep again meanwhile" : "";
    }

    /** These ranks, and those that are gone and may have left messages. */
    private List<Integer> sources(final List<Integer> ranks) {
        return job.ranks().stream().filter(rank -> rank.phase().isGone() || ranks.contains(rank.rank())).map(RankFacts::rank).toList();
    }

    private static boolean haveOverlapped(final List<WaitModel.Wait> waits) {
        final long begin = waits.stream().mapToLong(wait -> wait.reading().startNs()).max().orElse(0);
        final long end = waits.stream().mapToLong(wait -> wait.rank().nowNs()).min().orElse(0);
        return end - begin >= OVERLAP_NS;
    }
}

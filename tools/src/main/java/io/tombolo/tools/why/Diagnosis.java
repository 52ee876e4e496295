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

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes the findings of a job.
 */
final class Diagnosis {
    private final JobFacts job;
    private final WaitModel model;
    private final Sentences sentences;
    private final Doubts doubts;
    private final List<Finding> findings = new ArrayList<>();

    private Diagnosis(final JobFacts job) {
        this.job = job;
        this.model = new WaitModel(job);
        this.sentences = new Sentences(job);
        this.doubts = new Doubts(model);
    }

    /** The findings, the gravest first. */
    static List<Finding> of(final JobFacts job) {
        final Diagnosis diagnosis = new Diagnosis(job);
        diagnosis.find();
        return List.copyOf(diagnosis.findings);
    }

    private void find() {
        final BitSet deadlocked = model.deadlocked();
        final BitSet held = new BitSet();
        final List<NearMisses.NearMiss> nearMisses = new ArrayList<>(new NearMisses(job).find(model.waits()));
        for (final BitSet core : model.cores()) {
            final List<Integer> ranks = model.ranks(core);
            if (ranks.isEmpty()) {
                nobodyLeft(core, held);
            } else {
                deadlock(core, ranks);
                ranks.forEach(held::set);
            }
            nearMisses.removeIf(miss -> held.get(miss.receiver()) && findings.add(miss.finding()));
        }
        nearMisses.forEach(miss -> findings.add(miss.finding()));
        emptyQueues();
        behind(deadlocked, held);
        job.ranks().forEach(this::phase);
        waits(deadlocked);
    }

    private void deadlock(final BitSet core, final List<Integer> ranks) {
        final String doubt = doubts.of(core, ranks);
        final List<WaitModel.Wait> waits = model.waits().stream().filter(wait -> core.get(wait.node())).toList();
        findings.add(new Finding(FindingKind.DEADLOCK, certainty(doubt), ranks,
            "deadlock of " + Words.count(ranks.size(), "rank") + ", " + certainty(doubt, waits), details(waits)));
        mismatch(waits, certainty(doubt));
    }

    private static Certainty certainty(final String doubt) {
        return doubt.isEmpty() ? Certainty.CERTAIN : Certainty.POSSIBLE;
    }

    private String certainty(final String doubt, final List<WaitModel.Wait> waits) {
        if (!doubt.isEmpty()) {
            return "possible: " + doubt;
        }
        return "certain (" + (job.isLive() ? "looked at twice, " + Findings.PAUSE_MS + " ms apart" :
            waits.size() == 1 ? "it waited when the job died" : "they waited at the same time when the job died") + ")";
    }

    private List<Detail> details(final List<WaitModel.Wait> waits) {
        return waits.stream().map(sentences::detail).toList();
    }

    /** A core without ranks is one need that nobody can bring. */
    private void nobodyLeft(final BitSet core, final BitSet held) {
        final int node = core.nextSetBit(0);
        for (final WaitModel.Wait wait : model.waits()) {
            final int need = wait.nodes().indexOf(node);
            if (wait.rank().isWaiting() && (need >= 0 || wait.node() == node)) {
                final int rank = wait.rank().rank();
                final String doubt = doubts.of(core, List.of(rank));
                findings.add(new Finding(FindingKind.NOBODY_LEFT, certainty(doubt), List.of(rank),
                    "nobody is left that could end the wait of " + wait.rank().label() + ", " + certainty(doubt, List.of(wait)),
                    details(List.of(wait))));
                held.set(rank);
            }
        }
    }

    /** Names ranks in different collective calls of one group. */
    private void mismatch(final List<WaitModel.Wait> waits, final Certainty certainty) {
        final Map<Long, Map<String, TreeSet<Integer>>> callers = new TreeMap<>();
        for (final WaitModel.Wait wait : waits) {
            for (final Need need : wait.needs()) {
                final WaitEntry entry = need.entry();
                if (entry.kind() == WaitKind.COLLECTIVE || entry.kind() == WaitKind.AGREEMENT) {
                    callers.computeIfAbsent(entry.length(), group -> new LinkedHashMap<>())
                        .computeIfAbsent(wait.reading().call().text(), call -> new TreeSet<>()).add(wait.rank().rank());
                }
            }
        }
        callers.forEach((group, calls) -> {
            if (calls.size() > 1) {
                final TreeSet<Integer> ranks = new TreeSet<>();
                calls.values().forEach(ranks::addAll);
                findings.add(new Finding(FindingKind.MISMATCH, certainty, List.copyOf(ranks),
                    "different collective calls of " + Groups.label(group) + ": " + Words.list(calls.entrySet().stream()
                    .map(call -> Words.ranks(List.copyOf(call.getValue())) + (call.getValue().size() == 1 ? " is in " : " are in ") +
                        call.getKey()).toList()), List.of()));
            }
        });
    }

    private void emptyQueues() {
        for (final RankFacts rank : job.ranks()) {
            rank.receiveQueues().stream().filter(queue -> queue.available() == 0 && queue.waiting() > 0)
                .forEach(queue -> findings.add(new Finding(FindingKind.EMPTY_QUEUE, Certainty.OBSERVED, List.of(rank.rank()),
                    "receive queue " + queue.index() + " of " + rank.label() + " has no buffers; " +
                    Words.count(queue.waiting(), "message") + (queue.waiting() == 1 ? " waits" : " wait") + " for one", List.of())));
        }
    }

    /** The ranks that wait for those in a deadlock; those that wait for the same are named together. */
    private void behind(final BitSet deadlocked, final BitSet held) {
        final Map<String, List<WaitModel.Wait>> waits = new LinkedHashMap<>();
        for (final WaitModel.Wait wait : model.waits()) {
            final int rank = wait.rank().rank();
            if (wait.rank().isWaiting() && deadlocked.get(rank) && !held.get(rank)) {
                waits.computeIfAbsent(sentences.briefly(wait), what -> new ArrayList<>()).add(wait);
            }
        }
        waits.forEach((what, each) -> {
            final List<Integer> ranks = each.stream().map(wait -> wait.rank().rank()).distinct().toList();
            findings.add(new Finding(FindingKind.BEHIND, Certainty.OBSERVED, ranks, (ranks.size() == 1 ?
                each.get(0).rank().label() + " waits" : Words.ranks(ranks) + " wait") + " behind them (" + what + ")", details(each)));
        });
    }

    private void phase(final RankFacts rank) {
        if (rank.phase().isSlow() || rank.phase() == RankPhase.UNREADABLE) {
            findings.add(new Finding(rank.phase().isSlow() ? FindingKind.SLOW : FindingKind.UNREADABLE, Certainty.OBSERVED,
                List.of(rank.rank()), rank.label() + " " + rank.problem(), List.of()));
        }
    }

    /** The waits that may end; ranks that wait for the same are named together. */
    private void waits(final BitSet deadlocked) {
        final Map<String, List<WaitModel.Wait>> waits = new LinkedHashMap<>();
        for (final WaitModel.Wait wait : model.waits()) {
            if (!deadlocked.get(wait.rank().rank())) {
                final String targets = sentences.targets(wait);
                waits.computeIfAbsent(sentences.what(wait) + (targets.isEmpty() ? "" : "; " + targets), what -> new ArrayList<>())
                    .add(wait);
            }
        }
        waits.forEach((what, each) -> {
            final List<Integer> ranks = each.stream().map(wait -> wait.rank().rank()).distinct().toList();
            findings.add(new Finding(FindingKind.WAIT, Certainty.OBSERVED, ranks, ranks.size() == 1 ?
                sentences.of(each.get(0)) + what.substring(sentences.what(each.get(0)).length()) :
                Words.ranks(ranks) + " wait up to " + Words.time(longestMs(each)) + " " + what, details(each)));
        });
    }

    private static long longestMs(final List<WaitModel.Wait> waits) {
        return waits.stream().mapToLong(wait -> Sentences.waitedMs(wait.rank(), wait.reading())).max().orElse(0);
    }

    /** The waits of a job, for programs. */
    static List<RankWait> waits(final JobFacts job) {
        return new WaitModel(job).waits().stream().map(RankWait::of).toList();
    }
}

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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes the wait-for graph for Graphviz: an arrow from each rank that waits to each rank that it waits for. An arrow is dashed if another
 * rank may do as well. Ranks in a deadlock are red; if it is not certain, they are orange.
 */
public final class WhyDot {
    private WhyDot() {
    }

    /**
     * Writes a graph.
     *
     * @param findings what was found
     * @param out      gets each line
     */
    public static void write(final Findings findings, final Consumer<String> out) {
        final TreeMap<Integer, String> colours = new TreeMap<>();
        final TreeSet<Integer> ranks = new TreeSet<>();
        for (final Finding finding : findings.findings()) {
            if (finding.kind() == FindingKind.DEADLOCK || finding.kind() == FindingKind.NOBODY_LEFT) {
                finding.ranks().forEach(rank -> colours.put(rank, finding.certainty() == Certainty.CERTAIN ? "red" : "orange"));
            }
        }
        findings.waits().forEach(wait -> {
            ranks.add(wait.rank());
            wait.needs().forEach(need -> ranks.addAll(need.ranks()));
        });
        out.accept("digraph waits {");
        for (final int rank : ranks) {
            final String colour = colours.containsKey(rank) ? ", color=" + colours.get(rank) : "";
            out.accept("  " + rank + " [label=\"rank " + rank + "\"" + colour + "];");
        }
        findings.waits().forEach(wait -> arrows(wait, out));
        out.accept("}");
    }

    private static void arrows(final RankWait wait, final Consumer<String> out) {
        final Set<String> arrows = wait.needs().stream().filter(need -> !need.isFree()).flatMap(need -> need.ranks().stream()
            .map(rank -> "  " + wait.rank() + " -> " + rank + " [label=\"" + wait.reading().call().text() + "\"" +
                (need.isAny() || wait.reading().mode() == WaitMode.ANY ? ", style=dashed" : "") + "];"))
            .collect(Collectors.toCollection(TreeSet::new));
        arrows.forEach(out);
    }
}

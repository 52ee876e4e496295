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
package io.tombolo.jmh.bench.process;

import io.tombolo.ringbuffers.job.CoreSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Chooses the cores of a measurement, mostly two.
 */
public final class Cores {

    /** No core: the thread is not pinned. */
    public static final int NONE = -1;

    private static final String SIBLINGS = "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list";

    private Cores() {
    }

    /**
     * Picks two different cores of those that this process may use. It prefers the last ones, because interrupts prefer the first ones, and
     * avoids two threads of one core if it can.
     *
     * @return the core of the initiator and that of the responder; {@link #NONE} twice if there are fewer than two, or the system does not
     * say.
     */
    public static int[] pick() {
        final List<Integer> allowed = CoreSet.allowed().stream().boxed().toList();
        if (allowed.size() < 2) {
            return new int[] {NONE, NONE};
        }
        final int first = allowed.get(allowed.size() - 1);
        final List<Integer> siblings = siblings(first);
        int second = allowed.get(allowed.size() - 2);
        for (int i = allowed.size() - 2; i >= 0 && siblings.contains(second); i--) {
            second = allowed.get(i);
        }
        return new int[] {first, siblings.contains(second) ? allowed.get(allowed.size() - 2) : second};
    }

    /**
     * Picks as many different cores as there are ranks, if there are so many: those of {@link #pick()}, then the others from the last.
     *
     * @param ranks number of ranks, at least 2.
     * @return cores, at least two and at most as many as ranks; {@link #NONE} twice as for {@link #pick()}.
     */
    public static int[] pick(final int ranks) {
        final int[] two = pick();
        if (two[0] == NONE) {
            return two;
        }
        final List<Integer> cores = new ArrayList<>(List.of(two[0], two[1]));
        final List<Integer> allowed = CoreSet.allowed().stream().boxed().toList();
        for (int i = allowed.size() - 1; i >= 0 && cores.size() < ranks; i--) {
            if (!cores.contains(allowed.get(i))) {
                cores.add(allowed.get(i));
            }
        }
        return cores.stream().mapToInt(Integer::intValue).toArray();
    }

    private static List<Integer> siblings(final int core) {
        try {
            return CoreSet.parse(Files.readString(Path.of(String.format(Locale.ROOT, SIBLINGS, core)))).stream().boxed().toList();
        } catch (final IOException ex) {
            return List.of(core);
        }
    }
}

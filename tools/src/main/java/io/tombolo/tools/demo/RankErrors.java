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
package io.tombolo.tools.demo;

import io.tombolo.tools.run.LineConsumer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the standard error of all ranks until the cause of a failure is known: if one rank dies, the messages of the others are only
 * consequences. Thread-safe.
 */
final class RankErrors implements LineConsumer {
    private static final int MAX_LINES = 200;
    private static final String NOTE_OF_JVM = "Picked up ";

    private final Map<Integer, List<String>> lines = new TreeMap<>();

    /** Makes an empty collection. */
    RankErrors() {
    }

    @Override
    public synchronized void line(final int rank, final byte[] buffer, final int offset, final int length) {
        final List<String> known = lines.computeIfAbsent(rank, key -> new ArrayList<>());
        final String text = new String(buffer, offset, length, StandardCharsets.UTF_8);
        if (known.size() < MAX_LINES && !text.startsWith(NOTE_OF_JVM)) {
            known.add(text);
        }
    }

    /** The lines that a rank has written, at most {@value #MAX_LINES}. */
    synchronized List<String> of(final int rank) {
        return List.copyOf(lines.getOrDefault(rank, List.of()));
    }
}

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
package io.tombolo.matching;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A matcher whose tables get no memory pairs correctly. The test runs in a JVM of its own.
 */
@Timeout(60)
class MatcherMemoryTest {
    @Test
    void shouldPairRightlyWithoutMemoryForAnIndex() throws IOException, InterruptedException {
        final List<String> command = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx16m", "-XX:+UseSerialGC",
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            FullHeap.class.getName());
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(output).isEqualToIgnoringNewLines("right");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Uses a matcher whose nodes exist, in a heap that is full. */
    static final class FullHeap {
        private static final int COUNT = 3000;
        private static final int BLOCK = 512;
        private static final long SEED = 7;

        private FullHeap() {
        }

        public static void main(final String[] arguments) {
            final Matcher matcher = new Matcher(new DirectSegments(Integer.MAX_VALUE), 4 * COUNT);
            final int[] order = order();
            for (int tag = 0; tag < COUNT; tag++) {
                matcher.addPosted(0, 0, tag, Matcher.EXACT_TAG_MASK, tag);
            }
            for (int tag = 0; tag < COUNT; tag++) {
                matcher.takePosted(0, 0, tag);
                matcher.addUnexpected(0, 0, tag, 8, tag);
            }
            for (int tag = 0; tag < COUNT; tag++) {
                matcher.remove(matcher.firstUnexpected());
            }
            final List<byte[]> ballast = new ArrayList<>(1 << 16);
            fill(ballast);
            for (int round = 0; round < 3; round++) {
                post(matcher, order);
                arrive(matcher, order);
                // In the second round there is memory for some tables.
                for (int i = 0; i < 100 && round == 0; i++) {
                    ballast.remove(ballast.size() - 1);
                }
            }
            ballast.clear();
            System.out.println("right");
        }

        private static int[] order() {
            final int[] order = new int[COUNT];
            final Random random = new Random(SEED);
            for (int i = 0; i < COUNT; i++) {
                final int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i;
            }
            return order;
        }

        private static void fill(final List<byte[]> ballast) {
            try {
                while (true) {
                    ballast.add(new byte[BLOCK]);
                }
            } catch (final OutOfMemoryError full) {
                // The heap is full, as intended.
            }
        }

        /** Posts receives, every tenth with any tag, and takes them in another order. */
        private static void post(final Matcher matcher, final int[] order) {
            for (int tag = 0; tag < COUNT; tag++) {
                check(matcher.addPosted(0, tag % 10 == 0 ? Matcher.ANY_SOURCE : 0, tag, Matcher.EXACT_TAG_MASK, tag) >= 0, tag);
            }
            for (final int tag : order) {
                final int node = matcher.takePosted(0, 0, tag);
                check(node >= 0 && matcher.handle(node) == tag, tag);
            }
            check(matcher.isPostedEmpty(), COUNT);
        }

        /** Files messages, and takes them with each kind of receive. */
        private static void arrive(final Matcher matcher, final int[] order) {
            for (int tag = 0; tag < COUNT; tag++) {
                check(matcher.addUnexpected(0, 0, tag, 8, tag) >= 0, tag);
            }
            for (int i = 0; i < COUNT; i++) {
                final int tag = order[i];
                final int node = matcher.findUnexpected(
                    0, i % 3 == 0 ? Matcher.ANY_SOURCE : 0, tag, i % 5 == 0 ? tag | 1 << 20 : Matcher.EXACT_TAG_MASK);
                check(node >= 0, tag);
                final int found = (int) matcher.handle(node);
                check(i % 5 == 0 ? (found & tag) == tag : found == tag, tag);
                matcher.remove(node);
                if (found != tag) {
                    exchange(order, i, found);
                }
            }
            check(matcher.isUnexpectedEmpty(), COUNT);
        }

        private static void exchange(final int[] order, final int from, final int found) {
            int place = from;
            while (order[place] != found) {
                place++;
            }
            order[place] = order[from];
            order[from] = found;
        }

        private static void check(final boolean isRight, final int tag) {
            if (!isRight) {
                throw new AssertionError("wrong at tag " + tag);
            }
        }
    }
}

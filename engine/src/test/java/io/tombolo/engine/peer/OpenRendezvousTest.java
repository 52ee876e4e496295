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
package io.tombolo.engine.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenRendezvousTest {
    private final OpenRendezvous envelopes = new OpenRendezvous();

    @Test
    void shouldBeEmptyAtFirst() {
        assertThat(envelopes.isEmpty()).isTrue();
        assertThat(envelopes.done()).isZero();
        assertThat(envelopes.firstPassed()).isEqualTo(OpenRendezvous.NONE);
        assertThat(envelopes.isFirst(OpenRendezvous.NONE)).isFalse();
        assertThat(envelopes.pass(0)).isTrue();
        assertThat(envelopes.pass(1)).isFalse();
        assertThat(envelopes.pass(-1)).isFalse();
    }

    @Test
    void shouldAcceptWatermarksThatGrowUpToTheNumberOfSentEnvelopes() {
        final int first = envelopes.add(70);
        final int second = envelopes.add(71);
        envelopes.add(72);
        assertThat(envelopes.pass(4)).as("beyond the sent envelopes").isFalse();
        assertThat(envelopes.pass(Long.MIN_VALUE)).isFalse();
        assertThat(envelopes.pass(Long.MAX_VALUE)).isFalse();
        assertThat(envelopes.firstPassed()).isEqualTo(OpenRendezvous.NONE);
        assertThat(envelopes.pass(2)).isTrue();
        assertThat(envelopes.firstPassed()).isEqualTo(70);
        envelopes.remove(first);
        assertThat(envelopes.firstPassed()).isEqualTo(71);
        envelopes.remove(second);
        assertThat(envelopes.firstPassed()).isEqualTo(OpenRendezvous.NONE);
        assertThat(envelopes.pass(1)).as("below the last one").isFalse();
        assertThat(envelopes.pass(2)).as("the same again").isTrue();
    }

    /** Compares it with a plain list of the open envelopes. */
    @Test
    void shouldKeepTheOrderInWhateverOrderMessagesEnd() {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        final List<Integer> places = new ArrayList<>();
        final List<Long> numbers = new ArrayList<>();
        long count = 0;
        for (int step = 0; step < 20_000; step++) {
            if (random.nextInt(places.size() < 100 ? 3 : 5) > 1) {
                places.add(envelopes.add((int) count));
                numbers.add(count++);
            } else if (!places.isEmpty()) {
                final int index = random.nextBoolean() ? 0 : random.nextInt(places.size());
                assertThat(envelopes.isFirst(places.get(index))).isEqualTo(index == 0);
                envelopes.remove(places.remove(index));
                numbers.remove(index);
            }
            assertThat(envelopes.isEmpty()).isEqualTo(places.isEmpty());
            assertThat(envelopes.done()).isEqualTo(numbers.isEmpty() ? count : numbers.get(0));
        }
        assertThat(envelopes.pass(count)).isTrue();
        while (!places.isEmpty()) {
            assertThat(envelopes.firstPassed()).isEqualTo(numbers.remove(0).intValue());
            envelopes.remove(places.remove(0));
        }
        assertThat(envelopes.firstPassed()).isEqualTo(OpenRendezvous.NONE);
    }
}

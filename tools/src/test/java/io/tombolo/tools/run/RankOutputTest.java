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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RankOutputTest {
    private final GatheredLines gathered = new GatheredLines();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    @Test
    void shouldCutLinesWhereverTheReadsEnd() {
        carry("one\ntw", "o", "\nthree\n\n", "four\n");
        assertThat(gathered.lines()).containsExactly("3:one", "3:two", "3:three", "3:", "3:four");
        assertThat(ends).hasValue(1);
    }

    @Test
    void shouldDeliverALastLineWithoutNewline() {
        carry("one\nlast");
        assertThat(gathered.lines()).containsExactly("3:one", "3:last");
    }

    @Test
    void shouldDeliverNothingOfAnEmptyStream() {
        carry("");
        assertThat(gathered.lines()).isEmpty();
        assertThat(ends).hasValue(1);
    }

    @Test
    void shouldPassAllBytesUnchanged() {
        final StringBuilder all = new StringBuilder();
        for (char value = 0; value < 256; value++) {
            if (value != '\n') {
                all.append(value);
            }
        }
        carry(all + "\n");
        assertThat(gathered.lines()).containsExactly("3:" + all);
    }

    @Test
    void shouldKeepLinesWholeUpToTheLimitAndCutLongerOnes() {
        final String whole = "x".repeat(RankOutput.MAX_LINE - 1);
        final String tooLong = "y".repeat(RankOutput.MAX_LINE);
        carry(whole + "\n" + tooLong + "z\nshort\n");
        assertThat(gathered.lines()).containsExactly("3:" + whole, "3:" + tooLong, "3:z", "3:short");
    }

    @Test
    void shouldReadOnAfterTheConsumerRefused() {
        final InputStream stream = stream(List.of("one\n", "two\n"));
        run(stream, (rank, buffer, offset, length) -> {
            throw new IOException("nobody reads");
        });
        assertThat(refusals).hasValue(1);
        assertThat(ends).hasValue(1);
    }

    @Test
    void shouldLeaveOutTheNoteOfTheJvmOnly() {
        run(
            stream(List.of("NOTE: Picked up JDK_JAVA_OPTIONS: -ea\nNOTE: this one stays\n NOTE: Picked up JDK_JAVA_OPTIONS: x\n")),
            new JvmNoteFilter(gathered));
        assertThat(gathered.lines()).containsExactly("3:NOTE: this one stays", "3: NOTE: Picked up JDK_JAVA_OPTIONS: x");
    }

    private void carry(final String... reads) {
        run(stream(List.of(reads)), gathered);
    }

    private void run(final InputStream stream, final LineConsumer consumer) {
        new RankOutput(() -> 3, stream, consumer, refusals::incrementAndGet, ends::incrementAndGet).run();
    }

    /** A stream that returns at most one of the parts from each read. */
    private static InputStream stream(final List<String> parts) {
        final List<InputStream> streams = new ArrayList<>();
        for (final String part : parts) {
            streams.add(new ByteArrayInputStream(part.getBytes(StandardCharsets.ISO_8859_1)));
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }
}

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
package io.tombolo.extensions.journal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.ringbuffers.flight.FlightKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each message of each kind of send is in the journal with all of its bytes, at its sender and at its receiver.
 */
@Timeout(120)
class SendKindsTest {
    private static final int SIZE = 3;

    @TempDir
    private Path directory;

    @Test
    void shouldRecordTheBytesOfEachKindOfSend() throws Exception {
        try (RecordedJob job = new RecordedJob(directory, ReplayedMain.SENDS, 0).start(SIZE).await()) {
            for (final JournalRank rank : Journal.open(job.journal())) {
                final Map<String, Integer> messages = read(rank);
                if (rank.rank() == 0) {
                    assertThat(messages).containsExactlyInAnyOrderEntriesOf(
                        Map.of("from 1", SendKind.count(), "from 2", SendKind.count()));
                } else {
                    assertThat(messages).containsExactlyInAnyOrderEntriesOf(Map.of(
                        "to 0", SendKind.count(), "to " + rank.rank(), SendKind.count(), "from " + rank.rank(), SendKind.count()));
                }
            }
            assertThat(job.replay()).as(() -> job.lines().toString()).isZero();
        }
    }

    /** Compares the bytes of all messages of a rank, and counts them by direction and peer. */
    private static Map<String, Integer> read(final JournalRank rank) throws IOException {
        final Map<String, Integer> messages = new TreeMap<>();
        try (JournalCursor cursor = rank.cursor()) {
            final JournalEvent event = cursor.event();
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int tag = -1;
            while (cursor.next()) {
                assertThat(event.isGap()).isFalse();
                if (!event.isPayload()) {
                    tag = event.isFlight() ? event.flight().tag() : -1;
                    bytes.reset();
                    continue;
                }
                assertThat(event.hasPayload()).isTrue();
                final byte[] piece = new byte[event.payloadLength()];
                event.copyPayload(new UnsafeBuffer(piece), 0);
                bytes.writeBytes(piece);
                if ((event.flight().detail() & FlightKind.LAST_PIECE) != 0) {
                    final boolean isSent = (event.flight().detail() & FlightKind.SENT_BYTES) != 0;
                    final int peer = event.flight().peer();
                    assertThat(bytes.toByteArray()).isEqualTo(SendKind.message(isSent ? rank.rank() : peer, tag));
                    messages.merge((isSent ? "to " : "from ") + peer, 1, Integer::sum);
                }
            }
        }
        return messages;
    }
}

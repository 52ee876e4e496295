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

import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bytes of the messages between the recorded rank and one peer. They are recorded when a send or receive ends, which is later than the
 * message is needed, so this reads ahead and keeps what is not needed yet. One thread.
 */
final class RecordedBytes implements AutoCloseable {
    private static final byte[] NOTHING = {};

    private final RecordedRank recorded;
    private final int peer;
    private final JournalCursor cursor;
    private final Map<Integer, byte[]> sent = new HashMap<>();
    private final Map<Integer, byte[]> received = new HashMap<>();
    private byte[] pieces = NOTHING;

    RecordedBytes(final RecordedRank recorded, final int peer) {
        this.recorded = recorded;
        this.peer = peer;
        this.cursor = recorded.rank().cursor();
    }

    /**
     * Takes the bytes of a message. Those of a message are given once.
     *
     * @param isSent whether the recorded rank has sent it.
     * @param number of the message between the two ranks.
     * @return new array; null if they are not recorded, because the message was not received, or its send had not ended.
     * @throws IOException if the journal cannot be read.
     */
    byte[] take(final boolean isSent, final int number) throws IOException {
        if (!recorded.hasBytes(peer, isSent, number)) {
            return null;
        }
        final Map<Integer, byte[]> known = isSent ? sent : received;
        while (!known.containsKey(number) && cursor.next()) {
            if (cursor.event().hasPayload() && cursor.event().flight().peer() == peer) {
                append(cursor.event().flight());
            }
        }
        return known.remove(number);
    }

    private void append(final FlightEvent event) {
        final int before = pieces.length;
        pieces = Arrays.copyOf(pieces, before + cursor.event().payloadLength());
        cursor.event().copyPayload(new UnsafeBuffer(pieces), before);
        if ((event.detail() & FlightKind.LAST_PIECE) != 0) {
            ((event.detail() & FlightKind.SENT_BYTES) != 0 ? sent : received).put(event.number(), pieces);
            pieces = NOTHING;
        }
    }

    @Override
    public void close() throws IOException {
        cursor.close();
    }
}

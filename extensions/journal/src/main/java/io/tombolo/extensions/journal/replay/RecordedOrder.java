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

import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.flight.OrderReader;
import java.util.ArrayList;
import java.util.List;

/**
 * The recorded order of a rank, as the process that replays it and the ranks that are played need it.
 *
 * @param bytes of the order.
 * @param size  of the job, in ranks.
 * @param calls collective ones, in their order.
 */
record RecordedOrder(byte[] bytes, int size, List<CollectiveCall> calls) {
    private static final int BYTE_MASK = 0xff;

    /**
     * Reads the order of a rank.
     *
     * @param rank  whose order it is.
     * @param bytes of it.
     * @return the order.
     * @throws JournalException if the rank cannot be replayed; the message is one line.
     */
    static RecordedOrder of(final JournalRank rank, final byte[] bytes) throws JournalException {
        final List<CollectiveCall> calls = new ArrayList<>();
        final int[] at = {0};
        int size = 0;
        try {
            final OrderReader reader = new OrderReader(() -> at[0] < bytes.length ? bytes[at[0]++] & BYTE_MASK : -1);
            size = reader.size();
            long position = 0;
            while (reader.next()) {
                switch (reader.kind()) {
                    case LIMIT -> throw limit(rank, OrderLimit.of(reader.number(0)));
                    case BARRIER -> {
                        position += reader.number(1);
                        calls.add(CollectiveCall.barrier(position, (int) reader.number(0)));
                    }
                    case CLOSED -> {
                        position += reader.number(1);
                        calls.add(CollectiveCall.close(position, (int) reader.number(0)));
                    }
                    case GROUP -> {
                        position += reader.number(0);
                        calls.add(CollectiveCall.group(
                            position, (int) reader.number(1), (int) reader.signed(2), (int) reader.signed(3), reader.ranks()));
                    }
                    case MADE -> calls.set(calls.size() - 1, made(calls, reader));
                    default -> { }
                }
            }
        } catch (final IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException damage) {
            throw new JournalException(rank.path() + ": " + damage.getMessage());
        }
        return new RecordedOrder(bytes, size, calls);
    }

    private static CollectiveCall made(final List<CollectiveCall> calls, final OrderReader reader) {
        if (reader.kind() != OrderKind.MADE || calls.isEmpty() || calls.get(calls.size() - 1).kind() != CollectiveCall.Kind.GROUP) {
            throw new IllegalArgumentException("the order of calls is damaged: a communicator was made that no call had asked for");
        }
        return calls.get(calls.size() - 1).made((int) reader.number(0), reader.ranks());
    }

    private static JournalException limit(final JournalRank rank, final OrderLimit limit) {
        return new JournalException("rank " + rank.rank() + " cannot be replayed: " +
            (limit == null ? "its journal is of a newer version" : limit.text()));
    }
}

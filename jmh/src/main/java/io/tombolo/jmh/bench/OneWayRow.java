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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A row of one-way traffic with its rate beside those of the bare ring and of the best system that matches by tag. All are of the same
 * pattern, length and state of the machine.
 *
 * @param row     the row itself.
 * @param ring    row of the bare Agrona ring, if it was measured.
 * @param fastest row of the fastest system but Tombolo that matches by tag, if one was measured.
 */
record OneWayRow(Row row, Optional<Row> ring, Optional<Row> fastest) {

    /** Puts each row beside the others. */
    static List<OneWayRow> of(final List<Row> rows) {
        return rows.stream().map(row -> {
            final List<Row> alike = rows.stream().filter(other -> row.state() == other.state()
                && row.plan().pattern() == other.plan().pattern() && row.work().size() == other.work().size()).toList();
            return new OneWayRow(row, alike.stream().filter(other -> PeerKind.AGRONA == other.peer()).findFirst(),
                alike.stream().filter(other -> other.peer().matches() && !other.peer().isEngine())
                    .max(Comparator.comparingDouble(Row::messagesPerS)));
        }).toList();
    }

    /** Divides the rate by that of the bare ring; 0 without one. */
    double overRing() {
        return over(ring);
    }

    /** Divides the rate by that of the fastest system that matches by tag; 0 without one. */
    double overFastest() {
        return over(fastest);
    }

    private double over(final Optional<Row> other) {
        return other.map(theirs -> row.messagesPerS() / theirs.messagesPerS()).orElse(0.0);
    }

    /** Names the calls that move a message. */
    String calls() {
        final boolean isFeed = row.plan().pattern().isFeed();
        return switch (row.peer()) {
            case TOMBOLO -> isFeed ? "tryWrite, poll" : "send, recv";
            case POLLED -> row.work().size() > GeometrySetting.INLINE_LIMIT.defaultValue() ? "tryClaim, poll" : "trySend, poll";
            case AGRONA -> isFeed ? "transmit, next" : "write, read";
            case AERON -> "offer, poll";
            case OPENMPI, MPICH -> "Send, Recv";
            default -> "send, receive";
        };
    }
}

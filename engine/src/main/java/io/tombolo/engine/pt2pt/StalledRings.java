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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.function.Supplier;

/**
 * Rings whose next record cannot be taken, because there is no place or no memory for it. That is no error as long as receives make room. A
 * ring that makes no progress for a second is reported, in one line that says what would help. One thread at a time.
 */
final class StalledRings {
    private static final long REPORT_AFTER_NS = 1_000_000_000L;
    private static final long REPORT_AGAIN_NS = 60_000_000_000L;
    private static final int EP_SEND = PacketType.EP_SEND.code();

    private final Node node;
    // By rank: since when its ring is stalled, and how many messages had been received from it by then.
    private final long[] sinceNs;
    private final long[] received;
    private boolean wasReported;
    private long reportedNs;
    private int reportedRank;
    private int reportedType;
    private Throwable reportedReason;
    private final Supplier<Throwable> line = this::line;

    StalledRings(final Node node) {
        this.node = node;
        this.sinceNs = new long[node.size()];
        this.received = new long[node.size()];
    }

    /**
     * Records that a record stays in its ring.
     *
     * @param peer   whose ring it is.
     * @param type   of the record.
     * @param reason why there is no memory; null if a table is full.
     */
    void begin(final Peer peer, final int type, final Throwable reason) {
        final long now = System.nanoTime();
        final int rank = peer.rank();
        if (sinceNs[rank] == 0 || received[rank] != peer.inbound().received()) {
            received[rank] = peer.inbound().received();
            sinceNs[rank] = now;
        } else if (now - sinceNs[rank] >= REPORT_AFTER_NS && (!wasReported || now - reportedNs >= REPORT_AGAIN_NS)) {
            wasReported = true;
            reportedNs = now;
            reportedRank = rank;
            reportedType = type;
            reportedReason = reason;
            node.error(line);
        }
    }

    private Throwable line() {
        return new IllegalStateException(
            "rank " + node.rank() + " reads nothing more of rank " + reportedRank + ": " + why(reportedType, reportedReason));
    }

    private String why(final int type, final Throwable reason) {
        if (reason instanceof OutOfMemoryError) {
            return "no memory for a message that has no receive (" + reason.getMessage() + "): post the receives, give the JVM more by " +
                "-XX:MaxDirectMemorySize or -Xmx, or let more stay with the senders by a lower " +
                setting(GeometrySetting.UNEXPECTED_BYTES);
        }
        if (reason != null) {
            return "no space for a message that has no receive (" + reason.getMessage() + "): post the receives, or make room";
        }
        if (type == EP_SEND) {
            return "too many messages wait for buffers: post more to the receive queues";
        }
        return setting(GeometrySetting.MATCH_NODES) + " is full of messages that have no receive: post the receives, or raise it";
    }

    private String setting(final GeometrySetting setting) {
        return setting.propertyName() + "=" + node.settings().value(setting);
    }
}

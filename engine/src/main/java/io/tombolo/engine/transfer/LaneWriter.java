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
package io.tombolo.engine.transfer;

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.region.StagingGeometry;
import io.tombolo.ringbuffers.region.StagingLanes;
import java.io.IOException;

/**
 * Copies messages into the staging lanes of this rank, which it makes when a message first needs one. One thread at a time.
 */
final class LaneWriter {
    private static final int FEWER = 2;

    private final Node node;
    private final int[] lanesTo;
    private StagingLanes lanes;

    LaneWriter(final Node node, final int ranks) {
        this.node = node;
        this.lanesTo = new int[ranks];
    }

    /**
     * Makes the lanes, if there are none yet. If the file system has no room for all of them it makes fewer, which costs speed alone.
     *
     * @return false if there is no room for any; the error has been reported.
     */
    boolean open() {
        if (lanes == null) {
            open(node.settings().staging());
        }
        return lanes != null;
    }

    private void open(final StagingGeometry geometry) {
        try {
            final long farNs = node.settings().value(GeometrySetting.STAGING_FAR_NS);
            lanes = StagingLanes.create(node.heapPath(0), node.rank(), geometry, farNs, node::probeDead);
        } catch (final IOException exception) {
            final int fewer = geometry.lanes() / FEWER;
            if (fewer > 0) {
                open(geometry.withLanes(fewer));
            } else {
                node.error(exception);
            }
        }
    }

    /**
     * Takes lanes for a message.
     *
     * @param isAsked whether its receiver has asked for it. Some lanes are kept for such messages.
     * @return false if too few are free.
     */
    boolean acquire(final PendingSend send, final boolean isAsked) {
        send.lane = lanes.acquire(isAsked, send.destination, send.length);
        if (send.lane == StagingLanes.NONE) {
            return false;
        }
        lanesTo[send.destination] += lanes.run(send.lane);
        return true;
    }

    /**
     * Returns how many lanes a message has.
     */
    int run(final PendingSend send) {
        return lanes.run(send.lane);
    }

    /**
     * Returns whether no other message to the same receiver has lanes.
     */
    boolean isAlone(final PendingSend send) {
        return lanesTo[send.destination] == lanes.run(send.lane);
    }

    /**
     * Returns where in its lanes a message begins.
     */
    long start(final PendingSend send) {
        return lanes.start(send.lane);
    }

    /**
     * Copies more of a message into its lanes.
     *
     * @param most bytes.
     * @return bytes copied, 0 if they are full, or {@link StagingLanes#CORRUPT}.
     */
    long write(final PendingSend send, final long most) {
        final SegmentList segments = send.segments;
        if (segments == null) {
            return lanes.write(send.lane, send.base, send.offset + send.staged, most);
        }
        long done = 0;
        while (done < most) {
            final long position = send.staged + done;
            final int segment = segments.find(position);
            final long wanted = Math.min(segments.run(segment, position), most - done);
            final long bytes = lanes.write(send.lane, segments.base(segment), segments.offset(segment, position), wanted);
            if (bytes < 0) {
                return bytes;
            }
            done += bytes;
            if (bytes < wanted) {
                break;
            }
        }
        return done;
    }

    /**
     * Gives the lanes of a message back, if it has any.
     */
    void release(final PendingSend send) {
        if (send.lane != Operation.NONE) {
            lanesTo[send.destination] -= lanes.run(send.lane);
            lanes.release(send.lane);
            send.lane = Operation.NONE;
        }
    }

    long ringLength(final PendingSend send) {
        return lanes.ringLength(send.lane);
    }

    /**
     * Reclaims lanes that receivers have read.
     *
     * @return true if there are enough free lanes for the message.
     */
    boolean tryReclaim(final PendingSend send) {
        return lanes.reclaimFor(send.length);
    }

    int lanesTo(final int peer) {
        return lanesTo[peer];
    }

    void close() {
        if (lanes != null) {
            lanes.close();
        }
    }
}

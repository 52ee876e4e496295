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

import io.tombolo.engine.api.Segments;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.region.StagingGeometry;
import io.tombolo.ringbuffers.region.StagingLanes;
import java.io.IOException;

/**
 * The staging lanes of this rank, made when the first message needs one, and the copies into them. One thread at a time.
 */
final class LaneWriter {
    private static final int SHORTER = 4;
    private static final int SHORTEST_LANE = 64 * 1024;

    private final Node node;
    private final int[] lanesTo;
    private StagingLanes lanes;

    LaneWriter(final Node node, final int ranks) {
        this.node = node;
        this.lanesTo = new int[ranks];
    }

    /**
     * Makes the lanes, if need be; shorter than they should be where there is no room for more, which costs speed and nothing else.
     *
     * @return false if there is no room for any; the error has been reported.
     */
    boolean open() {
        if (lanes == null) {
            open(node.staging());
        }
        return lanes != null;
    }

    private void open(final StagingGeometry geometry) {
        try {
            lanes = StagingLanes.create(node.heapPath(node.rank(), 0), node.rank(), geometry);
        } catch (final IOException exception) {
            final int shorter = geometry.laneLength() / SHORTER;
            if (shorter >= Math.max(SHORTEST_LANE, node.stagingChunk())) {
                open(geometry.withLaneLength(shorter));
            } else {
                node.error(exception);
            }
        }
    }

    /**
     * Takes a lane for a message.
     *
     * @param reserve lanes that are kept for others.
     * @return false if none is free.
     */
    boolean acquire(final PendingSend send, final int reserve) {
        send.lane = lanes.acquire(reserve, send.destination);
        if (send.lane == StagingLanes.NONE) {
            return false;
        }
        lanesTo[send.destination]++;
        return true;
    }

    /**
     * Returns where in its lane a message begins.
     */
    long start(final PendingSend send) {
        return lanes.start(send.lane);
    }

    /**
     * Copies more of a message into its lane.
     *
     * @param most bytes.
     * @return bytes copied, 0 if the lane is full, or {@link StagingLanes#CORRUPT}.
     */
    long write(final PendingSend send, final long most) {
        final Segments segments = send.segments;
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
     * Gives the lane of a message back, if it has one.
     */
    void release(final PendingSend send) {
        if (send.lane != Operation.NONE) {
            lanes.release(send.lane);
            lanesTo[send.destination]--;
            send.lane = Operation.NONE;
        }
    }

    int laneLength() {
        return lanes.laneLength();
    }

    int freeCount() {
        return lanes.freeCount();
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

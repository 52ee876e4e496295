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

import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.RefusalWords;
import io.tombolo.ringbuffers.region.RegionFile;
import io.tombolo.ringbuffers.region.StagingView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The mappings of the memory of one incarnation of a peer: some of its regions, read-only, and its staging lanes. The least recently used region makes room for
 * another. One thread at a time.
 */
final class RemoteMemory {
    /** Regions of one peer that are mapped at once. */
    static final int MAPPED_REGIONS = 64;

    private final Node node;
    private final Peer peer;
    private final RefusalWords refusals;
    private final RegionFile[] regions = new RegionFile[MAPPED_REGIONS];
    private final int[] ids = new int[MAPPED_REGIONS];
    private final long[] used = new long[MAPPED_REGIONS];
    private final boolean[] lent = new boolean[MAPPED_REGIONS];
    private long clock;
    private int last;
    private StagingView staging;

    RemoteMemory(final Node node, final Peer peer) {
        this.node = node;
        this.peer = peer;
        this.refusals = node.refusals(peer.rank(), peer.incarnation());
    }

    /** Returns the peer that the memory belongs to. */
    Peer peer() {
        return peer;
    }

    /**
     * Returns whether the pair has been given up at either end.
     */
    boolean isRefused() {
        return refusals.isRefused();
    }

    /**
     * Returns a region, and maps it first if it is not mapped.
     *
     * @param id of the region, unchecked.
     * @return null if the peer has no such region, or it cannot be mapped; the error has been reported.
     */
    RegionFile region(final int id) {
        if (ids[last] == id && regions[last] != null) {
            used[last] = ++clock;
            return regions[last];
        }
        int oldest = 0;
        for (int i = 0; i < MAPPED_REGIONS; i++) {
            if (ids[i] == id && regions[i] != null) {
                last = i;
                used[i] = ++clock;
                return regions[i];
            }
            oldest = used[i] < used[oldest] ? i : oldest;
        }
        return id > 0 ? map(oldest, id) : null;
    }

    /**
     * Returns a region for an application to read. It is never unmapped here; the collector unmaps it after the last buffer over it.
     *
     * @param id of the region, unchecked.
     * @return null if the peer has no such region, or it cannot be mapped; the error has been reported.
     */
    RegionFile lend(final int id) {
        final RegionFile region = region(id);
        lent[last] |= region != null;
        return region;
    }

    private RegionFile map(final int at, final int id) {
        try {
            final RegionFile mapped = RegionFile.attach(path(id), peer.rank(), id, node.settings().windowShift());
            unmap(at);
            regions[at] = mapped;
            node.counters().increment(Counter.REGIONS_ATTACHED);
            lent[at] = false;
            ids[at] = id;
            used[at] = ++clock;
            last = at;
            return mapped;
        } catch (final IOException exception) {
            node.error(exception);
            return null;
        }
    }

    private Path path(final int id) {
        return node.heapPath(peer.rank(), peer.incarnation(), id);
    }

    private void unmap(final int at) {
        if (regions[at] != null && !lent[at]) {
            regions[at].close();
        }
    }

    /**
     * Copies a part of a long message. If the message is staged, it copies as much as has arrived in the lanes.
     *
     * @param place    where its sender has it, unchecked.
     * @param position in that place, unchecked.
     * @param done     bytes of the message before this part.
     * @param base     array, or null.
     * @param target   offset in the array, or address.
     * @param most     bytes at most.
     * @return bytes copied, or less than 0 if there is no such place.
     */
    long copy(final long place, final long position, final long done, final Object base, final long target, final long most) {
        if (position < 0) {
            return -1;
        }
        if (Exposure.mode(place) == Exposure.REGISTERED) {
            return copyRegistered(place, position + done, base, target, most);
        }
        final StagingView view = staging();
        final int lane = Exposure.lane(place);
        final int run = Exposure.run(place);
        if (Exposure.mode(place) != Exposure.STAGED || view == null || !view.areLanes(lane, run)) {
            return -1;
        }
        return view.read(lane, run, position, done, base, target, most);
    }

    /**
     * Copies a part of a registered message.
     *
     * @param place  where its sender has it, unchecked.
     * @param from   position in that place, unchecked.
     * @param base   array, or null.
     * @param target offset in the array, or address.
     * @param length bytes.
     * @return the length, or less than 0 if the region has no such bytes.
     */
    long copyRegistered(final long place, final long from, final Object base, final long target, final long length) {
        final RegionFile region = region(Exposure.index(place));
        if (region == null || !region.contains(from, length)) {
            return -1;
        }
        region.copyOut(from, base, target, length);
        return length;
    }

    /**
     * Hands back cache lines that were read and left for later, a bounded part.
     *
     * @return whether there were any.
     */
    boolean handBack() {
        return staging != null && staging.handBack();
    }

    private StagingView staging() {
        if (staging == null) {
            try {
                staging = StagingView.attach(path(0), peer.rank(), node.settings().staging(), node.rank());
            } catch (final IOException exception) {
                node.error(exception);
            }
        }
        return staging;
    }

    /** Unmaps all, also what was lent: the application has given it back. */
    void release() {
        Arrays.fill(lent, false);
        close();
    }

    void close() {
        for (int at = 0; at < MAPPED_REGIONS; at++) {
            unmap(at);
        }
        if (staging != null) {
            staging.close();
        }
    }
}

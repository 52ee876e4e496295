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
package io.tombolo.engine.srq;

import static io.tombolo.engine.access.ApiAccess.ENDPOINTS;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.EmptyQueuePolicy;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.ReceiveQueueState;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.completion.Registered;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
import io.tombolo.ringbuffers.queue.QueueFile;
import io.tombolo.ringbuffers.queue.ReceiveCounts;
import io.tombolo.ringbuffers.queue.ReceiveQueue;
import io.tombolo.ringbuffers.queue.ReceiveSlots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A shared receive queue: checks posted buffers, and holds the messages that wait for a buffer. Posts, queries and reaps come from any
 * thread, all other calls from the progress owner.
 */
public final class SharedQueue extends Registered {
    private final QueueFiles files;
    private final Registry<RegisteredMemory> memories;
    private final RegisteredZone zone;
    private final QueueConcurrency callers;
    private final EmptyQueuePolicy policy;
    private final int size;
    private final int mostSegments;
    private ReceiveQueue queue;
    // Whether messages wait for a buffer: a hint for threads that post.
    private volatile boolean starves;

    // Belong to the progress owner.
    private final List<QueueFile> parts = new ArrayList<>();
    private final List<Attachment> attachments = new ArrayList<>();
    private UnbufferedMessage firstWaiting;
    private UnbufferedMessage lastWaiting;
    private int waitingCount;
    private int endpoints;

    /** A dispatcher that gets completions of this queue, with the number of endpoints that cause it to. */
    private static final class Attachment {
        private final Dispatcher dispatcher;
        private int endpoints;

        Attachment(final Dispatcher dispatcher) {
            this.dispatcher = dispatcher;
        }
    }

    SharedQueue(
        final QueueFiles files, final Registry<RegisteredMemory> memories, final RegisteredZone zone, final QueueConcurrency callers,
        final int size, final int mostSegments, final EmptyQueuePolicy policy) {
        this.files = files;
        this.callers = callers;
        this.memories = memories;
        this.zone = zone;
        this.size = size;
        this.mostSegments = mostSegments;
        this.policy = policy;
    }

    /** Creates the queue file, before any other thread knows this queue. */
    void open(final int zoneIndex) throws IOException {
        final QueueFile file = files.receives(this, 0, ReceiveQueue.fileLength(size, mostSegments));
        parts.add(file);
        queue = new ReceiveQueue(file.memory(), size, mostSegments, zoneIndex, callers);
    }

    /**
     * Posts a buffer of one segment. Any thread; does not allocate.
     *
     * @param memory of the buffer, or null if it is closed.
     * @param offset in the memory.
     * @param length bytes.
     * @param cookie opaque.
     * @return result for the application.
     */
    public CallResult post(final RegisteredMemory memory, final long offset, final long length, final long cookie) {
        final CallResult refusal = zone.check(memory, RegisteredMemory.LOCAL_WRITE, offset, length);
        if (refusal != CallResult.SUCCESS) {
            return queue.isClosed() ? CallResult.INVALID_HANDLE : refusal;
        }
        final int answer = queue.post(cookie, memory.handle(), offset, length);
        return answer == 0 ? CallResult.SUCCESS : refused(answer);
    }

    /**
     * Posts a buffer of several segments or none. Any thread; does not allocate.
     *
     * @param segments of the buffer, or null for none.
     * @param cookie   opaque.
     * @return result for the application.
     */
    public CallResult post(final RegionSegments segments, final long cookie) {
        if (queue.isClosed()) {
            return CallResult.INVALID_HANDLE;
        }
        final int count = segments == null ? 0 : segments.count();
        final CallResult refusal = check(segments, count);
        if (refusal != CallResult.SUCCESS) {
            return refusal;
        }
        final int slot = queue.claim();
        if (slot < 0) {
            return refused(slot);
        }
        final ReceiveSlots slots = queue.slots();
        slots.fill(slot, cookie, count);
        for (int i = 0; i < count; i++) {
            slots.fillSegment(slot, i, segments.handle(i), segments.offset(i), segments.length(i));
        }
        final int answer = queue.publish(slot);
        return answer == 0 ? CallResult.SUCCESS : refused(answer);
    }

    private static CallResult refused(final int answer) {
        return answer == ReceiveQueue.FULL ? CallResult.INSUFFICIENT_RESOURCES : CallResult.INVALID_HANDLE;
    }

    private CallResult check(final RegionSegments segments, final int count) {
        if (count > mostSegments) {
            return CallResult.INVALID_PARAMETER;
        }
        long total = 0;
        for (int i = 0; i < count; i++) {
            final CallResult refusal = zone.check(
                memories.find(segments.handle(i)), RegisteredMemory.LOCAL_WRITE, segments.offset(i), segments.length(i));
            if (refusal != CallResult.SUCCESS) {
                return refusal;
            }
            total += segments.length(i);
            if (total < 0) {
                return CallResult.INVALID_PARAMETER;
            }
        }
        return CallResult.SUCCESS;
    }

    /**
     * Takes an exact snapshot. Any thread.
     *
     * @param counts is filled.
     * @param state  of the queue.
     * @return result for the application.
     */
    CallResult query(final ReceiveQueueCounts counts, final ReceiveQueueState state) {
        final long word = queue.query();
        if (ReceiveCounts.isClosed(word)) {
            return CallResult.INVALID_HANDLE;
        }
        ENDPOINTS.fillQueue(counts, state, (ProtectionZone) zone.application(), mostSegments);
        ENDPOINTS.fillCounts(
            counts, ReceiveCounts.most(word), ReceiveCounts.available(word), ReceiveCounts.outstanding(word), queue.lowWatermark());
        return CallResult.SUCCESS;
    }

    /**
     * Frees the slot of a buffer whose completion was reaped. Any thread.
     *
     * @param slot of the buffer.
     */
    public void reap(final int slot) {
        queue.reap(slot);
    }

    /**
     * Returns whether messages wait for buffers, so that progress is needed after a post.
     *
     * @return a hint: if false is out of date, the progress owner has looked at the queue since.
     */
    public boolean starves() {
        return starves;
    }

    /**
     * Returns whether the queue was freed.
     *
     * @return true from then on.
     */
    public boolean isFreed() {
        return queue.isClosed();
    }

    ReceiveQueue queue() {
        return queue;
    }

    EmptyQueuePolicy policy() {
        return policy;
    }

    /** Arms the low watermark, and runs the action at once if there are fewer buffers already. */
    CallResult arm(final int buffers, final Runnable fired) {
        if (queue.isClosed()) {
            return CallResult.INVALID_HANDLE;
        }
        if (buffers < 0 || buffers > queue.most()) {
            return CallResult.INVALID_PARAMETER;
        }
        if (queue.arm(buffers)) {
            fired.run();
        }
        return CallResult.SUCCESS;
    }

    CallResult resize(final int most) {
        if (queue.isClosed()) {
            return CallResult.INVALID_HANDLE;
        }
        if (most < 1 || most > ReceiveCounts.MAX_SLOTS) {
            return CallResult.INVALID_PARAMETER;
        }
        if (most < queue.lowWatermark()) {
            return CallResult.INVALID_STATE;
        }
        final int more = most - queue.most();
        if (more > 0 && (!reserve(more) || !grow(most))) {
            return CallResult.INSUFFICIENT_RESOURCES;
        }
        if (!queue.resize(most)) {
            return CallResult.INVALID_STATE;
        }
        if (more < 0) {
            attachments.forEach(attachment -> attachment.dispatcher.unreserve(-more));
        }
        return CallResult.SUCCESS;
    }

    private boolean reserve(final int more) {
        for (int done = 0; done < attachments.size(); done++) {
            if (!attachments.get(done).dispatcher.reserve(more)) {
                attachments.subList(0, done).forEach(attachment -> attachment.dispatcher.unreserve(more));
                return false;
            }
        }
        return true;
    }

    private boolean grow(final int most) {
        final int more = most - queue.most();
        try {
            for (int missing = queue.chunksMissing(most); missing > 0; missing--) {
                final QueueFile chunk = files.receives(this, parts.size(), queue.chunkLength());
                parts.add(chunk);
                queue.add(chunk.memory());
            }
            return true;
        } catch (final IOException exception) {
            files.error(exception);
            attachments.forEach(attachment -> attachment.dispatcher.unreserve(more));
            return false;
        }
    }

    /** Attaches an endpoint, and reserves room at its dispatcher for every buffer of this queue; false if there is none. */
    boolean attach(final Dispatcher dispatcher) {
        Attachment attachment = find(dispatcher);
        if (attachment == null) {
            if (!dispatcher.reserve(queue.most())) {
                return false;
            }
            attachment = new Attachment(dispatcher);
            attachments.add(attachment);
        }
        attachment.endpoints++;
        endpoints++;
        return true;
    }

    void detach(final Dispatcher dispatcher) {
        final Attachment attachment = find(dispatcher);
        endpoints--;
        if (--attachment.endpoints == 0) {
            attachments.remove(attachment);
            dispatcher.unreserve(queue.most());
        }
    }

    private Attachment find(final Dispatcher dispatcher) {
        for (final Attachment attachment : attachments) {
            if (attachment.dispatcher == dispatcher) {
                return attachment;
            }
        }
        return null;
    }

    CallResult free() {
        if (queue.isClosed()) {
            return CallResult.INVALID_HANDLE;
        }
        if (endpoints > 0) {
            return CallResult.SRQ_IN_USE;
        }
        queue.close();
        parts.forEach(files::delete);
        zone.leave();
        return CallResult.SUCCESS;
    }

    UnbufferedMessage firstWaiting() {
        return firstWaiting;
    }

    void addWaiting(final UnbufferedMessage message) {
        message.next = null;
        if (firstWaiting == null) {
            firstWaiting = message;
        } else {
            lastWaiting.next = message;
        }
        lastWaiting = message;
        waiting(waitingCount + 1);
    }

    /** Removes a message from any place of the queue; {@code before} is the one before it, or null. */
    void removeWaiting(final UnbufferedMessage before, final UnbufferedMessage message) {
        if (before == null) {
            firstWaiting = message.next;
        } else {
            before.next = message.next;
        }
        if (lastWaiting == message) {
            lastWaiting = before;
        }
        message.next = null;
        waiting(waitingCount - 1);
    }

    private void waiting(final int count) {
        waitingCount = count;
        if (starves != count > 0) {
            starves = count > 0;
        }
        queue.showWaiting(count);
    }
}

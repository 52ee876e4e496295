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
package io.tombolo.tools.inspect;

import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.ringbuffers.queue.EndpointRowDescriptor;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One endpoint of a rank, from its queue file. The values may be from slightly different times.
 *
 * @param index      index of the endpoint
 * @param generation number of its connection
 * @param state      name of its state, or {@code STATE_} and its number if it is unknown
 * @param peer       rank at the other end; -1 without a connection
 * @param remote     index of the endpoint at the other end
 * @param queue      index of the receive queue
 * @param events     index of the dispatcher for receives
 * @param taken      buffers taken in this connection
 * @param completed  buffers completed in this connection
 * @param sent       messages sent in this connection
 * @param sending    sends that are not complete
 * @param waiting    messages that wait for a buffer
 * @param soft       soft high watermark of buffers in use
 * @param hard       hard high watermark of buffers in use
 * @param changedMs  when the state last changed, milliseconds since the epoch
 */
public record EndpointEntry(
    int index, int generation, String state, int peer, int remote, int queue, int events, long taken, long completed, long sent,
    int sending, int waiting, int soft, int hard, long changedMs) {

    static List<EndpointEntry> of(final AtomicBuffer file, final RankClock clock) {
        final List<EndpointEntry> entries = new ArrayList<>();
        for (int index = 0; EndpointRowDescriptor.offset(index + 1) <= file.capacity(); index++) {
            final int row = EndpointRowDescriptor.offset(index);
            final int code = file.getIntVolatile(row + EndpointRowDescriptor.STATE_OFFSET);
            if (code != 0 && code != EndpointState.FREED.code()) {
                entries.add(of(file, row, index, code, clock));
            }
        }
        return entries;
    }

    private static EndpointEntry of(final AtomicBuffer file, final int row, final int index, final int code, final RankClock clock) {
        final EndpointState state = EndpointState.of(code);
        return new EndpointEntry(
            index, file.getIntVolatile(row + EndpointRowDescriptor.GENERATION_OFFSET), state == null ? "STATE_" + code : state.name(),
            file.getIntVolatile(row + EndpointRowDescriptor.PEER_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.REMOTE_INDEX_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.QUEUE_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.RECEIVE_EVENTS_OFFSET),
            file.getLongVolatile(row + EndpointRowDescriptor.TAKEN_OFFSET),
            file.getLongVolatile(row + EndpointRowDescriptor.COMPLETED_OFFSET),
            file.getLongVolatile(row + EndpointRowDescriptor.SENT_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.SENDING_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.WAITING_OFFSET),
            file.getIntVolatile(row + EndpointRowDescriptor.SOFT_OFFSET), file.getIntVolatile(row + EndpointRowDescriptor.HARD_OFFSET),
            clock.wallMs(file.getLongVolatile(row + EndpointRowDescriptor.CHANGE_TIME_OFFSET)));
    }
}

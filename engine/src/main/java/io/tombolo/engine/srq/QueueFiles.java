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

import io.tombolo.engine.completion.Registered;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.queue.EndpointRows;
import io.tombolo.ringbuffers.queue.EventQueue;
import io.tombolo.ringbuffers.queue.QueueFile;
import io.tombolo.ringbuffers.queue.QueueFileDescriptor;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates and deletes the queue files of this rank. Any thread.
 */
final class QueueFiles {
    private final Node node;
    private final AtomicInteger numbers = new AtomicInteger(QueueFileDescriptor.ENDPOINTS_NUMBER);

    QueueFiles(final Node node) {
        this.node = node;
    }

    QueueFile events(final Registered dispatcher, final int capacity) throws IOException {
        return create(QueueFileDescriptor.EVENTS, dispatcher.handle(), 0, EventQueue.fileLength(capacity));
    }

    QueueFile receives(final Registered queue, final int part, final int length) throws IOException {
        return create(QueueFileDescriptor.RECEIVES, queue.handle(), part, length);
    }

    EndpointRows endpoints(final int most) throws IOException {
        return new EndpointRows(QueueFile.create(
            node.queuePath(QueueFileDescriptor.ENDPOINTS_NUMBER), node.rank(), QueueFileDescriptor.ENDPOINTS_NUMBER, QueueFileDescriptor.ENDPOINTS, 0, 0, 0,
            EndpointRows.fileLength(most)).memory());
    }

    private QueueFile create(final int kind, final long handle, final int part, final int length) throws IOException {
        final int number = numbers.incrementAndGet();
        return QueueFile.create(
            node.queuePath(number), node.rank(), number, kind, Handle.index(handle), Handle.generation(handle), part, length);
    }

    void delete(final QueueFile file) {
        try {
            file.delete();
        } catch (final IOException exception) {
            error(exception);
        }
    }

    void error(final IOException exception) {
        node.error(exception);
    }
}

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
package io.tombolo.engine.communicator;

import io.tombolo.engine.access.RequestDelegate;
import io.tombolo.engine.api.MessageModes;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.AwaitedOperation;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.wire.Envelope;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The state of a partitioned request: an operation for each partition. Each partition is a message of its own, in a context that the
 * communicator reserves for partitions. The tag there consists of the request's tag and the partition's number, so partitions may be sent
 * in any order.
 */
final class PartitionedState implements RequestDelegate, AwaitedOperation {
    private static final int CONTEXT = 2;
    private static final int PARTITION_BITS = 16;

    private final MessageCalls calls;
    private final Operation template;
    private final Operation[] parts;
    // 0, and 1 once a thread has marked the partition. A compare-and-set lets only one thread do so.
    private final AtomicIntegerArray marks;

    /**
     * Makes a request that is not started.
     *
     * @param calls      of the communicator.
     * @param template   prepared for the first partition, with the request's tag; it is never started itself.
     * @param partitions number of partitions, 1 to {@link MessageModes#MAX_PARTITIONS}.
     */
    PartitionedState(final MessageCalls calls, final Operation template, final int partitions) {
        if (partitions < 1 || partitions > MessageModes.MAX_PARTITIONS) {
            throw new IllegalArgumentException("partitions=" + partitions + " must be from 1 to " + MessageModes.MAX_PARTITIONS);
        }
        if (template.tag < 0 || template.tag > MessageModes.MAX_PARTITIONED_TAG) {
            throw new IllegalArgumentException(
                "tag=" + template.tag + " must be from 0 to " + MessageModes.MAX_PARTITIONED_TAG + " for partitions");
        }
        this.calls = calls;
        this.template = template;
        this.parts = new Operation[partitions];
        this.marks = new AtomicIntegerArray(template.kind.isSend() ? partitions : 0);
        for (int partition = 0; partition < partitions; partition++) {
            parts[partition] = new Operation();
        }
    }

    @Override
    public void start() {
        calls.checks().checkOpen();
        for (int partition = 0; partition < parts.length; partition++) {
            final Operation part = parts[partition];
            part.beginAs(template);
            part.offset += partition * template.length;
            part.context = calls.context() + CONTEXT;
            part.bin = Operation.NONE;
            part.tag = template.tag << PARTITION_BITS | partition;
            part.key = Envelope.key(part.context, part.tag);
        }
        for (int partition = 0; partition < parts.length; partition++) {
            if (template.kind.isSend()) {
                marks.set(partition, 0);
            } else {
                calls.submitAgain(parts[partition]);
            }
        }
    }

    @Override
    public void pready(final int partition) {
        if (!template.kind.isSend()) {
            throw new IllegalStateException("partition=" + partition + " of a partitioned receive cannot be marked");
        }
        Objects.checkIndex(partition, parts.length);
        if (!marks.compareAndSet(partition, 0, 1)) {
            throw new IllegalStateException("partition=" + partition + " was marked before in this round");
        }
        calls.submitAgain(parts[partition]);
    }

    @Override
    public boolean parrived(final int partition) {
        if (template.kind.isSend()) {
            throw new IllegalStateException("partition=" + partition + " of a partitioned send does not arrive here");
        }
        return calls.progress().test(parts[Objects.checkIndex(partition, parts.length)]);
    }

    /**
     * Returns the first partition that is not done, or else the last.
     */
    private Operation next() {
        int partition = 0;
        while (partition < parts.length - 1 && parts[partition].isDone()) {
            partition++;
        }
        return parts[partition];
    }

    @Override
    public boolean test() {
        return calls.progress().test(next()) && next().isDone();
    }

    @Override
    public boolean look() {
        return calls.progress().look(next()) && next().isDone();
    }

    @Override
    public Object worker() {
        return calls.progress().waitSteps();
    }

    @Override
    public void await(final long timeoutNs) {
        final long deadline = Deadline.after(timeoutNs);
        for (final Operation part : parts) {
            if (!calls.progress().awaitUntil(part, deadline)) {
                throw Deadline.exception(timeoutNs, calls.progress().describe(part), "the operation goes on");
            }
        }
    }

    @Override
    public boolean isDone() {
        return next().isDone();
    }

    @Override
    public void waiter(final Thread thread) {
        for (final Operation part : parts) {
            part.waiter(thread);
        }
    }

    @Override
    public int pause(final int idle, final Request[] requests, final long leftNs) {
        return calls.progress().waitSteps().step(idle, requests, leftNs);
    }

    @Override
    public void endPause(final Request[] requests) {
        calls.progress().waitSteps().end(requests);
    }

    @Override
    public Operation awaited() {
        return next();
    }

    @Override
    public void suspect() {
        calls.progress().suspect(next());
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public void finish(final Status status) {
        calls.outcomes().finish(parts, template.tag, status);
    }
}

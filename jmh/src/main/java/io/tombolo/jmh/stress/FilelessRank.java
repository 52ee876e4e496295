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
package io.tombolo.jmh.stress;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.CommandStack;
import io.tombolo.engine.progress.OwnerRole;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.matching.MatchNodeDescriptor;
import io.tombolo.matching.Matcher;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank without files. It has commands, the role of the owner and a matcher as in the engine; its ring is a count of messages. The owner
 * carries out commands and takes messages. Everything else is plain fields, so that a broken hand-over of the role would show.
 */
final class FilelessRank {
    private static final int MATCH_NODES = 4;
    private static final int KEY = 1;

    // Matchers write this memory for tools and never read it, so ranks may share it. Memory of their own would take longer than the rest of
    // a test.
    private static final int SEGMENTS = 1024;
    private static final UnsafeBuffer MEMORY =
        new UnsafeBuffer(BufferUtil.allocateDirectAligned(SEGMENTS * MATCH_NODES * MatchNodeDescriptor.NODE_LENGTH, Long.SIZE));
    private static final AtomicInteger NEXT_SEGMENT = new AtomicInteger();

    private final CommandStack commands = new CommandStack();
    private final OwnerRole role = new OwnerRole(
        ThreadLevel.MULTIPLE, commands, this::startCommands, () -> { }, new HandlerCalls(error -> { }));
    private final Matcher matcher = new Matcher((index, length) -> segment(), MATCH_NODES);
    private final Operation[] posted = new Operation[MATCH_NODES];
    // Written by the sender; partner: the load in takeArrivals.
    private final AtomicInteger sent = new AtomicInteger();
    private int taken;

    private static UnsafeBuffer segment() {
        final int length = MATCH_NODES * MatchNodeDescriptor.NODE_LENGTH;
        return new UnsafeBuffer(MEMORY, (NEXT_SEGMENT.getAndIncrement() & SEGMENTS - 1) * length, length);
    }

    static Operation operation(final Operation.Kind kind, final Operation target) {
        final Operation operation = new Operation();
        operation.begin(kind);
        operation.context = KEY;
        operation.source = KEY;
        operation.tag = KEY;
        operation.tagMask = Matcher.EXACT_TAG_MASK;
        operation.target = target;
        return operation;
    }

    /** Submits an operation from any thread, as the engine does. */
    void submit(final Operation operation) {
        commands.push(operation);
        if (role.tryEnter()) {
            role.exit();
        }
    }

    /** Adds a message, whose number is the count of messages. */
    void arrive() {
        sent.incrementAndGet();
    }

    /** Takes the messages as the owner, if the role is free. */
    void poll() {
        if (role.tryEnter()) {
            takeArrivals();
            role.exit();
        }
    }

    int unexpectedCount() {
        return matcher.unexpectedCount();
    }

    int postedCount() {
        return matcher.postedCount();
    }

    private void takeArrivals() {
        for (final int last = sent.get(); taken < last;) {
            taken++;
            final int node = matcher.findPosted(KEY, KEY, KEY);
            if (node == Matcher.NULL_NODE) {
                matcher.addUnexpected(KEY, KEY, KEY, taken, taken);
            } else {
                unpost(node).complete(KEY, KEY, taken, taken);
            }
        }
    }

    private Operation unpost(final int node) {
        final Operation operation = posted[(int) matcher.handle(node)];
        matcher.remove(node);
        operation.node = Operation.NONE;
        return operation;
    }

    private void startCommands() {
        for (Operation operation = commands.takeAll(); operation != null;) {
            final Operation next = operation.nextCommand;
            start(operation);
            operation = next;
        }
    }

    private void start(final Operation operation) {
        if (operation.kind == Operation.Kind.CANCEL) {
            if (operation.target.node != Operation.NONE) {
                unpost(operation.target.node).complete(Outcome.CANCELLED);
            }
            return;
        }
        final int node = matcher.findUnexpected(operation.context, operation.source, operation.tag, operation.tagMask);
        if (operation.kind == Operation.Kind.PROBE) {
            operation.complete(KEY, KEY, node == Matcher.NULL_NODE ? 0 : matcher.handle(node), 0);
        } else if (node == Matcher.NULL_NODE) {
            final int place = posted[0] == null ? 0 : 1;
            posted[place] = operation;
            operation.node = matcher.addPosted(operation.context, operation.source, operation.tag, operation.tagMask, place);
        } else {
            final long number = matcher.handle(node);
            matcher.remove(node);
            operation.complete(KEY, KEY, number, number);
        }
    }

    /** Returns the number of the message that completed an operation; 0 if none did, -1 if it was cancelled, -2 if it is not done. */
    static int result(final Operation operation) {
        if (!operation.isDone()) {
            return -2;
        }
        final Status status = new Status();
        operation.fill(status);
        return status.outcome() == Outcome.CANCELLED ? -1 : (int) status.length();
    }
}

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
package io.tombolo.jmh.match;

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.CommandStack;
import io.tombolo.engine.progress.OwnerRole;
import io.tombolo.matching.Matcher;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Receives that several threads post at once, each then waiting for its message: the threads share the role of progress owner as they do
 * in an engine, and the owner takes arrivals from one slot for each thread, which stands for a ring.
 */
public final class PostPath {
    private static final int CONTEXT = 1;
    private static final int SLOT_LENGTH = 128;
    private static final int SPINS_BEFORE_YIELD = 200;

    /** Who pairs. */
    public enum Structure {
        /** One matcher; receives come through the command stack. */
        MATCHER,
        /** Bins that every thread may match in; only without wildcards. */
        BINS
    }

    private final Structure structure;
    private final CommandStack commands = new CommandStack();
    private final OwnerRole role;
    private final Matcher matcher;
    private final ExactBins bins;
    private final Operation[] receives;
    private final Operation[] messages;
    private final AtomicBuffer slots;

    /**
     * Nothing under way but receives that stay posted.
     *
     * @param structure that pairs.
     * @param threads   that will post.
     * @param depth     of the receives that stay.
     */
    public PostPath(final Structure structure, final int threads, final int depth) {
        this.structure = structure;
        matcher = MatchLoad.matcher(depth + 2 * threads);
        bins = new ExactBins(structure == Structure.BINS ? depth + 2 * threads : 1);
        receives = new Operation[threads];
        messages = new Operation[threads];
        for (int i = 0; i < threads; i++) {
            receives[i] = new Operation();
            messages[i] = new Operation();
        }
        slots = new UnsafeBuffer(ByteBuffer.allocateDirect((threads + 1) * SLOT_LENGTH).alignedSlice(SLOT_LENGTH));
        role = new OwnerRole(ThreadLevel.MULTIPLE, commands, this::startCommands, () -> { });
        for (int i = 0; i < depth; i++) {
            keep(i);
        }
    }

    private void keep(final int key) {
        if (structure == Structure.MATCHER) {
            matcher.addPosted(CONTEXT, receives.length, key, Matcher.EXACT_TAG_MASK, -1);
        } else {
            final Operation receive = new Operation();
            prepare(receive, Operation.Kind.RECEIVE, receives.length, key);
            bins.match(receive);
        }
    }

    private static void prepare(final Operation operation, final Operation.Kind kind, final int source, final int tag) {
        operation.begin(kind);
        operation.context = CONTEXT;
        operation.source = source;
        operation.tag = tag;
        operation.tagMask = Matcher.EXACT_TAG_MASK;
    }

    /**
     * Posts a receive, lets its message arrive, and waits for it.
     *
     * @param thread number of the calling thread, from 0.
     * @param tag    of both.
     */
    public void postAndAwait(final int thread, final int tag) {
        final Operation receive = receives[thread];
        prepare(receive, Operation.Kind.RECEIVE, thread, tag);
        if (structure == Structure.MATCHER) {
            post(receive);
        } else if (bins.match(receive) != null) {
            complete(receive);
        }
        // Release; partner: the volatile load in poll.
        slots.putLongOrdered(thread * SLOT_LENGTH, tag + 1L);
        int spins = 0;
        while (!receive.isDone()) {
            if (role.tryEnter()) {
                poll();
                role.exit();
            } else if (++spins % SPINS_BEFORE_YIELD == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** As an engine does: started at once by whoever can become the owner. */
    private void post(final Operation receive) {
        if (role.tryEnter()) {
            start(receive);
            role.exit();
        } else {
            commands.push(receive);
        }
    }

    private static void complete(final Operation receive) {
        receive.complete(receive.source, receive.tag, 0, 0);
    }

    private void startCommands() {
        Operation receive = commands.takeAll();
        while (receive != null) {
            final Operation next = receive.nextCommand;
            start(receive);
            receive = next;
        }
    }

    private void start(final Operation receive) {
        final int message = matcher.findUnexpected(CONTEXT, receive.source, receive.tag, receive.tagMask);
        if (message != Matcher.NULL_NODE) {
            matcher.remove(message);
            complete(receive);
        } else {
            matcher.addPosted(CONTEXT, receive.source, receive.tag, receive.tagMask, receive.source);
        }
    }

    /** A turn of the owner: commands first, then what has arrived. */
    private void poll() {
        startCommands();
        for (int source = 0; source < receives.length; source++) {
            final long word = slots.getLongVolatile(source * SLOT_LENGTH);
            if (word != 0) {
                slots.putLong(source * SLOT_LENGTH, 0);
                arrive(source, (int) (word - 1));
            }
        }
    }

    private void arrive(final int source, final int tag) {
        if (structure == Structure.BINS) {
            prepare(messages[source], Operation.Kind.SEND, source, tag);
            final Operation receive = bins.match(messages[source]);
            if (receive != null) {
                complete(receive);
            }
            return;
        }
        final int node = matcher.findPosted(CONTEXT, source, tag);
        if (node == Matcher.NULL_NODE) {
            matcher.addUnexpected(CONTEXT, source, tag, 0, 0);
        } else {
            final Operation receive = receives[(int) matcher.handle(node)];
            matcher.remove(node);
            complete(receive);
        }
    }
}

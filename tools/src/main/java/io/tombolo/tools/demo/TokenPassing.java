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
package io.tombolo.tools.demo;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Status;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Passes several tokens from rank to rank at the same time. No rank knows who sends to it next, so every receive is from any source. At the
 * end rank 0 checks that each token took its path, and that the ranks have received every hop. Used by one thread of each rank.
 */
final class TokenPassing {
    /** Number of hops of each token. */
    static final int HOPS = 2_500;

    private final Communicator world;
    private final TokenPath path;
    private final UnsafeBuffer message = new UnsafeBuffer(ByteBuffer.allocateDirect(TokenDescriptor.LENGTH));
    private final Status status = new Status();
    private final long[] word = new long[1];
    private long count;

    /**
     * Prepares the tokens.
     *
     * @param world communicator of at least two ranks
     */
    TokenPassing(final Communicator world) {
        this.world = world;
        this.path = new TokenPath(world.size());
    }

    /** Other ranks: pass tokens on until rank 0 sends {@link TokenDescriptor#STOP}, then send it their count of tokens. */
    void pass() {
        receive();
        while (token() != TokenDescriptor.STOP) {
            passOn();
            receive();
        }
        word[0] = count;
        world.send(word, 0, 1, 0, DemoTags.TOKEN_COUNT);
    }

    /**
     * Rank 0: starts the tokens, passes them on like the other ranks, and checks each token that returns after its last hop.
     *
     * @param report gets progress and results
     * @throws DemoFailure if a token took a wrong path, or the counts are wrong
     */
    void lead(final Report report) {
        final long startNs = System.nanoTime();
        final int tokens = world.size();
        for (int token = 0; token < tokens; token++) {
            message.putLong(TokenDescriptor.TRACE_OFFSET, 0);
            message.putInt(TokenDescriptor.TOKEN_OFFSET, token);
            send(1, path.next(token, 1, 0));
        }
        int home = 0;
        while (home < tokens) {
            receive();
            if (hop() > HOPS) {
                home++;
                checkTrace();
            } else {
                passOn();
            }
            if (report.isDue()) {
                report.progress(tokens + " tokens", count, (long) HOPS);
            }
        }
        checkCounts((long) tokens * HOPS);
        report.line("  verified: %d tokens, %,d hops, each received from any source, in %s",
            tokens, (long) tokens * HOPS, ReadableNumbers.seconds(System.nanoTime() - startNs));
    }

    private void receive() {
        world.recv(message, 0, TokenDescriptor.LENGTH, Communicator.ANY_SOURCE, DemoTags.TOKEN, status);
    }

    private void passOn() {
        count++;
        final int self = world.rank();
        message.putLong(
            TokenDescriptor.TRACE_OFFSET, path.trace(message.getLong(TokenDescriptor.TRACE_OFFSET), status.source(), self));
        final int hop = hop() + 1;
        send(hop, hop > HOPS ? 0 : path.next(token(), hop, self));
    }

    private void send(final int hop, final int to) {
        message.putInt(TokenDescriptor.HOP_OFFSET, hop);
        world.send(message, 0, TokenDescriptor.LENGTH, to, DemoTags.TOKEN);
    }

    private int token() {
        return message.getInt(TokenDescriptor.TOKEN_OFFSET);
    }

    private int hop() {
        return message.getInt(TokenDescriptor.HOP_OFFSET);
    }

    private void checkTrace() {
        if (message.getLong(TokenDescriptor.TRACE_OFFSET) != path.traceOf(token(), HOPS)) {
            throw new DemoFailure("token " + token() + " took a wrong path");
        }
    }

    private void checkCounts(final long expected) {
        message.putInt(TokenDescriptor.TOKEN_OFFSET, TokenDescriptor.STOP);
        for (int rank = 1; rank < world.size(); rank++) {
            world.send(message, 0, TokenDescriptor.LENGTH, rank, DemoTags.TOKEN);
        }
        long sum = count;
        for (int rank = 1; rank < world.size(); rank++) {
            world.recv(word, 0, 1, rank, DemoTags.TOKEN_COUNT, null);
            sum += word[0];
        }
        if (sum != expected) {
            throw new DemoFailure("the ranks received " + sum + " tokens, not " + expected);
        }
    }
}

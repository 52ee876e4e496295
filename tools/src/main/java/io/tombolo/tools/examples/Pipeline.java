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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Blocks of numbers flow from rank to rank, and none is ever copied. Each rank reads a block in the memory where its neighbour wrote it,
 * and writes the next block in the memory from which it is sent. This memory is limited, so a rank that is ahead waits for those behind
 * it.
 */
public final class Pipeline {
    private static final long CLAIM_BYTES = 1 << 20;
    private static final int BLOCK_BYTES = 64 << 10;
    private static final int BLOCKS = 500;
    private static final int BLOCK = 1;

    private Pipeline() {
    }

    /**
     * Runs one rank: the source (the first), a stage that doubles every number, or the sink (the last).
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        // claimBytes limits the memory in which messages are written in place.
        try (Engine engine = Engine.launch(new EngineContext().claimBytes(CLAIM_BYTES))) {
            // A Claim and a Message are made once and used for every block.
            final Claim claim = new Claim();
            final Message message = new Message();
            for (int block = 0; block < BLOCKS; block++) {
                if (engine.rank() == 0) {
                    produce(engine.world(), block, claim);
                } else {
                    // Waits for the next block and takes it, without copying it into a buffer.
                    engine.world().mprobe(engine.rank() - 1, BLOCK, message);
                    consume(engine.world(), block, message, claim);
                    // Gives the memory of the block back to its sender.
                    message.close();
                }
            }
            if (engine.rank() == engine.size() - 1) {
                System.out.println(
                    BLOCKS + " blocks of " + BLOCK_BYTES + " bytes came through " + engine.size() + " ranks, all as expected");
            }
        }
    }

    private static void produce(final Communicator world, final int block, final Claim claim) {
        // Waits until there is memory for the message, and lends it.
        world.claim(BLOCK_BYTES, world.rank() + 1, BLOCK, claim);
        final MutableDirectBuffer out = claim.buffer();
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            out.putLong(i, block + i);
        }
        // Sends the message.
        claim.commit();
    }

    private static void consume(final Communicator world, final int block, final Message message, final Claim claim) {
        final DirectBuffer in = message.buffer();
        if (world.rank() == world.size() - 1) {
            check(in, block, world.rank() - 1);
            return;
        }
        world.claim(message.length(), world.rank() + 1, BLOCK, claim);
        final MutableDirectBuffer out = claim.buffer();
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            out.putLong(i, 2 * in.getLong(i));
        }
        claim.commit();
    }

    private static void check(final DirectBuffer in, final int block, final int doublings) {
        for (int i = 0; i < BLOCK_BYTES; i += Long.BYTES) {
            if (in.getLong(i) != (long) (block + i) << doublings) {
                throw new IllegalStateException("block " + block + " has " + in.getLong(i) + " at " + i);
            }
        }
    }
}

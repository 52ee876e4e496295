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
import java.security.MessageDigest;

/**
 * The part of every rank but 0: receives its pieces of the file in order, and compares their digest with the one that rank 0 sends. Used by
 * one thread.
 */
final class FileReceiver {
    /** Answer to rank 0 if the digests differ; if they are equal, the answer is the number of bytes. */
    static final long DIFFERENT = -1;

    private final Communicator world;
    private final byte[] piece = new byte[FilePart.GET.pieceLength()];
    private final long[] word = new long[1];
    private final Status status = new Status();
    private final MessageDigest digest = Sha256.start();
    private long received;

    /**
     * Allocates the buffers.
     *
     * @param world communicator of all ranks
     */
    FileReceiver(final Communicator world) {
        this.world = world;
    }

    /**
     * Receives the pieces, compares the digests, and answers rank 0.
     *
     * @return the answer
     */
    long run() {
        world.recv(word, 0, 1, 0, DemoTags.PLAN, null);
        final DemoPlan plan = new DemoPlan(word[0], world.size() - 1);
        for (final FilePart part : FilePart.values()) {
            if (plan.length(part) > 0) {
                receive(plan, part);
                world.barrier();
            }
        }
        final byte[] expected = new byte[Sha256.LENGTH];
        world.recv(expected, 0, Sha256.LENGTH, 0, DemoTags.DIGEST, null);
        word[0] = MessageDigest.isEqual(expected, digest.digest()) ? received : DIFFERENT;
        world.send(word, 0, 1, 0, DemoTags.VERDICT);
        return word[0];
    }

    private void receive(final DemoPlan plan, final FilePart part) {
        final long pieces = plan.pieces(part);
        for (long i = plan.firstPiece(world.rank()); i < pieces; i += plan.workers()) {
            world.recv(piece, 0, piece.length, 0, part.tag(), status);
            if (status.length() != plan.pieceLength(part, i)) {
                throw new DemoFailure("piece " + i + " (" + part.label() + ") has " + status.length() + " bytes, not "
                    + plan.pieceLength(part, i));
            }
            digest.update(piece, 0, (int) status.length());
            received += status.length();
        }
    }
}

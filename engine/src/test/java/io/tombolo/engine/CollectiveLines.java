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
package io.tombolo.engine;

import io.tombolo.ringbuffers.collective.CollectiveFileDescriptor;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Looks from outside which collective calls a rank has entered.
 */
public final class CollectiveLines {
    private CollectiveLines() {
    }

    /**
     * Adds the words of all lines in the first file of a rank: each call of the rank in any of its groups makes the sum larger.
     *
     * @param job  of the rank, in its first incarnation.
     * @param rank to look at.
     * @return sum of the numbers of calls.
     */
    public static long sum(final LocalJob job, final int rank) {
        long sum = 0;
        try (MappedFile file = MappedFile.attach(EngineAccess.node(job.engine(rank)).job().collectivePath(rank, 1, 0), -1, true)) {
            final UnsafeBuffer memory = file.buffer(0, (int) file.length());
            for (int slot = 0; slot < CollectiveFileDescriptor.SLOTS; slot++) {
                final int line = CollectiveFileDescriptor.slotOffset(slot) + CollectiveSlotDescriptor.LINE_OFFSET;
                for (int index = 0; index < CollectiveSlotDescriptor.LINES; index++) {
                    sum += CollectiveSlotDescriptor.call(memory.getLongVolatile(line + index * CollectiveSlotDescriptor.LINE_DISTANCE));
                }
            }
            return sum;
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

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
package io.tombolo.ringbuffers.pair;

import static io.tombolo.ringbuffers.pair.PairFileDescriptor.DESTINATION_INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.DESTINATION_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.LAYOUT_HASH;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.LAYOUT_HASH_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.MAGIC;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.SECTION_ALIGNMENT;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.SOURCE_INCARNATION_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.SOURCE_OFFSET;
import static io.tombolo.ringbuffers.pair.PairFileDescriptor.fileLength;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The header of a pair file. The source writes it before the file has its name; everybody else checks it.
 */
final class PairHeader {
    private PairHeader() {
    }

    static void write(final MappedFile file, final PairEnds pair) {
        final UnsafeBuffer header = file.buffer(0, SECTION_ALIGNMENT);
        header.putLong(MAGIC_OFFSET, MAGIC);
        header.putInt(LAYOUT_HASH_OFFSET, LAYOUT_HASH);
        header.putInt(SOURCE_OFFSET, pair.source());
        header.putInt(SOURCE_INCARNATION_OFFSET, pair.sourceIncarnation());
        header.putInt(DESTINATION_OFFSET, pair.destination());
        header.putInt(DESTINATION_INCARNATION_OFFSET, pair.destinationIncarnation());
    }

    /** Maps a pair file if it is the expected one. The message of a refusal is one line that begins with the path. */
    static MappedFile attach(final Path path, final PairGeometry geometry, final PairEnds pair, final boolean readOnly)
        throws IOException {
        final MappedFile file = MappedFile.attach(path, fileLength(geometry), readOnly);
        final UnsafeBuffer header = file.buffer(0, SECTION_ALIGNMENT);
        if (header.getLong(MAGIC_OFFSET) != MAGIC || header.getInt(LAYOUT_HASH_OFFSET) != LAYOUT_HASH || !isOf(header, pair)) {
            file.close();
            throw new IOException(path + " is not the pair file from " + pair);
        }
        return file;
    }

    private static boolean isOf(final UnsafeBuffer header, final PairEnds pair) {
        return header.getInt(SOURCE_OFFSET) == pair.source() &&
            header.getInt(SOURCE_INCARNATION_OFFSET) == pair.sourceIncarnation() &&
            header.getInt(DESTINATION_OFFSET) == pair.destination() &&
            header.getInt(DESTINATION_INCARNATION_OFFSET) == pair.destinationIncarnation();
    }
}

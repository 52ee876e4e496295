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
package io.tombolo.extensions.journal.excerpt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Walks the documents of one file of a queue, while it is written or later. A document is a word with its length and state, then its bytes,
 * up to a multiple of 4. The file is read, never mapped: a file that was cut cannot end the process. One thread at a time.
 */
final class QueueFile implements AutoCloseable {
    /** What lies at the present position. */
    enum Place {
        /** A complete document with data. */
        DATA,
        /** Nothing yet, or a document that is being written. */
        NOTHING,
        /** The file is closed: the next one follows. */
        CLOSED,
        /** The file ends within a document, or its length is impossible. */
        CUT
    }

    private static final int WORD = Integer.BYTES;
    private static final int NOT_COMPLETE = 0x8000_0000;
    private static final int META_DATA = 0x4000_0000;
    private static final int LENGTH = 0x3fff_ffff;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer word = ByteBuffer.allocateDirect(WORD).order(ByteOrder.LITTLE_ENDIAN);
    private long position;
    private int length;

    QueueFile(final Path path) throws IOException {
        this.path = path;
        this.channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    Path path() {
        return path;
    }

    /** Returns the offset of the place that {@link #look} has found. */
    long position() {
        return position;
    }

    /** Skips metadata, and says what follows. */
    Place look() throws IOException {
        while (true) {
            word.clear();
            if (channel.read(word, position) < WORD) {
                return position < channel.size() ? Place.CUT : Place.NOTHING;
            }
            final int header = word.getInt(0);
            if (header == QueueFiles.END_OF_FILE) {
                return Place.CLOSED;
            }
            if (header == 0 || (header & NOT_COMPLETE) != 0) {
                return Place.NOTHING;
            }
            length = header & LENGTH;
            if (position + WORD + length > channel.size()) {
                return Place.CUT;
            }
            if ((header & META_DATA) == 0) {
                return length > ExcerptFormat.MAX_LENGTH ? Place.CUT : Place.DATA;
            }
            skip();
        }
    }

    /** Moves behind the document that {@link #look} has found. */
    void skip() {
        position += WORD + length + 3 & -WORD;
    }

    /** Reads the document that {@link #look} has found; returns its length, or -1 if the file was cut meanwhile. */
    int read(final ByteBuffer target) throws IOException {
        target.clear().limit(length);
        while (target.hasRemaining()) {
            if (channel.read(target, position + WORD + target.position()) < 0) {
                return -1;
            }
        }
        return length;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

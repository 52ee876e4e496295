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
package io.tombolo.ringbuffers.job;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The process that holds a rank's lock, as it writes itself into the lock file: what is looked for where the rank has no
 * {@link LivenessSocket}, or it cannot be reached. A pid alone would be somebody else's one day, so its start is part of it, in the clock
 * ticks of the system, which do not change with the wall clock. A pid of another namespace, as that of another container, says nothing.
 *
 * @param isAtSocket whether the rank has a socket.
 * @param pid        in its namespace.
 * @param start      of the process, in ticks since the system started.
 * @param namespace  of its pid, as the system names it.
 */
record LockHolderProcess(boolean isAtSocket, long pid, long start, String namespace) {
    private static final int MOST_BYTES = 256;
    private static final int WORDS = 4;
    private static final String SOCKET = "socket";
    private static final String PROCESS = "process";
    private static final String UNKNOWN = "-";
    private static final Path PROC = Path.of("/proc");
    /** Of the fields of a process after its name, which may contain anything but ends at the last bracket. */
    private static final int START_FIELD = 19;

    /** This process. */
    static LockHolderProcess own(final boolean isAtSocket) {
        final long pid = ProcessHandle.current().pid();
        try {
            return new LockHolderProcess(isAtSocket, pid, startOf(pid), ownNamespace());
        } catch (final IOException | RuntimeException untold) {
            return new LockHolderProcess(isAtSocket, pid, 0, UNKNOWN);
        }
    }

    /** Reads what the holder has written; null if it has written nothing. */
    static LockHolderProcess read(final FileChannel channel) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        channel.read(bytes, 0);
        // Behind the line may be the end of a longer one, of a holder that was killed.
        final String[] words = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip().split("\\s+");
        try {
            return words.length < WORDS ? null :
                new LockHolderProcess(SOCKET.equals(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]), words[WORDS - 1]);
        } catch (final NumberFormatException damaged) {
            return null;
        }
    }

    void write(final FileChannel channel) throws IOException {
        final String line = (isAtSocket ? SOCKET : PROCESS) + " " + pid + " " + start + " " + namespace + "\n";
        channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /**
     * Whether the process is there.
     *
     * @return true if it is, or may be; false if it is gone, or its pid means nothing here.
     */
    boolean isSeen() {
        try {
            return !UNKNOWN.equals(namespace) && namespace.equals(ownNamespace()) && startOf(pid) == start;
        } catch (final NoSuchFileException gone) {
            return false;
        } catch (final IOException | RuntimeException cannotLook) {
            return true;
        }
    }

    private static String ownNamespace() throws IOException {
        return Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
    }

    /** Of a process that has ended and is not yet waited for: 0. */
    private static long startOf(final long pid) throws IOException {
        final String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return "ZX".contains(fields[0]) ? 0 : Long.parseLong(fields[START_FIELD]);
    }
}

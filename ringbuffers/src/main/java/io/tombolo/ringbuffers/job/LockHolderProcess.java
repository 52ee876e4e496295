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
 * The process that holds a rank's lock, as it records itself in the lock file. A prober looks for this process if the rank has no
 * {@link LivenessSocket}, or cannot be reached by it. A pid may be reused, so the start of the process is recorded too, in clock ticks of
 * the system, which do not change with the wall clock. A pid of another namespace, such as another container, identifies nothing here.
 *
 * @param isAtSocket whether the rank has a socket.
 * @param pid        of the process in its namespace.
 * @param start      of the process, in ticks since the system started.
 * @param namespace  of the pid, as the system names it.
 */
record LockHolderProcess(boolean isAtSocket, long pid, long start, String namespace) {
    private static final int MOST_BYTES = 256;
    private static final int WORDS = 4;
    private static final String SOCKET = "socket";
    private static final String PROCESS = "process";
    private static final String UNKNOWN = "-";
    private static final Path PROC = Path.of("/proc");
    /** Index of the start among the fields behind the process name. The name may contain anything; the last bracket ends it. */
    private static final int START_FIELD = 19;

    /** Returns the record of this process. */
    static LockHolderProcess own(final boolean isAtSocket) {
        final long pid = ProcessHandle.current().pid();
        try {
            return new LockHolderProcess(isAtSocket, pid, startOf(pid), ownNamespace());
        } catch (final IOException | RuntimeException untold) {
            return new LockHolderProcess(isAtSocket, pid, 0, UNKNOWN);
        }
    }

    /** Reads the record of the holder; null if there is none. */
    static LockHolderProcess read(final FileChannel channel) throws IOException {
        final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
        channel.read(bytes, 0);
        // The rest of a longer line may follow, of an earlier holder that was killed.
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
     * Returns whether the process may still run.
     *
     * @return true if it runs, or this cannot be found out; false if it is gone, or its pid has no meaning in this namespace.
     */
    boolean mayRun() {
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

    /** Returns the start of a process; 0 for one that has ended and whose parent has not yet waited for it. */
    private static long startOf(final long pid) throws IOException {
        final String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return "ZX".contains(fields[0]) ? 0 : Long.parseLong(fields[START_FIELD]);
    }
}

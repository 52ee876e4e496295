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
package io.tombolo.tools.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Passes input from the terminal to rank 0 while this process is in the foreground. Rank 0 must not read the terminal itself: it runs in a
 * session of its own, so in the background it would take lines that are typed for the shell. The rank may be replaced by another process,
 * which gets the input that the first one did not take.
 */
final class TerminalInput implements Runnable {
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STAT = Path.of("/proc/self/stat");
    private static final long PAUSE_MS = 100;
    private static final int BUFFER_LENGTH = 4096;
    /** Indexes of fields of {@code /proc/PID/stat} after the name of the command. */
    private static final int GROUP = 2;
    private static final int FOREGROUND_GROUP = 5;

    private final InputStream terminal;
    private final BooleanSupplier isWanted;
    private final BooleanSupplier isForeground;
    private OutputStream rank;
    private boolean ended;

    /**
     * Prepares to read a terminal.
     *
     * @param terminal     input of the terminal; a read fails if this process is in the background
     * @param rank         gets the input; closed at the end of the input
     * @param isWanted     false when no process of the rank will read any more
     * @param isForeground whether this process is in the foreground and may read the terminal
     */
    TerminalInput(final InputStream terminal, final OutputStream rank, final BooleanSupplier isWanted, final BooleanSupplier isForeground) {
        this.terminal = terminal;
        this.rank = rank;
        this.isWanted = isWanted;
        this.isForeground = isForeground;
    }

    /** Whether the standard input of this process is a terminal; false if this is not known. */
    static boolean isThere() {
        try {
            return Files.readSymbolicLink(STANDARD_INPUT).toString().matches("/dev/(pts/|tty|console).*");
        } catch (final IOException unknown) {
            return false;
        }
    }

    /** Whether this process is in the foreground of its terminal, or has no terminal. */
    static boolean isForeground() {
        try {
            return isForeground(Files.readString(STAT, StandardCharsets.ISO_8859_1));
        } catch (final IOException unknown) {
            return true;
        }
    }

    /** Whether a process is in the foreground of its terminal, or has no controlling terminal. */
    static boolean isForeground(final String stat) {
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return fields[FOREGROUND_GROUP].equals(fields[GROUP]) || fields[FOREGROUND_GROUP].equals("-1");
    }

    /** Passes the rest of the input to another process of the rank. Any thread may call it. */
    synchronized void turnTo(final OutputStream other) throws IOException {
        rank = other;
        notifyAll();
        if (ended) {
            other.close();
        }
    }

    @Override
    public void run() {
        final byte[] buffer = new byte[BUFFER_LENGTH];
        try {
            int length = 0;
            while (length >= 0 && isWanted.getAsBoolean()) {
                length = isForeground.getAsBoolean() ? read(buffer) : 0;
                if (length > 0) {
                    deliver(buffer, length);
                } else if (length == 0) {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
                }
            }
            end();
        } catch (final IOException expected) {
            // The rank has ended or has closed its input.
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void deliver(final byte[] buffer, final int length) throws InterruptedException {
        for (OutputStream target = rank(); !isWritten(target, buffer, length);) {
            target = awaitOther(target);
            if (target == null) {
                return;
            }
        }
    }

    private static boolean isWritten(final OutputStream target, final byte[] buffer, final int length) {
        try {
            target.write(buffer, 0, length);
            target.flush();
            return true;
        } catch (final IOException closed) {
            return false;
        }
    }

    /** Waits for another process of the rank. Returns null if there will be none. */
    private synchronized OutputStream awaitOther(final OutputStream old) throws InterruptedException {
        while (rank == old && isWanted.getAsBoolean()) {
            wait(PAUSE_MS);
        }
        return rank == old ? null : rank;
    }

    private synchronized OutputStream rank() {
        return rank;
    }

    private synchronized void end() throws IOException {
        ended = true;
        rank.close();
    }

    /** Reads from the terminal. Returns 0 if this process is in the background, and -1 at the end of the input. */
    private int read(final byte[] buffer) {
        try {
            return terminal.read(buffer);
        } catch (final IOException background) {
            return 0;
        }
    }
}

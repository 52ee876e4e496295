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
package io.tombolo.extensions.journal.record;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The free space of the file system of a journal. Recording pauses while there is less than the floor, or when the system refuses space
 * although there seems to be some, and goes on when there is room again. One thread at a time.
 */
final class FreeSpace {
    /** Room above the floor at which a pause ends, so that it does not begin again at once. */
    static final long MARGIN = 4L << 20;

    private static final long LARGEST_DEFAULT = 256L << 20;
    private static final long SMALLEST_DEFAULT = 8L << 20;
    private static final int DEFAULT_SHARE = 16;
    private static final long REFUSAL_PAUSE_NS = TimeUnit.SECONDS.toNanos(5);
    private static final double MIB = 1 << 20;

    private final FileStore store;
    private final Path directory;
    private final long floor;
    private final Consumer<String> warnings;
    private boolean isPaused;
    private long refusedNs;
    private boolean isRefused;
    private boolean isRetrying;

    /** Looks at the file system of a directory that exists. */
    FreeSpace(final Path directory, final long floorBytes, final Consumer<String> warnings) throws IOException {
        this.store = Files.getFileStore(directory);
        this.directory = directory;
        this.floor = floorBytes == RecorderOptions.DEFAULT ? defaultFloor(store.getTotalSpace()) : floorBytes;
        this.warnings = warnings;
    }

    /** 256 MiB; of a smaller file system a sixteenth, but at least 8 MiB, two blocks of a queue. */
    static long defaultFloor(final long totalBytes) {
        return Math.min(LARGEST_DEFAULT, Math.max(SMALLEST_DEFAULT, totalBytes / DEFAULT_SHARE));
    }

    /** Returns whether recording pauses. */
    boolean isPaused() {
        return isPaused;
    }

    /** Looks again, and begins or ends a pause. */
    void look() throws IOException {
        final long usable = store.getUsableSpace();
        if (!isPaused && usable < floor) {
            pause(usable);
        } else if (isPaused && usable >= floor + MARGIN && !(isRefused && System.nanoTime() - refusedNs < REFUSAL_PAUSE_NS)) {
            isPaused = false;
            isRetrying |= isRefused;
            isRefused = false;
            if (!isRetrying) {
                warnings.accept(directory + ": there is room again (" + mib(usable) + "), recording goes on");
            }
        }
    }

    /** Returns whether that many bytes may be taken. If not, a pause begins. */
    boolean mayTake(final long bytes) throws IOException {
        if (!isPaused) {
            final long usable = store.getUsableSpace();
            if (usable - bytes < floor) {
                pause(usable);
            }
        }
        return !isPaused;
    }

    /** Begins a pause, because the system has refused space. */
    void refused(final IOException why) {
        isRefused = true;
        refusedNs = System.nanoTime();
        if (!isPaused) {
            isPaused = true;
            if (!isRetrying) {
                final String reason =
                    why instanceof FileSystemException file && file.getReason() != null ? file.getReason() : why.getMessage();
                warnings.accept(directory + ": " + reason + ": recording pauses until there is room, and looks every 5 s; make room");
            }
        }
    }

    /** Begins a pause, because the system has no inode left for a file, or the user no quota. Another refusal is thrown. */
    void refusedToCreate(final FileSystemException why) throws FileSystemException {
        // The classes below it stand for other refusals, such as that of access.
        if (why.getClass() != FileSystemException.class) {
            throw why;
        }
        refused(why);
    }

    /** Takes note that the system has given space. */
    void granted() {
        if (isRetrying) {
            isRetrying = false;
            warnings.accept(directory + ": there is room again, recording goes on");
        }
    }

    private void pause(final long usable) {
        isPaused = true;
        warnings.accept(directory + ": " + mib(usable) + " free, and the floor is " + mib(floor) +
            ": recording pauses until there is room; make room, or lower --floor");
    }

    private static String mib(final long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / MIB);
    }
}

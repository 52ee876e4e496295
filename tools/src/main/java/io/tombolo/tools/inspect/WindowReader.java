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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.window.LockMode;
import io.tombolo.ringbuffers.window.LockReading;
import io.tombolo.ringbuffers.window.WindowFile;
import io.tombolo.ringbuffers.window.WindowLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads all windows of a job: those in direct mode, where each part has a file with its lock, and those in packet mode.
 */
final class WindowReader {
    private static final Pattern FILE = Pattern.compile("window-(\\d{1,4})\\.(\\d{1,7})-(\\d{1,9})\\.dat");
    private static final String MODE = "direct";
    private static final String NONE = "none";

    private final JobDirectory job;

    WindowReader(final JobDirectory job) {
        this.job = job;
    }

    /** All windows, by id and rank. */
    List<WindowView> read() throws IOException {
        final List<WindowView> windows = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(job.path(), "window-*.dat")) {
            for (final Path file : files) {
                final Matcher name = FILE.matcher(file.getFileName().toString());
                if (name.matches() && isPresent(Integer.parseInt(name.group(1)), Integer.parseInt(name.group(2)))) {
                    windows.add(read(file, Integer.parseInt(name.group(1)), Integer.parseInt(name.group(3))));
                }
            }
        }
        for (int rank = 0; rank < job.size(); rank++) {
            windows.addAll(PacketWindows.read(job, rank));
        }
        windows.sort(Comparator.comparingInt(WindowView::window).thenComparingInt(WindowView::rank));
        return windows;
    }

    /** Whether this is the last incarnation of a rank. The files of those before it are about to be deleted. */
    private boolean isPresent(final int rank, final int incarnation) {
        return rank < job.size() && job.incarnation(rank) == incarnation;
    }

    private WindowView read(final Path path, final int rank, final int window) {
        try (WindowFile file = WindowFile.attach(path, rank, window, job.size(), true, MappedFile.WINDOW_SHIFT)) {
            return view(rank, window, file.data().length(), LockReading.of(file.header()));
        } catch (final IOException | IllegalArgumentException ex) {
            return WindowView.unreadable(rank, window, MODE, ex.getMessage());
        }
    }

    private WindowView view(final int rank, final int window, final long length, final LockReading lock) {
        final List<Integer> holders = new ArrayList<>(lock.shared());
        final List<WindowView.Waiter> waiters = new ArrayList<>();
        if (lock.exclusive() != null) {
            if (lock.closing()) {
                waiters.add(new WindowView.Waiter(lock.exclusive().rank(), label(LockMode.EXCLUSIVE), RankClock.UNKNOWN));
            } else {
                holders.add(lock.exclusive().rank());
            }
        }
        for (final LockReading.Waiter waiter : lock.waiters()) {
            if (waiter.type() != null) {
                waiters.add(new WindowView.Waiter(
                    waiter.rank(), label(waiter.type()), RankClock.of(job, waiter.rank()).wallMs(waiter.sinceNano())));
            }
        }
        return new WindowView(rank, window, MODE, length, "", label(lock.type()), lock.closing(), holders, waiters, lock.bypasses(),
            lock.bypassLimit(), lock.taintedBy() == WindowLock.NOBODY ? -1 : lock.taintedBy());
    }

    private static String label(final LockMode hold) {
        return hold == null ? NONE : hold.name().toLowerCase(Locale.ROOT);
    }
}

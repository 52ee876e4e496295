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

import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.job.LaunchLock;
import io.tombolo.ringbuffers.job.LockProbe;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a job while a launcher runs it.
 * <p>
 * While this object is open, the launcher holds a file lock in the directory ({@code launch.lock}), which the system releases when the
 * launcher dies. A directory made for the launch is removed after success. After a failure it stays for the inspector; of such
 * directories in one parent only the newest {@link #KEPT} are kept. A directory that existed before is never removed.
 */
public final class LaunchDirectory implements AutoCloseable {
    /**
     * Number of directories of failed jobs that are kept in one parent.
     */
    public static final int KEPT = 3;

    private static final String PREFIX = "run-";
    private static final FileAttribute<?> PRIVATE = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path path;
    private final boolean isCreated;
    private final LaunchLock lock;

    private LaunchDirectory(final Path path, final boolean isCreated) throws IOException {
        this.path = path;
        this.isCreated = isCreated;
        this.lock = LaunchLock.take(path);
    }

    /**
     * Creates a new directory with mode 0700 and a unique name.
     *
     * @param parent parent of the directory, created if it is missing
     * @return the open directory
     * @throws IOException if it cannot be created
     */
    public static LaunchDirectory fresh(final Path parent) throws IOException {
        Files.createDirectories(parent, PRIVATE);
        removeOldest(parent);
        return new LaunchDirectory(JobLocation.fresh(parent, PREFIX).path(), true);
    }

    /**
     * Opens a directory, which is created if it is missing.
     *
     * @param path  path of the directory
     * @param group of users that share it; {@link OwnerOnly#NO_GROUP} for none
     * @return the open directory
     * @throws IOException if it cannot be created or another launcher uses it
     */
    public static LaunchDirectory of(final Path path, final String group) throws IOException {
        final Path absolute = path.toAbsolutePath().normalize();
        return new LaunchDirectory(absolute, JobLocation.at(absolute).make(group));
    }

    /**
     * Whether a launcher in another process uses a directory.
     *
     * @param directory any directory
     * @return true if a launcher holds its lock, or the lock cannot be probed
     */
    public static boolean isHeld(final Path directory) {
        try {
            return LaunchLock.isHeld(directory);
        } catch (final IOException unreadable) {
            return true;
        }
    }

    /**
     * The path of the directory.
     *
     * @return an absolute path
     */
    public Path path() {
        return path;
    }

    /**
     * Closes a directory whose job failed. It stays; older ones in the same parent may be removed.
     *
     * @throws IOException if an older one cannot be removed
     */
    public void keep() throws IOException {
        Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis()));
        close();
        final Path parent = path.getParent();
        if (isCreated && path.getFileName().toString().startsWith(PREFIX)) {
            removeOldest(parent);
        }
    }

    /**
     * Closes a directory whose job ended well, and removes it if it was made for the launch. It stays while a rank that others have started
     * is alive in it; the last rank removes it then.
     *
     * @throws IOException if it cannot be removed
     */
    public void remove() throws IOException {
        LaunchLock.delete(path);
        close();
        if (isCreated && isDead(path)) {
            delete(path);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private static void removeOldest(final Path parent) throws IOException {
        final List<Path> dead;
        try (Stream<Path> entries = Files.list(parent)) {
            dead = entries
                .filter(entry -> entry.getFileName().toString().startsWith(PREFIX) && isDead(entry))
                .sorted(Comparator.comparing(LaunchDirectory::modified).reversed())
                .skip(KEPT)
                .toList();
        }
        for (final Path old : dead) {
            delete(old);
        }
    }

    /** Whether neither the launcher nor a rank holds a lock in a directory, and no rank shows another sign of life. */
    private static boolean isDead(final Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".lock")).allMatch(LaunchDirectory::isFree) &&
                JobLocation.at(directory).aliveRank() < 0;
        } catch (final IOException ex) {
            return false;
        }
    }

    private static boolean isFree(final Path lockFile) {
        try {
            return !LockProbe.isHeld(lockFile);
        } catch (final IOException unreadable) {
            return false;
        }
    }

    private static FileTime modified(final Path directory) {
        try {
            return Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS);
        } catch (final IOException ex) {
            return FileTime.fromMillis(0);
        }
    }

    private static void delete(final Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // Another launcher removes the same old directory.
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path visited, final IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}

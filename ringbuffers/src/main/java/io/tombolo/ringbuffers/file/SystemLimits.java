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
package io.tombolo.ringbuffers.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * The limits of this process, and the reason why the system may have refused a file. The system's messages are localised, so they are not
 * parsed: limits and owners are read after a failure. Without {@code /proc} nothing is known.
 *
 * @param openFiles     number of files that this process has open; {@link #UNLIMITED} if not even one more can be opened to count them
 * @param mostOpenFiles most files that it may have open, {@code ulimit -n}
 * @param longestFile   longest file that it may write, {@code ulimit -f}, in bytes
 */
public record SystemLimits(long openFiles, long mostOpenFiles, long longestFile) {
    /** No limit. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final String MOST_OPEN_FILES = "Max open files";
    private static final String LONGEST_FILE = "Max file size";
    /** Most files that are closed between a refusal and the count after it. */
    private static final int FEW = 4;
    /** Only a leak reaches a limit of this many files or more, so files are not counted before a failure then. */
    private static final int MANY = 4096;
    private static final String ELSEWHERE = "choose another directory (TOMBOLO_DIR, --dir)";

    /**
     * Reads the limits of this process.
     *
     * @return the limits.
     */
    public static SystemLimits ofProcess() {
        if (!Files.exists(LIMITS)) {
            return new SystemLimits(0, UNLIMITED, UNLIMITED);
        }
        try {
            final List<String> limits = Files.readAllLines(LIMITS);
            return new SystemLimits(openFilesNow(), soft(limits, MOST_OPEN_FILES), soft(limits, LONGEST_FILE));
        } catch (final IOException full) {
            // Not even the file with the limits can be opened.
            return new SystemLimits(UNLIMITED, UNLIMITED, UNLIMITED);
        }
    }

    /** Returns the soft limit, from a line such as "Max file size  unlimited  unlimited  bytes". */
    static long soft(final List<String> limits, final String name) {
        for (final String line : limits) {
            if (line.startsWith(name)) {
                final String value = line.substring(name.length()).strip().split(" +")[0];
                final long limit = value.equals("unlimited") ? UNLIMITED : Long.parseUnsignedLong(value);
                return limit < 0 ? UNLIMITED : limit;
            }
        }
        return UNLIMITED;
    }

    /** Counts the open files, without the one that is open to count them. */
    private static long openFilesNow() throws IOException {
        long count = -1;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
            for (final Path ignored : files) {
                count++;
            }
        }
        return count;
    }

    /**
     * Returns whether this process may have so few files open that it can run out of them without a leak.
     *
     * @return true if a few thousand are too many.
     */
    public static boolean areFilesFew() {
        try {
            return Files.exists(LIMITS) && soft(Files.readAllLines(LIMITS), MOST_OPEN_FILES) < MANY;
        } catch (final IOException full) {
            return true;
        }
    }

    /**
     * Refuses an operation that would run out of files, if the limit is low.
     *
     * @param needed files that will be opened.
     * @throws RefusedFileException if this process may not open so many more; the message is one line.
     */
    public static void checkOpenFiles(final int needed) throws RefusedFileException {
        if (!areFilesFew()) {
            return;
        }
        final SystemLimits limits = ofProcess();
        if (limits.openFiles > limits.mostOpenFiles - needed) {
            throw new RefusedFileException(
                "cannot open enough files: " + needed + " more are needed, and " + limits.openFilesText(), null);
        }
    }

    /**
     * Says why the system has refused an operation, if that can be found out.
     *
     * @param failure that was caught.
     * @param length  of the file that was being written, in bytes; 0 for none.
     * @return a {@link RefusedFileException}, or the failure itself if nothing is known about it.
     */
    public static IOException explain(final IOException failure, final long length) {
        if (failure instanceof RefusedFileException || failure instanceof NoSuchFileException
            || failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException) {
            return failure;
        }
        final String finding = failure instanceof AccessDeniedException denied ? access(Path.of(denied.getFile())) :
            failure.getCause() instanceof OutOfMemoryError ? "no more memory can be mapped: raise ulimit -v or sysctl vm.max_map_count" :
            ofProcess().finding(length) + readOnly(failure);
        return finding.isEmpty() ? failure : new RefusedFileException(failure.getMessage() + ": " + finding, failure);
    }

    /**
     * Says why the system has refused an operation, as an unchecked exception.
     *
     * @param failure that was caught.
     * @return with the message and the cause that {@link #explain(IOException, long)} finds.
     */
    public static UncheckedIOException unchecked(final IOException failure) {
        final IOException explained = explain(failure, 0);
        return new UncheckedIOException(explained.getMessage(), explained);
    }

    /**
     * Says why a text names no file.
     *
     * @param failure that was caught.
     * @return one line.
     */
    public static String explain(final InvalidPathException failure) {
        return failure.getInput().indexOf(0) >= 0 ? failure.getMessage() :
            failure.getInput() + ": this process cannot name such a path, its locale has only the characters of " +
                System.getProperty("sun.jnu.encoding") + "; set LC_ALL=C.UTF-8";
    }

    /** Describes the limit that was reached; empty if none was. */
    private String finding(final long length) {
        if (openFiles > mostOpenFiles - FEW || openFiles == UNLIMITED) {
            return openFilesText();
        }
        return length <= longestFile ? "" : "this process may write files of at most " + longestFile + " bytes, and this one needs " +
            length + ": raise the limit (ulimit -f unlimited)";
    }

    private String openFilesText() {
        return "this process has opened " + (openFiles == UNLIMITED ? "all files" : openFiles + " of the " + mostOpenFiles + " files") +
            " that it may have open: raise the limit (ulimit -n 1024)";
    }

    private static String readOnly(final IOException failure) {
        try {
            final Path file = failure instanceof FileSystemException known && known.getFile() != null ? Path.of(known.getFile()) : null;
            final Path there = file == null ? null : Files.exists(file) ? file : file.toAbsolutePath().getParent();
            return there != null && Files.getFileStore(there).isReadOnly() ? "it is mounted read-only; " + ELSEWHERE : "";
        } catch (final IOException unknown) {
            return "";
        }
    }

    /** Describes the owner of a file that this process may not access. */
    private static String access(final Path file) {
        for (Path there = file.toAbsolutePath(); there != null; there = there.getParent()) {
            try {
                final PosixFileAttributes attributes =
                    Files.readAttributes(there, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                return "access denied, " + there + " belongs to " + attributes.owner().getName() + " (" +
                    PosixFilePermissions.toString(attributes.permissions()) + ") and this process runs as " +
                    OwnerOnly.currentUser(there).getName() + "; give it access, or " + ELSEWHERE;
            } catch (final IOException deeper) {
                continue;
            }
        }
        return "access denied; " + ELSEWHERE;
    }
}

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
package io.tombolo.tools.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The file of a report. It appears under its name only when it is complete, and takes the place of nothing but a former report. Only its
 * owner may read it, as the files of the job.
 */
public final class ReportFile {
    private static final int HEAD_LENGTH = 512;

    private ReportFile() {
    }

    /**
     * Checks whether a report may be written, before the work is done.
     *
     * @param file   to write
     * @param forced whether it may take the place of any file
     * @throws IOException if it may not, or the present file cannot be read; the message is one line that says what to do
     */
    public static void check(final Path file, final boolean forced) throws IOException {
        if (!Files.isDirectory(parent(file))) {
            throw new IOException(parent(file) + " is not a directory; make it, or choose another one");
        }
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!Files.isRegularFile(file)) {
            throw new IOException(file + " is not a file; '--html -' writes to standard output");
        }
        if (!forced && !isReport(file)) {
            throw new IOException(file + " exists and is no report; choose another name, or add --force");
        }
    }

    /**
     * Writes a report to a file with another name, and moves it to its place.
     *
     * @param file   to write
     * @param page   the page, in ASCII
     * @param forced whether it may take the place of any file
     * @throws IOException as {@link #check}, or if it cannot be written; then nothing is left behind
     */
    public static void write(final Path file, final String page, final boolean forced) throws IOException {
        final Path part = Files.createTempFile(parent(file), "." + file.getFileName() + "-", ".part");
        try {
            Files.writeString(part, page, StandardCharsets.US_ASCII);
            check(file, forced);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static Path parent(final Path file) {
        final Path absolute = file.toAbsolutePath().normalize();
        return absolute.getParent() == null ? absolute : absolute.getParent();
    }

    private static boolean isReport(final Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD_LENGTH), StandardCharsets.US_ASCII).contains(ReportPage.MARK);
        }
    }
}

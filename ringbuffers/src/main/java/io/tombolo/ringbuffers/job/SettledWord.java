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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;

/**
 * A word that the ranks of a job settle, whatever dies when: the first that one of them names is the word of all, for good. A consensus
 * object (Herlihy 1991), wait-free: a symbolic link, which the kernel makes with its text in one step, or not at all if there is one. Takes
 * no memory of the job's file system, so that a full one is no hindrance. It is never followed; it goes with the job.
 * <p>
 * <b>Threading:</b> any thread of any rank; not disturbed by an interrupt.
 */
public final class SettledWord {
    private static final int HEX = 16;

    private SettledWord() {
    }

    /**
     * Settles a word: makes it this one, unless it is settled.
     *
     * @param job    joined.
     * @param group  what the word is about, together with the number; used once in a job.
     * @param number of the word, not negative.
     * @param word   that this rank names.
     * @return that word, or the one that another rank has named before.
     * @throws IOException if the directory is gone or cannot be written, or somebody else has put something in this place; one line.
     */
    public static long settle(final JobDirectory job, final long group, final long number, final long word) throws IOException {
        final Path path = JobPaths.settled(job.path(), group, number);
        try {
            Files.createSymbolicLink(path, Path.of(Long.toHexString(word)));
            return word;
        } catch (final FileAlreadyExistsException settled) {
            return read(path);
        } catch (final NoSuchFileException e) {
            throw new IOException(path + ": cannot be made, the job directory is gone", e);
        }
    }

    private static long read(final Path path) throws IOException {
        final String text;
        try {
            text = Files.readSymbolicLink(path).toString();
        } catch (final NotLinkException e) {
            throw new IOException(path + ": refused, not a settled word", e);
        }
        try {
            return Long.parseUnsignedLong(text, HEX);
        } catch (final NumberFormatException e) {
            throw new IOException(path + ": refused, \"" + text + "\" is no word", e);
        }
    }
}

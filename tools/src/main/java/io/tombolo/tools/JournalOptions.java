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
package io.tombolo.tools;

import io.tombolo.ringbuffers.flight.StreamFileDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The options of {@code run} for a journal.
 */
final class JournalOptions {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([KM]?)");

    @Option(names = "--journal", paramLabel = "DIR", description = {
        "Record all messages of the ranks in a journal ('tombolo journal' reads it). A process of its own records, starts before the ranks "
            + "and ends after them. What it cannot read in time is missing, and counted."
    })
    private Path journal;

    @Option(names = "--journal-floor", paramLabel = "SIZE", description = {
        "Free space that the journal leaves, such as 512M; 'tombolo journal record --help' says more."
    })
    private String floor;

    @Option(names = "--journal-keep-bytes", paramLabel = "SIZE", description = "Delete the oldest files of the journal above this size.")
    private String keepBytes;

    @Option(names = "--journal-keep-age", paramLabel = "TIME", description = "Delete files of the journal that are older, such as 7d.")
    private String keepAge;

    @Option(names = "--lossless", description = {
        "With --journal: a rank waits for the recorder instead of overwriting events that are not recorded, at most for "
            + "tombolo.flight.wait.ms (here 1000 by default) without progress of the recorder."
    })
    private boolean lossless;

    @Option(names = "--payload", arity = "0..1", fallbackValue = "16M", paramLabel = "SIZE", description = {
        "With --journal: record the bytes of messages, too. A rank keeps SIZE of them for the recorder (16M by default), a power of two "
            + "from 64K to 512M."
    })
    private String payload;

    JournalOptions() {
    }

    /** Sets the journal of a run, if there is to be one. */
    void applyTo(final JobRun run) throws IOException {
        final List<String> options = new ArrayList<>();
        add(options, "--floor", floor);
        add(options, "--keep-bytes", keepBytes);
        add(options, "--keep-age", keepAge);
        final long payloadBytes = payload == null ? 0 : payloadBytes(payload);
        if (journal != null) {
            run.journal(Installation.extension("journal"), journal, options, lossless).payload(payloadBytes);
        } else if (!options.isEmpty() || lossless || payload != null) {
            throw new CommandFailure(ExitStatus.USAGE, "options of a journal need --journal");
        }
    }

    /** Returns a number of bytes that ranks take. */
    static long payloadBytes(final String text) {
        final Matcher size = SIZE.matcher(text);
        final long bytes = size.matches() ? Long.parseLong(size.group(1)) << shift(size.group(2)) : 0;
        if (!StreamFileDescriptor.isCapacity(bytes)) {
            throw new CommandFailure(ExitStatus.USAGE, "--payload=" + text + " must be a power of two from 64K to 512M");
        }
        return bytes;
    }

    private static int shift(final String unit) {
        return switch (unit) {
            case "K" -> 10;
            case "M" -> 20;
            default -> 0;
        };
    }

    private static void add(final List<String> options, final String name, final String value) {
        if (value != null) {
            options.add(name);
            options.add(value);
        }
    }
}

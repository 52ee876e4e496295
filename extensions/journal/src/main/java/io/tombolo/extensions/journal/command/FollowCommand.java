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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code follow}: prints the events of a journal as they are recorded.
 */
@Command(name = "follow", description = {"Print events as they are recorded, until Ctrl-C. Ranks that join later are followed, too.", ""})
final class FollowCommand implements Callable<Integer> {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LOOKS_UNTIL_LISTING = 25;
    private static final int EVENTS_A_LOOK = 4096;

    private final PrintStream out;
    private final PrintStream err;
    private EventPrinter printer;
    private final Map<JournalRank, JournalCursor> cursors = new LinkedHashMap<>();
    // Ranks whose cursors stand at an event that is not printed yet.
    private final Set<JournalRank> heads = new LinkedHashSet<>();
    private final Set<JournalRank> ended = new HashSet<>();
    private final Set<JournalRank> damaged = new HashSet<>();

    @Parameters(paramLabel = "DIR", description = "Directory of the journal, or of one job in it.")
    private Path journal;

    @Option(names = "--all", description = "Begin with the oldest event. Default: with the next one.")
    private boolean isAll;

    @Mixin
    private EventFilter filter;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    FollowCommand(final PrintStream out, final PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException {
        printer = new EventPrinter(out, filter.parsed(), EventFormat.TEXT, 0);
        if (!list()) {
            err.println("tombolo journal: " + journal + ": there is no journal yet; waiting for it");
        }
        if (!isAll) {
            skip();
        }
        for (int look = 1; !out.checkError(); look++) {
            if (!print()) {
                LockSupport.parkNanos(PAUSE_NS);
                if (Thread.interrupted()) {
                    break;
                }
            }
            if (look % LOOKS_UNTIL_LISTING == 0) {
                list();
            }
        }
        return damaged.isEmpty() ? JournalMain.DONE : JournalMain.FAILED;
    }

    /** Opens ranks that are new; returns false if there is no journal. */
    private boolean list() throws IOException {
        if (Files.exists(journal) && !Files.isDirectory(journal)) {
            throw new JournalException(journal + ": not a directory");
        }
        try {
            final Journal opened = Journal.open(journal);
            printer.nameJobs(opened);
            for (final JournalRank rank : opened) {
                if (filter.takes(rank) && !ended.contains(rank)) {
                    cursors.computeIfAbsent(rank, JournalRank::cursor);
                }
            }
            return true;
        } catch (final JournalException none) {
            return false;
        }
    }

    private void skip() throws IOException {
        for (final JournalRank rank : List.copyOf(cursors.keySet())) {
            while (advances(rank)) {
                Thread.onSpinWait();
            }
        }
    }

    /** Prints what is new in the order of times, and flushes it by the check of the output; returns false if there was nothing. */
    private boolean print() throws IOException {
        for (final JournalRank rank : List.copyOf(cursors.keySet())) {
            if (!heads.contains(rank) && advances(rank)) {
                heads.add(rank);
            }
        }
        final boolean isAny = !heads.isEmpty();
        for (int i = 0; i < EVENTS_A_LOOK && !heads.isEmpty(); i++) {
            JournalRank first = null;
            for (final JournalRank rank : heads) {
                if (first == null || cursors.get(rank).event().epochNs() < cursors.get(first).event().epochNs()) {
                    first = rank;
                }
            }
            printer.print(cursors.get(first).event());
            if (!advances(first)) {
                heads.remove(first);
            }
        }
        return isAny;
    }

    /** Goes to the next event of a rank. Reports damage once, and closes a rank that has ended. */
    private boolean advances(final JournalRank rank) throws IOException {
        final JournalCursor cursor = cursors.get(rank);
        String damage = "";
        boolean isOver = false;
        try {
            if (cursor.next()) {
                return true;
            }
            damage = cursor.damage();
            isOver = cursor.hasEnded();
        } catch (final JournalException refused) {
            damage = refused.getMessage();
            isOver = true;
        }
        if (!damage.isEmpty() && damaged.add(rank)) {
            Damages.report(List.of(damage), out, err);
        }
        if (isOver) {
            cursors.remove(rank);
            ended.add(rank);
            cursor.close();
        }
        return false;
    }
}

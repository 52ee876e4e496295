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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.extensions.journal.record.RecordedRank;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command that follows a journal: it waits for one, keeps the order of times, and reports damage.
 */
@Timeout(30)
class FollowTest {
    private static final int RING = 1024;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Thread thread;

    @TempDir
    private Path directory;

    private String path(final String name) {
        return directory.resolve(name).toString();
    }

    /** Records two ranks of a job that waits for a third one, so its files stay. */
    private void record() throws IOException {
        try (RecordedRank zero = new RecordedRank(directory.resolve("job"), 0, 3, RING);
            RecordedRank one = new RecordedRank(directory.resolve("job"), 1, 3, RING)) {
            for (int i = 0; i < 4; i++) {
                zero.record(64);
                one.record(64);
            }
        }
        final PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        assertThat(JournalMain.execute(nowhere, nowhere, "record", path("job"), "--to", path("journal"), "--floor", "0")).isZero();
    }

    private static void await(final ByteArrayOutputStream stream, final String text) {
        while (!stream.toString(StandardCharsets.UTF_8).contains(text)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("the test has exceeded its time limit");
            }
        }
    }

    private FutureTask<Integer> follow() {
        final FutureTask<Integer> task = new FutureTask<>(() -> JournalMain.execute(
            new PrintStream(out, false, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8), "follow",
            path("journal"), "--all"));
        thread = new Thread(task, "follow");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    @Test
    void shouldWaitForAJournal() throws Exception {
        final FutureTask<Integer> task = follow();
        await(err, "tombolo journal: " + path("journal") + ": there is no journal yet; waiting for it\n");
        record();
        await(out, "  0.1  --- end");
        await(out, "  1.1  --- end");
        thread.interrupt();
        assertThat(task.get()).isZero();
    }

    @Test
    void shouldKeepTheOrderOfTimes() throws Exception {
        record();
        final FutureTask<Integer> task = follow();
        await(out, "  0.1  --- end");
        await(out, "  1.1  --- end");
        thread.interrupt();
        assertThat(task.get()).isZero();
        final List<String> times = out.toString(StandardCharsets.UTF_8).lines().map(line -> line.substring(0, 30)).toList();
        assertThat(times).hasSize(2 * 256 + 4).isSorted();
    }

    @Test
    void shouldReportACut() throws Exception {
        record();
        final Path file = QueueFiles.of(Journal.open(directory.resolve("journal")).ranks().get(0).path()).get(0);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(QueueFiles.end(file).position() - Integer.BYTES);
        }
        final FutureTask<Integer> task = follow();
        await(out, "  1.1  --- end");
        await(err, "tombolo journal: " + file + ": cut in the middle of a record, at byte ");
        thread.interrupt();
        assertThat(task.get()).isOne();
        assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1);
    }
}

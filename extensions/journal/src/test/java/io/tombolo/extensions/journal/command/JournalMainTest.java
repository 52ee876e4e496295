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
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The commands: what they print of a small journal, and how they refuse.
 */
@Timeout(30)
class JournalMainTest {
    private static final int RING = 64;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private int run(final String... arguments) {
        out.reset();
        err.reset();
        try (PrintStream output = new PrintStream(out, false, StandardCharsets.UTF_8);
            PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8)) {
            return JournalMain.execute(output, errors, arguments);
        }
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private String error() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private String path(final String name) {
        return directory.resolve(name).toString();
    }

    /** Records two ranks, the first of which has overwritten some events. */
    private void record() throws IOException {
        new RecordedRank(directory.resolve("job"), 0, 3, RING).record(100).close();
        new RecordedRank(directory.resolve("job"), 1, 3, RING).record(10).close();
        assertThat(run("record", path("job"), "--to", path("journal"), "--floor", "1M")).isZero();
        assertThat(error()).isEqualTo(
            "tombolo journal: recorded 73 events of 2 ranks, 1 gap with 37 missing events in " + path("journal") + "\n");
    }

    @Test
    void shouldListAndCount() throws IOException {
        record();
        assertThat(run("ls", path("journal"))).isZero();
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1).split(" +")).startsWith(
            Long.toHexString(Journal.open(directory.resolve("journal")).ranks().get(0).jobId()), "0", "1", "-", "left", "63", "1", "37");
        assertThat(lines().get(2).split(" +")).contains("left", "10", "0");
        assertThat(run("stats", path("journal"), "--rank", "0")).isZero();
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1)).contains("missing: recorder away").contains(" 37 ");
        assertThat(lines().get(2)).contains("received").contains(" 63 ");
    }

    @Test
    void shouldTellJobsApart() throws IOException {
        for (int job = 0; job < 2; job++) {
            new RecordedRank(directory.resolve("job" + job), 0, 2, RING).record(5).close();
            assertThat(run("record", path("job" + job), "--to", path("journal"), "--floor", "1M")).isZero();
        }
        final String first = Long.toHexString(Journal.open(directory.resolve("journal")).ranks().get(0).jobId());
        assertThat(run("dump", path("journal"))).isZero();
        assertThat(lines()).hasSize(14).filteredOn(line -> line.contains("Z  " + first + "  0.1  ")).hasSize(7);
        assertThat(run("stats", path("journal"))).isZero();
        assertThat(lines()).hasSize(3).filteredOn(line -> line.startsWith(first)).hasSize(1).allMatch(line -> line.contains(" 5 "));
        assertThat(run("dump", path("journal"), "--job", first)).isZero();
        assertThat(lines()).hasSize(7);
        assertThat(run("dump", path("journal"), "--job", "x")).isEqualTo(2);
    }

    @Test
    void shouldPrintInEachForm() throws IOException {
        record();
        assertThat(run("dump", path("journal"))).isZero();
        assertThat(lines()).hasSize(73 + 5);
        assertThat(lines()).anyMatch(line -> line.contains("--- gap: 37 events missing from #0 on (recorder away) ---"))
            .anyMatch(line -> line.contains("--- end: left, closed, 100 events in all ---"))
            .anyMatch(line -> line.endsWith(
                "  1.1  #3        received             peer 3  tag 3  length 3  number 3  context 1  detail 3"));
        assertThat(run("export", "--format", "json", path("journal"), "--rank", "1", "--peer", "3", "--tag", "3,4")).isZero();
        assertThat(lines()).hasSize(3).anyMatch(line -> line.endsWith(
            "\"record\":\"event\",\"position\":3,\"kind\":\"received\",\"detail\":3,"
                + "\"peer\":3,\"context\":1,\"tag\":3,\"length\":3,\"number\":3}"));
        assertThat(run("export", "--format", "csv", path("journal"), "--to", "2001-01-01T00:00:00Z")).isZero();
        assertThat(lines()).containsExactly(
            "time,job,rank,incarnation,record,position,kind,detail,peer,context,tag,length,number,missing");
        assertThat(run("export", "--format", "csv", path("journal"), "--rank", "0")).isZero();
        assertThat(lines()).allMatch(line -> line.chars().filter(c -> c == ',').count() == 13);
    }

    @Test
    void shouldSayWhereAFileWasCut() throws IOException {
        record();
        final Path file = QueueFiles.of(Journal.open(directory.resolve("journal")).ranks().get(0).path()).get(0);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(QueueFiles.end(file).position() - Integer.BYTES);
        }
        assertThat(run("dump", path("journal"))).isEqualTo(1);
        assertThat(lines()).hasSize(73 + 4);
        assertThat(error()).startsWith("tombolo journal: " + file + ": cut in the middle of a record, at byte ")
            .endsWith("; what comes before it can be read\n");
        assertThat(run("ls", path("journal"))).isEqualTo(1);
    }

    @Test
    void shouldReadTheOtherRecordsAndRanksBesideDamage() throws IOException {
        record();
        final Path file = QueueFiles.of(Journal.open(directory.resolve("journal")).ranks().get(0).path()).get(0);
        final byte[] whole = Files.readAllBytes(file);
        final int count = new String(whole, StandardCharsets.ISO_8859_1).lastIndexOf("count") + "count".length();
        for (int number = 0; number < 256; number++) {
            final byte[] damaged = whole.clone();
            damaged[count] = (byte) number;
            damaged[count + 1] = (byte) (number * 37);
            if (damaged[count] == whole[count]) {
                continue;
            }
            Files.write(file, damaged);
            assertThat(run("ls", path("journal"))).isEqualTo(1);
            assertThat(lines()).hasSize(3);
            assertThat(lines().get(1).split(" +")).contains("left", "0");
            assertThat(error()).matches("tombolo journal: " + file + ": the record at byte \\d+ is damaged; the others can be read\n");
            assertThat(run("dump", path("journal"))).isEqualTo(1);
            assertThat(lines()).hasSize(10 + 5);
        }
        Files.write(file, whole);
        assertThat(run("ls", path("journal"))).isZero();
    }

    @Test
    void shouldReadTheOtherRanksBesideARefusedOne() throws IOException {
        record();
        final Path file = QueueFiles.of(Journal.open(directory.resolve("journal")).ranks().get(0).path()).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf("tombolo") + "tombolo".length() + 1] = 7;
        Files.write(file, bytes);
        for (final String command : List.of("ls", "dump", "stats")) {
            assertThat(run(command, path("journal"))).isEqualTo(1);
            assertThat(out.toString(StandardCharsets.UTF_8)).contains(" 10 ");
            assertThat(error()).isEqualTo(
                "tombolo journal: " + file + ": has format version 7, this library reads versions 1 to 2\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        dump none | 1 | tombolo journal dump: none: there is no such directory
        record none --to x/y | 1 | no such job
        record none --to x/y --floor much | 2 | --floor takes bytes such as 512M or 20G, not much; see
        record none --to x/y --keep-age 7 | 2 | --keep-age takes a duration such as 90s, 30m, 36h or 7d, not 7; see
        dump . --from noon | 2 | --from takes a time such as 2026-11-27T09:30:00Z, or without Z for local time, not noon; see
        export . | 2 | tombolo journal export: Missing required option
        open . | 2 | tombolo journal: Unmatched argument
        '' | 2 | no command given; see 'tombolo journal --help'
        """)
    void shouldRefuseInOneLine(final String arguments, final int status, final String line) {
        final String[] words = arguments.isEmpty() ? new String[0] : arguments.replace("x/y", path("y")).split(" ");
        assertThat(run(words)).isEqualTo(status);
        assertThat(error()).contains(line).hasLineCount(1);
    }

    @Test
    void shouldExplainItself() {
        for (final String command : List.of("record", "ls", "dump", "follow", "stats", "export")) {
            assertThat(run(command, "--help")).isZero();
            assertThat(lines().get(0)).startsWith("Usage: tombolo journal " + command);
        }
    }
}

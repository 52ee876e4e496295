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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.tools.Screen;
import io.tombolo.tools.inspect.JobCopies;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The numbers of a report are those of what the job has done, and texts of the job are only texts in the page.
 */
@Timeout(30)
class ReportTest {
    private static final UnsafeBuffer DATA = new UnsafeBuffer(new byte[1 << 16]);
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>&\"'\u202e";

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private LocalJob job = LocalJob.of(3, JobCopies::small);

    @AfterEach
    void close() {
        job.close();
    }

    private PageReading report() {
        return report(job.directory());
    }

    private PageReading report(final Path directory) {
        return new PageReading(screen.ok("report", directory.toString(), "--html", "-"));
    }

    private void exchange(final int from, final int to, final int length, final int times) {
        for (int i = 0; i < times; i++) {
            final Request send = job.engine(from).world().isend(DATA, 0, length, to, 7);
            final Request receive = job.engine(to).world().irecv(DATA, 0, length, from, 7);
            while (!send.test() || !receive.test()) {
                job.step();
            }
        }
        // A rank publishes the state of a peer every 64 turns.
        for (int turn = 0; turn < job.size() * 64; turn++) {
            job.engine(from).poll();
        }
    }

    /** Ten short messages take a half slot each; three in packets and one in a region take two half slots each. */
    @Test
    void shouldCountMessagesAndBytesOfEachPair() {
        exchange(0, 1, 8, 10);
        exchange(0, 2, 200, 3);
        final MemoryRegion region = job.engine(1).allocate(1 << 16);
        final Request send = new Request();
        job.engine(1).world().isend(region, 0, 60_000, 2, 9, send);
        final Request receive = job.engine(2).world().irecv(DATA, 0, 60_000, 1, 9);
        while (!send.test() || !receive.test()) {
            job.step();
        }
        exchange(1, 2, 0, 1);
        final PageReading page = report();
        assertThat(page.json("version")).isEqualTo(1L);
        assertThat(page.json("pairs")).isEqualTo(StrictJson.parse("""
            [{"source": 0, "destination": 1, "messages": 10, "bytes": 320, "ringBytes": 320, "besideRingBytes": 0},
             {"source": 0, "destination": 2, "messages": 3, "bytes": 792, "ringBytes": 192, "besideRingBytes": 600},
             {"source": 1, "destination": 2, "messages": 2, "bytes": 60096, "ringBytes": 96, "besideRingBytes": 60000}]"""));
        assertThat(page.table("pairs")).containsExactly(
            List.of("1", "2", "2", "60096", "96", "60000"), List.of("0", "2", "3", "792", "192", "600"),
            List.of("0", "1", "10", "320", "320", "0"));
        assertThat(page.texts("//svg[@class='heat']/rect/title")).containsExactly(
            "0 to 1: 10 messages", "0 to 2: 3 messages", "1 to 2: 2 messages",
            "0 to 1: 320 B", "0 to 2: 792 B", "1 to 2: 59 KiB");
        assertThat(page.elements("//section[@id='summary']//div[dt='messages']//data").get(0).getAttribute("value")).isEqualTo("15");
        assertThat(page.table("rank-table")).extracting(row -> row.subList(8, 12)).containsExactly(
            List.of("13", "1112", "680", "0"), List.of("2", "60096", "60000", "80"), List.of("0", "0", "0", "60600"));
    }

    /** The source publishes its count only when it waits. The numbers of records keep 13 bits of it, or 32. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldCountMessagesThatTheSourceHasNotPublished(final int ringKind) {
        job.close();
        job = LocalJob.of(2, context -> {
            JobCopies.small(context);
            context.size(GeometrySetting.RING_KIND, ringKind);
        });
        exchange(0, 1, 8, 1);
        exchange(0, 1, 8, 9_000);
        job.engine(0).world().send(DATA, 0, 8, 1, 7);
        job.engine(0).world().send(DATA, 0, 8, 1, 7);
        assertThat(report().json("pairs.0.messages")).isEqualTo(9_003L);
    }

    @Test
    void shouldCountTheEventsThatTheFlightRecordersKeep() {
        exchange(0, 1, 200, 4);
        exchange(2, 1, 200, 3);
        job.engine(0).world().isend(DATA, 0, 8, 1, 99);
        job.engine(1).poll();
        final long[][] expected = new long[3][3];
        for (final String line : screen.ok("inspect", job.directory().toString(), "--flight", "--json").lines().toList()) {
            final Object event = StrictJson.parse(line);
            final int rank = (int) (long) (Long) StrictJson.at(event, "rank");
            switch ((String) StrictJson.at(event, "kind")) {
                case "SENT", "SEND_POSTED" -> expected[rank][0]++;
                case "RECEIVED", "RECEIVE_COMPLETED" -> expected[rank][1]++;
                case "ARRIVED_UNEXPECTED" -> expected[rank][2]++;
                default -> expected[rank][0] += 0;
            }
        }
        final PageReading page = report();
        assertThat(page.table("events")).hasSize(3);
        for (int rank = 0; rank < 3; rank++) {
            final String place = "timeline.ranks." + rank;
            assertThat(page.json(place + ".sends")).isEqualTo(expected[rank][0]);
            assertThat(page.json(place + ".receives")).isEqualTo(expected[rank][1]);
            assertThat(page.json(place + ".unexpected")).isEqualTo(expected[rank][2]);
            assertThat(page.table("events").get(rank).subList(0, 4)).containsExactly(
                Integer.toString(rank), Long.toString(expected[rank][0]), Long.toString(expected[rank][1]),
                Long.toString(expected[rank][2]));
        }
        assertThat(expected[1][1]).isEqualTo(7);
        assertThat(page.elements("//svg[@class='time']")).hasSize(1);
    }

    @Test
    void shouldHaveThePercentilesOfTheInspector() {
        exchange(0, 1, 200, 300);
        exchange(2, 1, 200, 300);
        final Object inspected = screen.json("inspect", job.directory().toString(), "--latency", "--json");
        final PageReading page = report();
        final List<?> latencies = (List<?>) StrictJson.at(inspected, "latencies");
        assertThat(latencies).isNotEmpty();
        for (int i = 0; i < latencies.size(); i++) {
            for (final String member : List.of("rank", "peer", "kind", "count")) {
                assertThat(page.json("latencies." + i + '.' + member)).isEqualTo(StrictJson.at(latencies.get(i), member));
            }
            for (final String member : List.of("sum", "p50", "p90", "p99", "p999", "max")) {
                assertThat(page.json("latencies." + i + '.' + member + "Ns")).isEqualTo(StrictJson.at(latencies.get(i), member));
            }
        }
        final long counted = latencies.stream().filter(latency -> "arrival-match".equals(StrictJson.at(latency, "kind")))
            .mapToLong(latency -> (Long) StrictJson.at(latency, "count")).sum();
        assertThat(page.table("latency").get(0).subList(0, 4)).containsExactly("arrival-match", "all ranks", "1 of 64",
            Long.toString(counted));
        assertThat(page.elements("//svg[@class='plot']")).isNotEmpty();
    }

    @Test
    void shouldSayWhyARankWaits() throws InterruptedException {
        final Thread waiting = new Thread(() -> job.engine(1).world().recv(new byte[8], 0, 8, 0, 5, null));
        waiting.start();
        PageReading page = report();
        while (((List<?>) page.json("waits")).isEmpty()) {
            page = report();
        }
        assertThat(page.json("verdict")).isNotEqualTo("nobody waits");
        assertThat(page.texts("//ul[@class='findings']/li")).anySatisfy(
            line -> assertThat(line).contains("rank 1 waits").contains("rank 0").contains("tag 5"));
        assertThat((String) page.json("waits.0.text")).isEqualTo(page.texts("//ul[@class='findings']/li/*").get(0));
        assertThat(page.texts("//dl/div[dt='waits']/dd")).containsExactly((String) page.json("verdict"));
        job.engine(0).world().send(DATA, 0, 8, 1, 5);
        waiting.join();
    }

    @Test
    void shouldSayWhatTheJobIs() {
        job.kill(2);
        final PageReading page = report();
        assertThat(page.json("job.state")).isEqualTo("live");
        assertThat(page.json("job.size")).isEqualTo(3L);
        assertThat(page.json("ranks.2.liveness")).isEqualTo("DEAD");
        assertThat(page.texts("//dl/div[dt='alive']/dd")).containsExactly("2");
        assertThat(page.texts("//dl/div[dt='dead']/dd")).containsExactly("1");
        assertThat(page.table("settings-table")).contains(
            List.of("tombolo.ring.slots (changed)", "16", "4096", GeometrySetting.RING_SLOTS.description()));
        assertThat(((Map<?, ?>) page.json("settings")).get("tombolo.packets")).isEqualTo(4L);
        assertThat(page.table("versions")).extracting(row -> row.get(0))
            .contains("Tombolo", "JVM of this report", "Operating system", "Layout of the files");
        assertThat(page.table("doctor")).extracting(row -> row.get(0)).contains("directory", "space", "JDK");
        assertThat(page.texts("//figcaption")).contains("Messages", "Bytes moved");
        assertThat(page.elements("//th[not(@scope)] | //table[not(caption)]")).isEmpty();
    }

    /** Names and texts of errors lie in memory that any process of the user can write. */
    @Test
    void shouldEscapeWhatTheFilesHold() throws IOException {
        final Path copy = JobCopies.copy(job.directory(), parent.resolve("copy<b>"));
        try (MappedFile file = MappedFile.attach(copy.resolve("job.dat"), -1, false)) {
            final UnsafeBuffer buffer = file.buffer(0, (int) file.length());
            final byte[] name = "<script>alert(1)</script>\"'&\u202e".getBytes(StandardCharsets.UTF_8);
            buffer.putBytes(JobFileDescriptor.rowOffset(1) + JobFileDescriptor.NAME_OFFSET, name);
            buffer.putInt(JobFileDescriptor.rowOffset(1) + JobFileDescriptor.NAME_LENGTH_OFFSET, name.length);
        }
        try (MappedFile file = MappedFile.attach(copy.resolve("rank-0.1.dat"), -1, false); JobDirectory view = JobDirectory.inspect(copy)) {
            final int offset = RankFileDescriptor.sectionOffset(RankFileSection.ERROR_LOG, view.geometry(), view.size());
            final DistinctErrorLog log = new DistinctErrorLog(
                new UnsafeBuffer(file.buffer(0, (int) file.length()), offset, RankFileDescriptor.ERROR_LOG_LENGTH), () -> 1);
            log.record(new IllegalStateException(HOSTILE));
        }
        final String text = screen.ok("report", copy.toString(), "--html", "-");
        final PageReading page = new PageReading(text);
        assertThat(page.table("rank-table").get(1).get(1)).isEqualTo("<script>alert(1)</script>\"'&\ufffd");
        assertThat(page.json("ranks.1.name")).isEqualTo("<script>alert(1)</script>\"'&\u202e");
        assertThat((String) page.json("ranks.0.errors.0.text")).contains(HOSTILE);
        assertThat(page.texts("//details[@class='error']/pre").get(0)).contains(HOSTILE.replace('\u202e', '\ufffd'));
        assertThat(page.texts("//h1")).containsExactly("Job copy<b>");
        assertThat(page.elements("//img | //b")).isEmpty();
        assertThat(page.elements("//script")).hasSize(1);
        assertThat(text).hasSameSizeAs(text.getBytes(StandardCharsets.US_ASCII)).doesNotContain("<script>", "<img");
    }

    @Test
    void shouldNeitherLoadNorRunAnything() throws IOException {
        exchange(0, 1, 8, 1);
        final PageReading page = report();
        assertThat(page.elements("//@src/.. | //link | //img | //iframe | //object | //form")).isEmpty();
        assertThat(page.elements("//*[@href]")).allMatch(link -> link.getAttribute("href").startsWith("#"));
        assertThat(page.elements("//script").get(0).getAttribute("type")).isEqualTo("application/json");
        assertThat(page.elements("//meta[@http-equiv='Content-Security-Policy']").get(0).getAttribute("content"))
            .startsWith("default-src 'none'");
        assertThat(page.texts("//style").get(0)).doesNotContain("url(", "@import");
        assertThat(Files.list(job.directory())).noneMatch(file -> file.toString().endsWith(".html"));
    }
}

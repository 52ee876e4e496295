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
package io.tombolo.tools.flight;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.AtomicBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code inspect --flight} shows the events of ranks that live or are dead, merged by time. */
@Timeout(30)
class FlightViewTest {
    private static final String CLOCK = "\\d\\d:\\d\\d:\\d\\d\\.\\d{6}";
    private static final int WIDTH = 80;

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private RecordingJob job;
    private RecordingJob.Rank zero;
    private RecordingJob.Rank gateway;

    @BeforeEach
    void join() throws IOException {
        job = new RecordingJob(parent.resolve("job"));
        zero = job.join(0, null, true);
        gateway = job.join(1, "gateway", true);
    }

    @AfterEach
    void close() {
        job.close();
    }

    private String[] arguments(final String... options) {
        final String[] arguments = new String[options.length + 3];
        arguments[0] = "inspect";
        arguments[1] = job.directory().toString();
        arguments[2] = "--flight";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return arguments;
    }

    /** The output without clock times and the spaces between columns, from the first event. */
    private List<String> events(final String... options) {
        return screen.ok(arguments(options)).lines().filter(line -> line.matches(CLOCK + ".*"))
            .map(line -> line.replaceFirst(CLOCK + " *", "").replaceAll(" {2,}", "|")).toList();
    }

    private List<Object> json(final String... options) {
        final String[] arguments = arguments(options);
        final String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--json";
        return screen.ok(all).lines().map(StrictJson::parse).toList();
    }

    private void converse() {
        gateway.record(FlightKind.RECEIVE_POSTED, 0, -1, 0, -1, 4096);
        zero.record(FlightKind.SENT, 0, 1, 0, 7, 100);
        gateway.record(FlightKind.ARRIVED_EXPECTED, 0, 0, 0, 7, 100);
        gateway.record(FlightKind.RECEIVE_COMPLETED, Outcome.SUCCESS.code(), 0, 0, 7, 100);
        zero.record(FlightKind.SEND_COMPLETED, Outcome.PEER_FAILED.code(), 1, 1, 8, 65536);
        zero.record(FlightKind.SLEPT, 0, -1, 0, 0, 0);
    }

    @Test
    void shouldMergeTheEventsOfAllRanks() {
        converse();
        assertThat(events()).containsExactly(
            "1 gateway|receive posted|any|any|4096|0|0", "0|sent|1|7|100|0|0", "1 gateway|arrived, expected|0|7|100|0|0",
            "1 gateway|receive completed|0|7|100|0|0", "0|send completed|1|8|65536|1|0|peer failed", "0|asleep");
        assertThat(screen.lines().get(0)).isEqualTo("job " + job.directory());
        assertThat(screen.lines().get(1)).isEqualTo("  the last 40 events of each rank; the clock is read once a turn");
        assertThat(screen.out()).containsPattern("(?m)^time +rank +event +peer +tag +length +number +ctx\n\\d{4}-\\d\\d-\\d\\d [A-Z]")
            .doesNotContain("leave", "overwritten");
    }

    @Test
    void shouldFitAnOrdinaryScreen() {
        zero.record(FlightKind.TURNED_RENDEZVOUS, 0, 1023, 99_999, 12_345, 1_000_000);
        zero.record(FlightKind.SEND_COMPLETED, 0, 1, 1, 2, 3);
        assertThat(events("--rank", "0")).containsExactly(
            "0|turned to rendezvous|1023|12345|1000000|99999|0", "0|send completed|1|2|3|1|0");
        assertThat(screen.lines().stream().skip(1)).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(WIDTH));
    }

    @Test
    void shouldShowOnlyWhatAKindHas() {
        zero.record(FlightKind.STALL_BEGAN, 0, 1, 0, 0, 5).record(FlightKind.STALL_ENDED, 0, 1, 0, 0, 12_000)
            .record(FlightKind.LOCK_AWAITED, FlightKind.EXCLUSIVE, 1, 0, 0, 0)
            .record(FlightKind.LOCK_GRANTED, FlightKind.PEER_ASKS, 1, 0, 0, 3_000_000)
            .record(FlightKind.ENDPOINT, EndpointState.CONNECTED.code(), 1, 3, 0, 0).record(FlightKind.ENDPOINT, 200, -1, 0, 0, 0)
            .record(FlightKind.PEER_GONE, Outcome.PEER_LEFT.code(), 2, 4, 0, 0)
            .record(FlightKind.PROTOCOL_ERROR, Outcome.PROTOCOL_ERROR.code(), 1, 1, 0, 0);
        assertThat(events()).containsExactly("0|stall began|1|5", "0|stall ended|1|after 12 us",
            "0|lock awaited|1|0|exclusive, of the peer", "0|lock granted|1|0|shared, for the peer after 3.0 ms",
            "0|endpoint state|1|3|connected", "0|endpoint state|0|detail 200", "0|peer gone|2|4|peer left",
            "0|protocol error|1|1|protocol error");
    }

    @Test
    void shouldShowTheLastEventsOfEachRank() {
        zero.send(1, 0, 50);
        gateway.send(0, 0, 3);
        assertThat(events("--last", "2")).containsExactly(
            "0|sent|1|48|8|48|0", "0|sent|1|49|8|49|0", "1 gateway|sent|0|1|8|1|0", "1 gateway|sent|0|2|8|2|0");
        assertThat(screen.lines().get(1)).isEqualTo("  the last 2 events of each rank; the clock is read once a turn");
        assertThat(events()).hasSize(43);
        assertThat(events("--rank=gateway")).hasSize(3);
        assertThat(screen.lines().get(1)).isEqualTo("  the last 40 events of rank 1; the clock is read once a turn");
        assertThat(events("--last=1000", "--rank=0")).hasSize(50);
        assertThat(json()).hasSize(53);
        assertThat(json("--last=1")).hasSize(2);
    }

    @Test
    void shouldSayOnceWhatIsNotThere() throws IOException {
        final String leaveOut = " out short messages that complete at once (tombolo.flight.messages=all records them)";
        final RecordingJob.Rank two = job.join(2, null, false);
        assertThat(screen.ok(arguments())).doesNotContain("leave").endsWith("\n  no events were recorded\n");
        two.send(0, 0, 3 * RecordingJob.EVENTS);
        events();
        assertThat(screen.lines()).containsOnlyOnce("  rank 2 leaves" + leaveOut,
            "  rank 2 keeps its last 63 events (tombolo.flight.events); 129 were overwritten");
        gateway.leave();
        gateway = job.join(1, "gateway", false);
        gateway.send(0, 0, 2 * RecordingJob.EVENTS);
        events();
        assertThat(screen.lines()).containsOnlyOnce("  ranks 1 2 leave" + leaveOut,
            "  each of ranks 1 2 keeps its last 63 events (tombolo.flight.events); older ones were overwritten");
        assertThat(json("--rank=2")).hasSize(RecordingJob.EVENTS - 1);
    }

    @Test
    void shouldWriteLinesOfJson() {
        converse();
        final List<Object> lines = json();
        assertThat(lines.stream().map(line -> StrictJson.at(line, "kind"))).containsExactly("RECEIVE_POSTED", "SENT", "ARRIVED_EXPECTED",
            "RECEIVE_COMPLETED", "SEND_COMPLETED", "SLEPT");
        final Object posted = lines.get(0);
        assertThat(StrictJson.at(posted, "rank")).isEqualTo(1L);
        assertThat(StrictJson.at(posted, "name")).isEqualTo("gateway");
        assertThat(StrictJson.at(posted, "incarnation")).isEqualTo(1L);
        assertThat(StrictJson.at(posted, "position")).isEqualTo(0L);
        assertThat(StrictJson.at(posted, "missed")).isEqualTo(0L);
        assertThat(StrictJson.at(posted, "allMessages")).isEqualTo(true);
        assertThat(StrictJson.at(posted, "peer")).isNull();
        assertThat(StrictJson.at(posted, "tag")).isNull();
        assertThat(StrictJson.at(posted, "outcome")).isNull();
        assertThat(StrictJson.at(posted, "length")).isEqualTo(4096L);
        final Object failed = lines.get(4);
        assertThat(StrictJson.at(failed, "name")).isNull();
        assertThat(StrictJson.at(failed, "position")).isEqualTo(1L);
        assertThat(StrictJson.at(failed, "detail")).isEqualTo((long) Outcome.PEER_FAILED.code());
        assertThat(StrictJson.at(failed, "outcome")).isEqualTo("PEER_FAILED");
        assertThat(StrictJson.at(failed, "peer")).isEqualTo(1L);
        assertThat(StrictJson.at(failed, "tag")).isEqualTo(8L);
        assertThat(StrictJson.at(failed, "number")).isEqualTo(1L);
        assertThat(StrictJson.at(failed, "context")).isEqualTo(0L);
        final List<Long> times = lines.stream().map(line -> (Long) StrictJson.at(line, "timeNs")).toList();
        assertThat(times).isSorted();
        assertThat(times.get(0) / 1_000_000).isBetween(zero.job().creationTimeMs() - 1, System.currentTimeMillis() + 1);
    }

    @Test
    void shouldReadRanksThatHaveEndedAndJobsThatWerePutAside() throws IOException {
        converse();
        gateway.die();
        assertThat(events()).hasSize(6);
        zero.die();
        assertThat(events()).hasSize(6);
        final RecordingJob.Rank next = job.join(0, null, true);
        next.send(1, 0, 1);
        assertThat(events()).containsExactly("0|sent|1|0|8|0|0");
        final Path previous = job.directory().resolve("previous");
        assertThat(screen.ok("inspect", previous.toString(), "--flight", "--json").lines()).hasSize(6);
        assertThat(screen.ok("inspect", previous.toString(), "--flight", "--follow").lines()).hasSize(11);
    }

    @Test
    void shouldShowTheOtherRanksIfOneCannotBeRead() throws IOException {
        converse();
        final Path file = zero.job().rankPath(0, 1);
        Files.delete(file);
        assertThat(events()).hasSize(3);
        assertThat(screen.lines()).contains("  rank 0 cannot be read: " + file + ": there is no such file");
        assertThat(screen.run(arguments("--json"))).isZero();
        assertThat(screen.lines()).hasSize(3);
        assertThat(screen.err()).isEqualTo("tombolo inspect: rank 0 cannot be read: " + file + ": there is no such file\n");
    }

    @Test
    void shouldShowDamagedEvents() {
        converse();
        final AtomicBuffer section = zero.file().section(RankFileSection.FLIGHT);
        IntStream.range(8, section.capacity()).forEach(at -> section.putByte(at, (byte) (at * 37)));
        assertThat(events("--rank=0", "--last=9")).hasSize(3).anySatisfy(line -> assertThat(line).contains("|kind "));
        assertThat(json("--rank=0")).anySatisfy(line -> assertThat((String) StrictJson.at(line, "kind")).startsWith("KIND_"));
        section.putLong(0, Long.MAX_VALUE);
        assertThat(events("--rank=0")).isEmpty();
        assertThat(screen.out()).contains("rank 0 cannot be read: the number of its events cannot be, its file is damaged");
        section.putLong(0, -7);
        assertThat(events("--rank=0")).isEmpty();
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether() {
        final String path = job.directory().toString();
        assertRefused("--follow needs --flight", "inspect", path, "--follow");
        assertRefused("--rank needs --flight or --latency", "inspect", path, "--rank=0");
        assertRefused("--last needs --flight", "inspect", path, "--last=3");
        assertRefused("--last takes a number of events from 1, not 0", arguments("--last=0"));
        assertRefused("Invalid value for option '--last': 'x' is not a long", arguments("--last=x"));
        assertRefused("the job has no rank '3'; it has ranks 0 to 2", arguments("--rank=3"));
        assertRefused("the job has no rank 'router'; it has ranks 0 to 2", arguments("--rank=router"));
        assertRefused(
            "--flight shows only events: it does not go with --hex, --queues, --sends, --windows, --srq, --feeds, --pair and --latency",
            arguments("--pair=0-1"));
        assertThat(screen.run("inspect", parent.resolve("none").toString(), "--flight", "--follow")).isEqualTo(3);
        assertThat(screen.err().lines()).hasSize(1);
    }

    private void assertRefused(final String why, final String... arguments) {
        assertThat(screen.run(arguments)).isEqualTo(2);
        assertThat(screen.err()).isEqualTo("tombolo inspect: " + why + "; see 'tombolo inspect --help'\n");
        assertThat(screen.out()).isEmpty();
    }
}

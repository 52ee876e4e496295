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
package io.tombolo.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.CoreSet;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.pair.PacketDescriptor;
import io.tombolo.ringbuffers.pair.PairFileDescriptor;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The inspector shows the state of ranks, and changes nothing.
 */
@Timeout(30)
class InspectTest {
    private static final UnsafeBuffer DATA = new UnsafeBuffer(new byte[4096]);

    private final Screen screen = new Screen();
    private LocalJob job = LocalJob.of(3, JobCopies::small);

    @AfterEach
    void close() {
        job.close();
    }

    private void jobWith(final GeometrySetting setting, final long value) {
        job.close();
        job = LocalJob.of(3, context -> {
            JobCopies.small(context);
            context.size(setting, value);
        });
    }

    private String inspect(final String... options) {
        return screen.ok(arguments(options));
    }

    private Object json(final String... options) {
        final String[] arguments = arguments(options);
        arguments[1] = "--json";
        return screen.json(arguments);
    }

    private String[] arguments(final String... options) {
        final String[] arguments = new String[options.length + 3];
        arguments[0] = "inspect";
        arguments[1] = "--parent=" + job.directory().getParent();
        arguments[2] = job.directory().toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return arguments;
    }

    /** Lets a rank look for new pairs and publish its state: it does so for one peer every 64 turns. */
    private void poll(final int rank) {
        for (int turn = 0; turn < job.size() * 64; turn++) {
            job.engine(rank).poll();
        }
    }

    /** Rank 0 sends messages that no rank takes, rank 1 posts receives, rank 2 has unexpected messages. */
    private void leaveThingsUnderWay() {
        final Communicator zero = job.engine(0).world();
        zero.isend(DATA, 0, 5, 2, 77);
        zero.isend(DATA, 0, 100, 2, 78);
        poll(2);
        zero.isend(DATA, 0, 8, 1, 7);
        zero.isend(DATA, 0, 200, 1, 8);
        final MemoryRegion region = job.engine(0).allocate(1 << 16);
        zero.isend(region, 0, 60_000, 1, 9, new Request());
        poll(0);
        job.engine(1).world().irecv(new byte[50], 0, 50, Communicator.ANY_SOURCE, 3, new Request());
        job.engine(1).world().irecv(new byte[60], 0, 60, 2, Communicator.ANY_TAG, new Request());
    }

    /** Holds S0.3. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShowWhatIsPendingOnBothSides(final int ringKind) {
        jobWith(GeometrySetting.RING_KIND, ringKind);
        leaveThingsUnderWay();
        final String text = inspect();
        assertThat(text).containsPattern("live: 3 ranks, 3 alive\n")
            .containsPattern("pair 0-1\n")
            .containsPattern("source 0 +destination 1 +between them\n")
            .containsPattern("sends +0 queued, 1 long +long done below 0 +OPEN since \\d\\d:\\d\\d:\\d\\d")
            .containsPattern(ringKind == 0 ? "stamped ring +tail 6 +head 0 +3 records, 6 of 32 half slots\n" :
                "agrona ring +tail \\d+ +head 0 +3 records, \\d+ of 1024 bytes\n")
            .containsPattern("packets +3 FREE, 0 CLAIMED +0 HELD, 0 RETURNING +1 POSTED, sum 4 of 4: ok\n")
            .containsPattern("credit +448 bytes out +took 0 bytes")
            .containsPattern(" 0 +SHORT +context 0  tag 7  sequence 0  length 8\n")
            .containsPattern("EAGER +context 0  tag 8  sequence 1  length 200  packet 0\\.0\n")
            .containsPattern("RTS +context 0  tag 9  sequence 2  length 60000  send \\d+\\.\\d+  place region 1"
                + "\\s+position 0\\s+available 60000\n");
        assertThat(text).containsPattern("rank 1: 2 posted receives, oldest first\n +stamp +age +source +tag +context\n"
            + " +1 +\\d+ m?s +any +3 +0\n +2 +\\d+ m?s +2 +any +0\n");
        assertThat(text).containsPattern("rank 2: 2 unexpected messages, 105 bytes, oldest first\n"
            + " +stamp +age +source +tag +context +length\n +1 +\\d+ m?s +0 +77 +0 +5\n +2 +\\d+ m?s +0 +78 +0 +100\n");
        assertThat(text).containsPattern("sent short +3 +3 +0 +0\n").containsPattern("unexpected messages +2 +0 +0 +2\n");
        assertThat(text).doesNotContain("received rendezvous");
    }

    @Test
    void shouldTellSlotsFromRecords() {
        job.engine(0).world().isend(DATA, 0, 100, 1, 7);
        assertThat(inspect()).containsPattern("stamped ring +tail 4 +head 0 +1 record, 4 of 32 half slots\n");
    }

    @Test
    void shouldSumIdlePairsUpAndShowOneWhenAsked() {
        job.engine(0).world().isend(DATA, 0, 8, 1, 7);
        job.engine(1).world().recv(new byte[8], 0, 8, 0, 7, null);
        assertThat(inspect()).contains("\n1 pair is idle: rings empty, all packets free\n").doesNotContain("pair 0-1");
        assertThat(inspect("--pair", "0-1")).containsPattern("pair 0-1\n")
            .containsPattern("tail 1 +head 1 +0 records, 0 of 32 half slots\n")
            .containsPattern("sequence +last 0 +last 0\n").doesNotContainPattern("\n +2  LIVE");
        assertThat(inspect("--pair", "2-1")).contains("pair 2-1 has not been opened: nothing was sent");
    }

    @Test
    void shouldShowWhereSendsAreWhenAsked() {
        assertThat(inspect("--sends")).endsWith("\n\nno sends: nothing was sent\n");
        leaveThingsUnderWay();
        for (int i = 0; i < 33; i++) {
            job.engine(0).world().isend(DATA, 0, 8, 1, 7);
        }
        assertThat(inspect("--sends")).containsPattern("0-1 +OPEN +awaiting control flow +7 +1 +1 +0 +\\d+ +\\d\\d:\\d\\d:\\d\\d")
            .containsPattern("0-2 +OPEN +idle +0 +0 ").contains("of 4 packets a pair").doesNotContain("pair 0-1");
        assertThat(screen.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(inspect("--sends", "--pair", "0-2")).contains("0-2").doesNotContain("0-1");
        assertThat(StrictJson.at(json(), "pairs.0.sends.machine")).isEqualTo("AWAITING_CONTROL_FLOW");
        assertThat(StrictJson.at(json(), "pairs.0.sends.lanes")).isEqualTo(0L);
    }

    @Test
    void shouldShowAllThatIsQueuedWhenAsked() {
        for (int i = 0; i < 12; i++) {
            job.engine(1).world().irecv(DATA, 0, 8, 0, i, new Request());
        }
        assertThat(inspect()).contains("    and 4 more; --queues shows them\n");
        assertThat(inspect("--queues")).doesNotContain("more").containsPattern("\n +12 +\\d+ m?s +0 +11 +0\n");
    }

    @Test
    void shouldCountWhatIsQueuedBeyondTheRankFile() throws IOException {
        final int count = RankFileDescriptor.MATCH_NODES + 100;
        try (LocalJob other = LocalJob.of(2)) {
            for (int tag = 0; tag < count; tag++) {
                other.engine(0).world().isend(DATA, 0, 8, 1, tag);
                other.step();
            }
            final QueueReading queues = JobReader.readRanks(other.directory()).ranks().get(1).queues();
            assertThat(queues.unexpected()).hasSize(count);
            assertThat(queues.unexpected().get(count - 1).tag()).isEqualTo(count - 1);
        }
    }

    @Test
    void shouldTellHowLongThingsHaveWaited() {
        final Communicator one = job.engine(1).world();
        one.irecv(DATA, 0, 8, 0, 1, new Request());
        final long afterFirst = System.nanoTime();
        while (System.nanoTime() - afterFirst < 20_000_000) {
            job.engine(1).poll();
        }
        // The thread may have lost its core since the last turn, which read the clock.
        job.engine(1).poll();
        one.irecv(DATA, 0, 8, 0, 2, new Request());
        final Object root = json();
        final long older = (Long) StrictJson.at(root, "ranks.1.posted.0.ageMs");
        final long younger = (Long) StrictJson.at(root, "ranks.1.posted.1.ageMs");
        final long jobMs = (Long) StrictJson.at(root, "job.readMs") - (Long) StrictJson.at(root, "job.createdMs");
        assertThat(older).isBetween(younger + 15, jobMs + 1);
        assertThat(younger).isNotNegative();
    }

    @Test
    void shouldShowMasks() {
        job.engine(1).world().irecv(DATA, 0, 8, 0, 5, 0xF, new Request());
        assertThat(inspect()).containsPattern("\n +1 +\\d+ m?s +0 +5/0xf +0\n");
    }

    @Test
    void shouldNotInventAnAge() {
        final QueueEntry entry = new QueueEntry(1, RankClock.UNKNOWN, 0, 0, 0, -1, 0, 0);
        assertThat(entry.isAgeKnown()).isFalse();
        assertThat(entry.ageText(10_000)).isEqualTo("-");
        assertThat(new RankClock(5, 7).wallMs(0)).isEqualTo(RankClock.UNKNOWN);
        assertThat(new RankClock(5_000_000, 70_000_000).wallMs(3_000_000)).isEqualTo(68);
        assertThat(new QueueEntry(1, 9_001, 0, 0, 0, -1, 0, 0).ageText(10_000)).isEqualTo("999 ms");
        assertThat(new QueueEntry(1, 10_500, 0, 0, 0, -1, 0, 0).ageText(10_000)).isEqualTo("0 ms");
        assertThat(new QueueEntry(1, 7_000, 0, 0, 0, -1, 0, 0).ageText(10_000)).isEqualTo("3 s");
    }

    @Test
    void shouldShowRawRecordsInHex() {
        final byte[] payload = {(byte) 0xEF, (byte) 0xCD, (byte) 0xAB, 0x12};
        job.engine(0).world().isend(payload, 0, 4, 1, 0x55, new Request());
        assertThat(inspect("--hex")).containsPattern("[0-9a-f]{16} 0000000000000055 0000000012abcdef 0{16}\n");
        assertThat(StrictJson.at(json("--hex"), "pairs.0.ring.records.0.words").toString()).matches(
            "[0-9a-f]{16} 0000000000000055 0000000012abcdef( 0{16}){5}");
    }

    @Test
    void shouldFitTheScreen() {
        leaveThingsUnderWay();
        inspect("--hex", "--queues");
        assertThat(screen.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void shouldChangeNoByteOfTheJob() throws IOException {
        leaveThingsUnderWay();
        final TreeMap<String, String> before = JobCopies.bytes(job.directory());
        inspect("--hex");
        json("--hex");
        screen.ok("metrics", job.directory().toString());
        screen.ok("ls", "--parent", job.directory().getParent().toString());
        assertThat(JobCopies.bytes(job.directory())).isEqualTo(before);
    }

    @Test
    void shouldKeepTheNamesOfTheJsonForm() {
        leaveThingsUnderWay();
        final Object root = json();
        assertThat(keys(root, null)).containsExactly("format", "job", "geometry", "ranks", "pairs", "windows", "feeds");
        assertThat(keys(root, "job")).containsExactly(
            "path", "state", "id", "layout", "size", "createdMs", "readMs", "failureEpoch", "kept", "abort");
        assertThat(keys(root, "ranks.0")).containsExactly("rank", "name", "state", "reason", "sinceMs", "liveness", "incarnation",
            "pid", "startMs", "cores", "asleep", "problem", "settled", "counters", "posted", "unexpected",
            "clockMs", "singleThread", "waitsNotShown", "waits", "receiveQueues", "endpoints", "eventQueues", "errors", "errorLogDamage");
        assertThat(keys(root, "ranks.1.posted.0")).containsExactly("stamp", "ageMs", "context", "source", "tag", "tagMask");
        assertThat(keys(root, "ranks.2.unexpected.0")).containsExactly("stamp", "ageMs", "context", "source", "tag", "length");
        assertThat(keys(root, "pairs.0")).containsExactly("source", "destination", "sourceIncarnation", "destinationIncarnation",
            "refusal", "problem", "settled", "damage", "sends", "ring", "pool", "returns", "consumedBytes", "doneBelow");
        assertThat(keys(root, "pairs.0.sends")).containsExactly(
            "state", "machine", "queued", "pendingLong", "packetsOut", "lanes", "uncreditedBytes", "messages",
            "besideRingBytes", "changedMs");
        assertThat(keys(root, "pairs.0.ring")).containsExactly(
            "capacity", "head", "tail", "count", "lastSequence", "takenSequence", "records");
        assertThat(keys(root, "pairs.0.ring.records.1")).containsExactly("position", "type", "fields");
        assertThat(keys(root, "pairs.0.ring.records.1.fields")).containsExactly("context", "tag", "sequence", "length", "packet");
        assertThat(keys(root, "pairs.0.pool")).containsExactly("size", "FREE", "CLAIMED", "POSTED", "HELD", "RETURNING", "unknown");
        assertThat(StrictJson.at(root, "format")).isEqualTo(2L);
        assertThat(StrictJson.at(root, "ranks.1.posted.0.source")).isNull();
        assertThat(StrictJson.at(root, "ranks.1.posted.1.tag")).isNull();
        assertThat(StrictJson.at(root, "ranks.1.posted.1.source")).isEqualTo(2L);
        assertThat(StrictJson.at(root, "pairs.0.ring.records.0.fields.tag")).isEqualTo(7L);
        assertThat(StrictJson.at(root, "job.abort")).isNull();
    }

    private static List<String> keys(final Object root, final String path) {
        final Object value = path == null ? root : StrictJson.at(root, path);
        return ((Map<?, ?>) value).keySet().stream().map(String::valueOf).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldShowWhereRanksMayRunAndWhoYields(final int spins) {
        job.close();
        job = LocalJob.of(2, context -> {
            JobCopies.small(context);
            context.waiting(spins, 1);
        });
        poll(0);
        final String cores = CoreSet.allowed().stream().mapToObj(Integer::toString).findFirst().orElseThrow();
        final String yields = "  yields: the rank shares its cores with other ranks";
        assertThat(inspect()).containsPattern("started +cores +posted").containsPattern(
            "\n +0 +LIVE +yes +\\d+ +1 +\\S+ \\S+ +" + cores + "\\S*" + (spins == 0 ? " +yields" : "") + " +0 +0 +0\n");
        assertThat(inspect().contains(yields)).isEqualTo(spins == 0);
        assertThat(StrictJson.at(json(), "ranks.0.cores").toString()).startsWith(cores);
        assertThat(StrictJson.at(json(), "ranks.0.counters.CORES_SHARED")).isEqualTo(spins == 0 ? 1L : 0L);
    }

    @Test
    void shouldNameTheDeadAndTheDeparted() {
        job.kill(1);
        job.engine(2).close();
        assertThat(inspect()).contains("  live: 3 ranks, 1 alive (0), 1 dead (1), 1 left (2)\n")
            .containsPattern("\n +1 +(LIVE|FAILED) +NO +\\d+")
            .containsPattern("\n +2 +LEFT +left +\\d+").containsPattern("\n +0 +LIVE +yes +\\d+");
        job.kill(0);
        assertThat(inspect()).contains("  dead: 3 ranks, 2 dead (0 1), 1 left (2)\n");
    }

    @Test
    void shouldShowAPairThatWasGivenUpAndTheError() throws IOException {
        job.engine(0).world().isend(DATA, 0, 200, 1, 7);
        damage(PairFileDescriptor.packetsOffset(geometry()) + PacketDescriptor.STATE_OFFSET, 99);
        assertThat(inspect()).contains("DAMAGED pool: 1 of 4 packets are in no known state\n")
            .contains("sum 3 of 4: BROKEN").contains("names packet 0, which is not in use");
        poll(1);
        assertThat(inspect()).contains("pair 0-1  refused by rank 1: GIVEN_UP\n")
            .contains("rank 1: 1 distinct error\n").containsPattern("once, at \\d\\d:\\d\\d:\\d\\d.\\d{3}\n")
            .contains("IllegalStateException: protocol error on the pair from rank 0: packet 0");
    }

    @Test
    void shouldShowACorruptRecordAsSuch() throws IOException {
        job.engine(0).world().isend(DATA, 0, 8, 1, 7);
        job.engine(0).world().isend(DATA, 0, 8, 1, 8);
        damage(PairFileDescriptor.ringOffset(geometry()) + StampedSlotDescriptor.HALF_LENGTH, 2);
        assertThat(inspect()).contains("DAMAGED ring: no producer writes the record at position 1\n").containsPattern(" 1 +CORRUPT\n");
        assertThat(StrictJson.at(json(), "pairs.0.ring.records.1.type")).isEqualTo("CORRUPT");
    }

    private PairGeometry geometry() throws IOException {
        try (JobDirectory view = JobDirectory.inspect(job.directory())) {
            final JobGeometry all = view.geometry();
            return PairGeometry.of(all);
        }
    }

    private void damage(final int offset, final long word) throws IOException {
        final Path path = job.directory().resolve("pair-0.1-1.1.dat");
        try (MappedFile file = MappedFile.attach(path, -1, false)) {
            file.buffer(0, (int) file.length()).putLong(offset, word);
        }
    }

    @Test
    void shouldRefuseInOneLine() {
        assertThat(screen.run("inspect", "--parent", job.directory().getParent().toString(), "no-such")).isEqualTo(3);
        assertThat(screen.err()).isEqualTo("tombolo inspect: " + job.directory().resolveSibling("no-such")
            + ": no such job (no job.dat there)\n");
        assertThat(screen.run("inspect", "--pair", "0", job.directory().toString())).isEqualTo(2);
        assertThat(screen.err()).isEqualTo(
            "tombolo inspect: --pair takes two ranks such as 0-1, not 0; see 'tombolo inspect --help'\n");
        assertThat(screen.run("inspect", "--pair", "0-3", job.directory().toString())).isEqualTo(2);
        assertThat(screen.err()).isEqualTo(
            "tombolo inspect: --pair 0-3: the job has ranks 0 to 2; see 'tombolo inspect --help'\n");
        assertThat(screen.run("inspect", "/")).isIn(1, 3);
        assertThat(screen.err().lines()).hasSize(1);
    }
}

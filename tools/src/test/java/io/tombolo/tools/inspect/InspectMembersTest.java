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

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankRequest;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tools show the names of ranks, and the last incarnation of each. */
@Timeout(30)
class InspectMembersTest {
    private static final int SIZE = 4;
    private static final JobGeometry GEOMETRY = JobGeometry.builder().set(GeometrySetting.MATCH_NODES, 64).build();
    private static final String TIME = " +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d +";

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private Path directory;
    private JobDirectory zero;
    private JobDirectory gateway;

    @BeforeEach
    void joinAndReplaceTheGateway() throws IOException {
        directory = parent.resolve("job");
        zero = join(new RankRequest(0, null, true));
        final JobDirectory before = join(new RankRequest(RankRequest.BY_NAME, "gateway", false));
        open(before, new PairEnds(1, 1, 0, 1));
        before.close();
        gateway = join(new RankRequest(RankRequest.BY_NAME, "gateway", false));
        open(zero, new PairEnds(0, 1, 2, 1));
    }

    @AfterEach
    void close() {
        gateway.close();
        zero.close();
    }

    private JobDirectory join(final RankRequest request) throws IOException {
        final JobDirectory job = JobDirectory.join(directory, "", request, SIZE, GEOMETRY, TimeUnit.SECONDS.toNanos(20));
        RankFile.create(job).close();
        job.markLive();
        return job;
    }

    private static void open(final JobDirectory job, final PairEnds ends) throws IOException {
        OutboundPair.create(job.pairPath(ends), PairGeometry.of(GEOMETRY), ends).close();
        assertThat(job.publishPair(ends, 1)).isTrue();
    }

    private String inspect(final String... options) {
        final String[] arguments = new String[options.length + 3];
        arguments[0] = "inspect";
        arguments[1] = "--parent=" + parent;
        arguments[2] = directory.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return screen.ok(arguments);
    }

    @Test
    void shouldShowNamesAndReasons() {
        final String text = inspect();
        assertThat(text).contains("  live, kept: 4 ranks, 2 alive (0 1), 2 never joined (2 3)\n")
            .containsPattern("\n +1 +LIVE +yes +\\d+ +2" + TIME)
            .containsPattern("\n +rank +name +since +because\n +0 " + TIME + "it joined\n"
                + " +1 +gateway" + TIME + "it joined; the process before it had left\n");
        assertThat(screen.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        gateway.simulateDeath(1);
        assertThat(zero.probe(1)).isTrue();
        assertThat(inspect()).containsPattern(" +1 +gateway" + TIME + "a rank found it dead\n");
        final Object json = StrictJson.parse(inspect("--json"));
        assertThat(StrictJson.at(json, "job.kept")).isEqualTo(true);
        assertThat(StrictJson.at(json, "ranks.0.name")).isNull();
        assertThat(StrictJson.at(json, "ranks.0.reason")).isEqualTo("JOINED");
        assertThat(StrictJson.at(json, "ranks.1.name")).isEqualTo("gateway");
        assertThat(StrictJson.at(json, "ranks.1.state")).isEqualTo("FAILED");
        assertThat(StrictJson.at(json, "ranks.1.reason")).isEqualTo("PROCESS_GONE");
        assertThat(StrictJson.at(json, "ranks.1.incarnation")).isEqualTo(2L);
        assertThat((Long) StrictJson.at(json, "ranks.1.sinceMs")).isBetween(zero.creationTimeMs(), System.currentTimeMillis());
    }

    @Test
    void shouldShowThePairsOfTheLastIncarnations() throws IOException {
        assertThat(inspect("--pair", "1-0")).contains("pair 1-0 has not been opened: nothing was sent");
        assertThat(inspect("--pair", "0-2")).as("to a rank that has not joined").contains("\npair 0-2\n");
        open(gateway, new PairEnds(1, 2, 0, 1));
        assertThat(inspect("--pair", "1-0")).contains("\npair 1-0  incarnations 2 and 1\n");
        final Object json = StrictJson.parse(inspect("--json", "--pair", "1-0"));
        assertThat(StrictJson.at(json, "pairs.0.sourceIncarnation")).isEqualTo(2L);
        assertThat(StrictJson.at(json, "pairs.0.destinationIncarnation")).isEqualTo(1L);
        assertThat(StrictJson.at(json, "pairs.0.problem")).isNull();
    }

    @Test
    void shouldListAndMeasureByName() {
        assertThat(screen.ok("ls", "--names", "--parent=" + parent).lines()).containsExactly("job");
        assertThat(screen.ok("ls", "--parent=" + parent)).containsPattern("(?m)^job +state +alive +size +age +names$")
            .containsPattern("(?m)^job +live, kept +2 of 4 .* s +gateway$");
        assertThat(screen.ok("ls", "--json", "--parent=" + parent)).contains("\"kept\"");
        final Object json = StrictJson.parse(screen.out());
        assertThat(StrictJson.at(json, "jobs.0.names.0")).isEqualTo("gateway");
        assertThat(StrictJson.at(json, "jobs.0.kept")).isEqualTo(true);
        assertThat(screen.ok("metrics", "--parent=" + parent, "job"))
            .contains("tombolo_rank_up{job=\"job\",rank=\"0\"} 1\n", "tombolo_rank_up{job=\"job\",rank=\"1\",name=\"gateway\"} 1\n",
                "tombolo_rank_joins_total{job=\"job\",rank=\"1\",name=\"gateway\"} 2\n");
    }
}

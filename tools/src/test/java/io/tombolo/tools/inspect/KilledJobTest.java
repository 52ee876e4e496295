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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import io.tombolo.tools.run.NothingLeft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The inspector reads jobs of several processes: while ranks join, while they work, and after they were killed at a random time.
 */
@Timeout(60)
class KilledJobTest {
    private static final int RANKS = 2;

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final StartedRanks ranks = new StartedRanks();

    @AfterEach
    void kill() throws IOException, InterruptedException {
        ranks.kill();
    }

    private Path job() {
        return parent.resolve("job");
    }

    private void start() throws IOException {
        ranks.start(TrafficProgram.class, job(), RANKS, nothingLeft);
    }

    /** Inspects once. At any time the command ends with a status and at most one line of error output. Null while there is no job. */
    private Object look() {
        final int status = screen.run("inspect", job().toString(), "--json");
        assertThat(status).as(screen.err()).isIn(0, 1, 3);
        assertThat(screen.err().lines().count()).as(screen.err()).isEqualTo(status == 0 ? 0 : 1);
        return status == 0 ? StrictJson.parse(screen.out()) : null;
    }

    private static long sent(final Object root) {
        return (Long) StrictJson.at(root, "ranks.0.counters.SENT_SHORT");
    }

    @Test
    void shouldWatchAJobFromItsBeginningToItsPostMortem() throws IOException, InterruptedException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        start();
        final long enough = random.nextInt(4_000);
        Object root = look();
        while (root == null || sent(root) <= enough) {
            root = look();
        }
        assertThat(StrictJson.at(root, "job.state")).as("seed " + seed).isEqualTo("live");
        assertThat(StrictJson.at(root, "ranks.0.pid")).isEqualTo(ranks.get(0).pid());
        kill();
        root = look();
        assertThat(StrictJson.at(root, "job.state")).isEqualTo("dead");
        assertThat(StrictJson.at(root, "ranks.0.liveness")).isEqualTo("DEAD");
        assertThat(sent(root)).isGreaterThan(enough);
        assertThat(StrictJson.at(root, "pairs.0.settled")).isEqualTo(true);
        assertThat(StrictJson.at(root, "pairs.0.damage")).as("seed " + seed + " " + screen.out()).isEqualTo(List.of());
        checkMessages(root);
        final Object id = StrictJson.at(root, "job.id");
        start();
        root = look();
        while (root == null || id.equals(StrictJson.at(root, "job.id"))) {
            root = look();
        }
        kill();
        final Object previous = screen.json("inspect", job().resolve("previous").toString(), "--json");
        assertThat(StrictJson.at(previous, "job.id")).isEqualTo(id);
        assertThat(StrictJson.at(previous, "job.state")).isEqualTo("previous");
        assertThat(screen.ok("report", job().resolve("previous").toString(), "--html", "-"))
            .contains("<h1>Job job/previous</h1>").contains("\"id\": \"" + id + '"');
        assertThat(screen.ok("ls", "--parent", parent.toString())).containsPattern("(?m)^job +dead ")
            .containsPattern("(?m)^job/previous +previous ");
        assertThat(screen.ok("inspect", "--parent", parent.toString(), "job/previous")).contains("\n  previous: 2 ranks, 2 dead\n");
        // As if the rank that put the files aside was killed before it moved this one.
        Files.delete(job().resolve("previous").resolve("rank-0.lock"));
        assertThat(screen.ok("inspect", "--parent", parent.toString(), "job/previous")).contains("\n  previous: 2 ranks, 2 dead\n");
    }

    /** Each rank sends to the other one only, so its messages to that one are all that it has counted, except the one of its death. */
    private void checkMessages(final Object root) {
        final String page = screen.ok("report", job().toString(), "--html", "-");
        final Object report = StrictJson.parse(page.substring(
            page.indexOf('>', page.indexOf("id=\"report\"")) + 1, page.indexOf("</script>")));
        for (int rank = 0; rank < RANKS; rank++) {
            final int source = rank;
            final long counted = List.of("SENT_SHORT", "SENT_EAGER", "SENT_RENDEZVOUS_STAGED").stream().mapToLong(
                counter -> (Long) StrictJson.at(root, "ranks." + source + ".counters." + counter)).sum();
            assertThat((Long) StrictJson.at(report, "pairs." + rank + ".messages")).isBetween(counted - 1, counted + 1);
        }
        assertThat(StrictJson.at(report, "job.state")).isEqualTo("dead");
        assertThat(StrictJson.at(report, "ranks.1.liveness")).isEqualTo("DEAD");
    }

    @Test
    void shouldSeeAJobLiveWhoseDirectoryIsCalledPrevious() throws IOException {
        try (Engine engine = Engine.launch(new EngineContext().directory(parent.resolve("previous")).rank(0).size(1))) {
            final Object root = screen.json("inspect", engine.directory().toString(), "--json");
            assertThat(StrictJson.at(root, "job.state")).isEqualTo("live");
            assertThat(StrictJson.at(root, "ranks.0.liveness")).isEqualTo("ALIVE");
        }
    }

    @Test
    void shouldReadJobsThatWereKilledWhileTheyBegan() throws IOException, InterruptedException {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 3; i++) {
            start();
            final int looks = random.nextInt(50);
            int seen = 0;
            while (seen <= looks) {
                seen += look() == null ? 0 : 1;
            }
            kill();
            final Object root = look();
            if (root == null) {
                // Killed while it put the files of the previous job aside; the job file moves first.
                final Object previous = screen.json("inspect", job().resolve("previous").toString(), "--json");
                assertThat(StrictJson.at(previous, "job.state")).as("seed " + seed).isEqualTo("previous");
            } else {
                assertThat(StrictJson.at(root, "job.state")).isEqualTo("dead");
            }
        }
        assertThat(screen.ok("clean", "--parent", parent.toString(), "job")).startsWith("removed ");
        assertThat(job()).as("seed " + seed + ", left: " + Arrays.toString(job().toFile().list())).doesNotExist();
    }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.inspect.TrafficProgram;
import io.tombolo.tools.json.StrictJson;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.run.StoppedProcesses;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A rank is evicted once its process is gone, and not before.
 */
@Timeout(60)
class EvictCommandTest {
    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final List<Process> ranks = new ArrayList<>();

    @AfterEach
    void kill() {
        ranks.forEach(Process::destroyForcibly);
        ranks.forEach(rank -> rank.onExit().join());
    }

    @Test
    void shouldEvictARankWhoseProcessIsGone() throws Exception {
        startAndAwait(0);
        final Process only = ranks.get(0);
        only.destroyForcibly().waitFor();
        assertThat(state()).isEqualTo("LIVE");
        assertThat(screen.ok("evict", "0", job())).isEqualTo("evicted rank 0 (pid " + only.pid() + "): its process is gone\n");
        assertThat(state()).isEqualTo("FAILED");
        assertThat(screen.ok("evict", "0", job())).isEqualTo("rank 0 (pid " + only.pid() + ") is no member: it has failed\n");
        assertThat(screen.ok("evict", "1", job())).isEqualTo("rank 1 is no member: it has never joined\n");
    }

    @Test
    void shouldSayWhatToDoWhileItIsAlive() throws Exception {
        startAndAwait(0);
        final long pid = ranks.get(0).pid();
        final String who = "tombolo evict: rank 0 (pid " + pid + ") is alive: ";
        assertThat(screen.run("evict", "0", job())).isEqualTo(1);
        assertThat(screen.err()).isEqualTo(who + "it is running; end it with 'kill -9 " + pid + "', then evict it\n");
        StoppedProcesses.stop(ranks);
        assertThat(screen.run("evict", "--parent", parent.toString(), "0", "job")).isEqualTo(1);
        assertThat(screen.err()).isEqualTo(
            who + "it is stopped, and may go on at any time ('kill -CONT " + pid + "'); or end it with 'kill -9 " + pid +
                "', then evict it\n");
        assertThat(state()).isEqualTo("LIVE");
        StoppedProcesses.resume(ranks);
    }

    @Test
    void shouldRefuseWhatIsNoRankAndNoJob() throws Exception {
        startAndAwait(0);
        assertThat(screen.run("evict", "2", job())).isEqualTo(2);
        assertThat(screen.err()).startsWith("tombolo evict: the job has no rank '2'; it has ranks 0 to 1");
        assertThat(screen.run("evict", "no-such-name", job())).isEqualTo(2);
        assertThat(screen.err()).startsWith("tombolo evict: the job has no rank 'no-such-name'");
        assertThat(screen.run("evict", "0", parent.resolve("none").toString())).isEqualTo(3);
        assertThat(screen.run("evict")).isEqualTo(2);
    }

    private String job() {
        return parent.resolve("job").toString();
    }

    private Object state() {
        return StrictJson.at(screen.json("inspect", job(), "--json"), "ranks.0.state");
    }

    private void startAndAwait(final int rank) throws IOException {
        final List<String> command = new ArrayList<>(TestJvm.command(TrafficProgram.class));
        command.addAll(1, RequiredJvmFlags.list());
        final ProcessBuilder builder = new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put(NothingLeft.NAME, nothingLeft.value());
        builder.environment().put("TOMBOLO_DIR", job());
        builder.environment().put("TOMBOLO_RANK", Integer.toString(rank));
        builder.environment().put("TOMBOLO_SIZE", "2");
        ranks.add(builder.start());
        while (screen.run("inspect", job(), "--json") != 0 || !"LIVE".equals(state())) {
            assertThat(ranks.get(0).isAlive()).isTrue();
        }
    }
}

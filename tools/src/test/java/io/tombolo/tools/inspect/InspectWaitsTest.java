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

import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import io.tombolo.tools.run.NothingLeft;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The waits of processes, while they wait and after they were killed.
 */
@Timeout(60)
class InspectWaitsTest {
    private static final int RANKS = 2;
    private static final String SITE = ", at io\\.tombolo\\.tools\\.inspect\\.WaitingProgram\\.main\\(WaitingProgram\\.java:\\d+\\)";
    private static final Pattern WAITS = Pattern.compile(
        " waits rank 0 \\(main\\) waits for \\d+ m?s in recv: message from rank 1 with tag 7" + SITE +
        " rank 1 \\(main\\) waits for \\d+ m?s in barrier: call 1 of group 0, now rank 0" + SITE);

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
        ranks.start(WaitingProgram.class, job(), RANKS, nothingLeft);
    }

    /** Inspects once. Returns the text with single spaces: lines are wrapped. */
    private String look() {
        screen.run("inspect", job().toString());
        return screen.out().replaceAll("\\s+", " ");
    }

    @Test
    void shouldShowTheWaitsOfLiveAndOfDeadRanks() throws IOException, InterruptedException {
        start();
        String text = look();
        while (!WAITS.matcher(text).find()) {
            assertThat(Thread.currentThread().isInterrupted()).as(text + screen.err()).isFalse();
            text = look();
        }
        final Object live = screen.json("inspect", job().toString(), "--json");
        assertThat(StrictJson.at(live, "ranks.0.waits.0.call")).isEqualTo("RECV");
        assertThat(StrictJson.at(live, "ranks.0.waits.0.mode")).isEqualTo("ALL");
        assertThat(StrictJson.at(live, "ranks.0.waits.0.endsMs")).isNull();
        assertThat(StrictJson.at(live, "ranks.0.waits.0.count")).isEqualTo(1L);
        assertThat(StrictJson.at(live, "ranks.0.waits.0.entries.0.kind")).isEqualTo("RECEIVE");
        assertThat(StrictJson.at(live, "ranks.0.waits.0.entries.0.rank")).isEqualTo(1L);
        assertThat(StrictJson.at(live, "ranks.0.waits.0.entries.0.anyRank")).isEqualTo(false);
        assertThat(StrictJson.at(live, "ranks.0.waits.0.entries.0.tag")).isEqualTo(7L);
        assertThat(StrictJson.at(live, "ranks.0.singleThread")).isEqualTo(true);
        assertThat(StrictJson.at(live, "ranks.0.waitsNotShown")).isEqualTo(0L);
        assertThat(StrictJson.at(live, "ranks.1.waits.0.entries.0.kind")).isEqualTo("COLLECTIVE");
        assertThat(StrictJson.at(live, "ranks.1.waits.0.entries.0.number")).isEqualTo(1L);
        assertThat(screen.ok("metrics", job().toString())).contains("tombolo_rank_oldest_wait_seconds{job=\"job\",rank=\"1\"} ");
        kill();
        final Object dead = screen.json("inspect", job().toString(), "--json");
        assertThat(StrictJson.at(dead, "ranks.0.liveness")).isEqualTo("DEAD");
        assertThat(StrictJson.at(dead, "ranks.0.waits.0.number")).isEqualTo(StrictJson.at(live, "ranks.0.waits.0.number"));
        assertThat(StrictJson.at(dead, "ranks.0.waits.0.callSite")).isEqualTo(StrictJson.at(live, "ranks.0.waits.0.callSite"));
        final Object clock = StrictJson.at(dead, "ranks.0.clockMs");
        assertThat(clock).isEqualTo(StrictJson.at(screen.json("inspect", job().toString(), "--json"), "ranks.0.clockMs"));
        assertThat(screen.ok("metrics", job().toString())).doesNotContain("tombolo_rank_oldest_wait_seconds");
    }
}

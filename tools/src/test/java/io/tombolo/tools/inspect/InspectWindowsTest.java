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
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The inspector shows the locks of windows in direct mode.
 */
@Timeout(30)
class InspectWindowsTest {
    private static final int RANKS = 4;
    private static final String LINE = " +\\d+ +%d +direct +4096 +%s\\R";

    private final Screen screen = new Screen();
    private final LocalJob job = LocalJob.of(RANKS, JobCopies::small);
    private final Window[] windows = new Window[RANKS];

    @BeforeEach
    void allocate() {
        at(0, 1, 2, 3, rank -> windows[rank] = job.engine(rank).world().allocateWindow(4096));
    }

    private interface Work {
        void run(int rank);
    }

    private static void at(final int first, final int second, final int third, final int fourth, final Work work) {
        CompletableFuture.allOf(List.of(first, second, third, fourth).stream()
            .map(rank -> CompletableFuture.runAsync(() -> work.run(rank), task -> new Thread(task).start()))
            .toArray(CompletableFuture[]::new)).join();
    }

    @AfterEach
    void close() {
        job.close();
    }

    private String inspect(final String option) {
        return screen.ok("inspect", "--parent=" + job.directory().getParent(), job.directory().toString(), option);
    }

    private void assertShows(final int rank, final String state) {
        assertThat(inspect("--windows")).containsPattern(LINE.formatted(rank, state));
    }

    @Test
    void shouldShowHoldersAndQueueLiveAndAfterDeath() {
        windows[1].lock(0, LockType.EXCLUSIVE);
        windows[1].lock(3, LockType.SHARED);
        windows[2].lock(3, LockType.SHARED);
        assertShows(0, "exclusive +1 +0 +0/16 +no");
        assertShows(1, "none +- +0 +0/16 +no");
        assertShows(3, "shared +1 2 +0 +0/16 +no");
        final CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> windows[2].lock(0, LockType.SHARED));
        while (!inspect("--windows").contains(" 1 waiting")) {
            Thread.onSpinWait();
        }
        assertThat(inspect("--windows")).containsPattern("window \\d+ of rank 0: 1 waiting for its lock, the next one first")
            .containsPattern(" +rank +wants +age\\R +2 +shared +\\d+ m?s");
        final Object json = StrictJson.parse(inspect("--json"));
        assertThat(StrictJson.at(json, "windows.0.lock")).isEqualTo("exclusive");
        assertThat(StrictJson.at(json, "windows.0.holders.0")).isEqualTo(1L);
        assertThat(StrictJson.at(json, "windows.0.waiting.0.rank")).isEqualTo(2L);
        assertThat(StrictJson.at(json, "windows.0.tainted")).isEqualTo(false);
        job.kill(1);
        waiter.join();
        assertShows(0, "shared +2 +0 +0/16 +by 1");
        job.kill(0);
        job.kill(2);
        job.kill(3);
        assertShows(0, "shared +2 +0 +0/16 +by 1");
        assertThat(inspect("--queues")).contains("direct");
    }

    @Test
    void shouldSayThatThereAreNoWindows() {
        at(0, 1, 2, 3, rank -> windows[rank].close());
        assertThat(inspect("--windows")).contains("no windows");
        assertThat(StrictJson.at(StrictJson.parse(inspect("--json")), "windows")).isEqualTo(List.of());
    }
}

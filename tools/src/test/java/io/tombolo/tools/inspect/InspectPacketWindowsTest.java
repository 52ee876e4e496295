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
import java.util.stream.IntStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The inspector shows the locks of windows in packet mode.
 */
@Timeout(30)
class InspectPacketWindowsTest {
    private static final int RANKS = 3;

    private final Screen screen = new Screen();
    private final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);

    private static CompletableFuture<Void> start(final Runnable work) {
        return CompletableFuture.runAsync(work, task -> new Thread(task).start());
    }

    private String inspect(final LocalJob job, final String option) {
        return screen.ok("inspect", "--parent=" + job.directory().getParent(), job.directory().toString(), option);
    }

    private void hold(final Window window, final LockType type) {
        window.lock(0, type);
        window.put(word, 0, 8, 0, 0);
        window.flush(0);
    }

    /** Holds S2.14. */
    @Test
    void shouldShowHoldersQueueAndTaint() {
        try (LocalJob job = LocalJob.of(RANKS, JobCopies::small)) {
            final Window[] windows = new Window[RANKS];
            final List<CompletableFuture<Void>> created = IntStream.range(0, RANKS).mapToObj(rank -> start(() ->
                windows[rank] = job.engine(rank).world().createWindow(new UnsafeBuffer(new byte[64])))).toList();
            created.forEach(CompletableFuture::join);
            hold(windows[1], LockType.EXCLUSIVE);
            assertThat(inspect(job, "--windows")).containsPattern(" 0 +packet +64 +exclusive +1 +0 +0/16 +no\\R")
                .containsPattern(" 2 +packet +64 +none +- +0 +0/16 +no\\R");
            final CompletableFuture<Void> waiter = start(() -> hold(windows[2], LockType.SHARED));
            while (!inspect(job, "--windows").contains(" 1 waiting")) {
                Thread.onSpinWait();
            }
            assertThat(inspect(job, "--windows")).containsPattern(" +rank +wants +age\\R +2 +shared +\\d+ m?s");
            final Object json = StrictJson.parse(inspect(job, "--json"));
            assertThat(StrictJson.at(json, "windows.0.mode")).isEqualTo("packet");
            assertThat(StrictJson.at(json, "windows.0.holders.0")).isEqualTo(1L);
            assertThat(StrictJson.at(json, "windows.0.waiting.0.rank")).isEqualTo(2L);
            job.kill(1);
            waiter.join();
            assertThat(inspect(job, "--windows")).containsPattern(" 0 +packet +64 +shared +2 +0 +0/16 +by 1\\R");
            job.kill(0);
            job.kill(2);
            assertThat(inspect(job, "--windows")).containsPattern(" 0 +packet +64 +shared +2 +0 +0/16 +by 1\\R");
        }
    }
}

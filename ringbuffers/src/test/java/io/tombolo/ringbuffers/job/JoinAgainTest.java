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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job starts in a directory while the previous job ends there. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JoinAgainTest {
    private static final int ROUNDS = 250;

    @TempDir
    Path temporary;

    private static void joinAndLeave(final Path directory, final Queue<String> refusals) {
        for (int i = 0; i < ROUNDS; i++) {
            try (JobDirectory job = Jobs.join(directory, 0, 1)) {
                job.leave();
                job.destroyIfLast();
            } catch (final IOException refused) {
                refusals.add(refused.toString());
            }
        }
    }

    @Test
    void shouldOnlyBeRefusedForALivingRank() throws InterruptedException {
        final Path directory = temporary.resolve("job");
        final Queue<String> refusals = new ConcurrentLinkedQueue<>();
        final Thread other = new Thread(() -> joinAndLeave(directory, refusals));
        other.start();
        joinAndLeave(directory, refusals);
        other.join();
        refusals.removeIf(refusal -> refusal.contains("is alive since"));
        assertThat(refusals).isEmpty();
        assertThat(directory).doesNotExist();
    }
}

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
package io.tombolo.ringbuffers.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lock under all interleavings of three or four ranks, with a bounded number of preemptions and deaths: no two ranks have conflicting
 * holds, no rank stays waiting or asleep, no slot stays in use, and every dead holder leaves the window tainted.
 */
class WindowLockModelTest {
    @ParameterizedTest
    @CsvSource({
        "alone, 0, 2, 0", "mixed, 1, 2, 0", "impatient, 1, 2, 0", "persistent, 1, 2, 0",
        "alone, 0, 1, 1", "mixed, 1, 1, 1", "persistent, 1, 1, 1"})
    @Timeout(60)
    void shouldHoldUnderAllInterleavings(final String script, final int limit, final int preemptions, final int kills) throws Exception {
        explore(script, limit, preemptions, kills);
    }

    @ParameterizedTest
    @CsvSource({
        "alone, 0, 3, 0", "mixed, 0, 3, 0", "mixed, 1, 3, 0", "mixed, -1, 3, 0", "impatient, 1, 3, 0", "persistent, 1, 3, 0",
        "crowd, 1, 3, 0",
        "alone, 0, 2, 1", "mixed, 1, 2, 1", "impatient, 1, 2, 1", "alone, 0, 1, 2", "mixed, 1, 1, 2"})
    @Timeout(3600)
    @Tag("nightly")
    void shouldHoldUnderMoreInterleavings(final String script, final int limit, final int preemptions, final int kills)
        throws Exception {
        explore(script, limit, preemptions, kills);
    }

    private static void explore(final String script, final int limit, final int preemptions, final int kills)
        throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(LockExplorerMain.class, "-D" + FaultPoint.ENABLED_PROPERTY + "=true",
            "-Dcase=" + script.toUpperCase(Locale.ROOT), "-Dlimit=" + limit, "-Dpreemptions=" + preemptions, "-Dkills=" + kills)) {
            final String answer = child.receive();
            assertThat(answer).as(child::errors).startsWith("runs ");
            // Fewer runs would mean that ranks were never preempted between accesses.
            assertThat(Long.parseLong(answer.substring("runs ".length()))).isGreaterThan(300);
        }
    }
}

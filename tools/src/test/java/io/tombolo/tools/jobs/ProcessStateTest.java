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
package io.tombolo.tools.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStateTest {
    private final ProcessHandle self = ProcessHandle.current();

    @Test
    void shouldSeeAProcessThatRuns() {
        final ProcessState state = ProcessState.of(self.pid(), self.info().startInstant().orElseThrow().toEpochMilli());
        assertThat(state.advice()).isEqualTo("it is running; end it with 'kill -9 " + self.pid() + "', then evict it");
    }

    @Test
    void shouldNotTakeAnotherProcessWithTheSamePidForIt() {
        assertThat(ProcessState.of(self.pid(), 0).advice()).startsWith("it is not a process that can be seen here");
    }

    @Test
    void shouldKnowAProcessThatCannotBeInterrupted() {
        assertThat(new ProcessState(7, 'D').advice()).isEqualTo(
            "it is uninterruptible, waiting in the kernel; end it with 'kill -9 7', then evict it when the kernel lets it go");
    }
}

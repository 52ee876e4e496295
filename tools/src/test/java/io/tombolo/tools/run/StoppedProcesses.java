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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.jobs.ProcessState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Stops processes of a test, and lets them go on. */
public final class StoppedProcesses {
    private StoppedProcesses() {
    }

    /** Stops processes, and waits until they stand still, which takes longer than the signal. Leaves those out that have ended. */
    public static void stop(final List<Process> processes) throws IOException, InterruptedException {
        signal("STOP", processes);
        for (final Process process : processes) {
            while (process.isAlive() && !isStopped(process)) {
                assertThat(Thread.currentThread().isInterrupted()).as("time limit").isFalse();
            }
        }
    }

    /** Lets processes go on. */
    public static void resume(final List<Process> processes) throws IOException, InterruptedException {
        signal("CONT", processes);
    }

    private static boolean isStopped(final Process process) {
        return process.info().startInstant().map(start -> ProcessState.of(process.pid(), start.toEpochMilli()).isStopped()).orElse(false);
    }

    /** Sends a signal to all at the same time. */
    private static void signal(final String name, final List<Process> processes) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        processes.stream().filter(Process::isAlive).forEach(process -> command.add(Long.toString(process.pid())));
        if (command.size() > 2) {
            final int status = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            assertThat(status == 0 || !processes.stream().allMatch(Process::isAlive)).as("%s", command).isTrue();
        }
    }
}

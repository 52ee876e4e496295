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

import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.run.StoppedProcesses;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes that run a program as all ranks of a job. Their output is dropped. */
final class StartedRanks {
    private final List<Process> processes = new ArrayList<>();

    /** Starts one process for each rank. */
    void start(final Class<?> program, final Path job, final int size, final NothingLeft nothingLeft) throws IOException {
        for (int rank = 0; rank < size; rank++) {
            final List<String> command = new ArrayList<>(TestJvm.command(program));
            command.addAll(1, RequiredJvmFlags.list());
            command.add(1, "-Xmx64m");
            final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put(NothingLeft.NAME, nothingLeft.value());
            builder.environment().put("TOMBOLO_DIR", job.toString());
            builder.environment().put("TOMBOLO_RANK", Integer.toString(rank));
            builder.environment().put("TOMBOLO_SIZE", Integer.toString(size));
            processes.add(builder.start());
        }
    }

    Process get(final int rank) {
        return processes.get(rank);
    }

    /** Kills all of them, and waits until they have ended. Stops them first, so that none sees another die and leaves the job. */
    void kill() throws IOException, InterruptedException {
        StoppedProcesses.stop(processes);
        processes.forEach(Process::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
        processes.clear();
    }
}

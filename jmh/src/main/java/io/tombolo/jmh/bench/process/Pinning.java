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
package io.tombolo.jmh.bench.process;

import io.tombolo.ringbuffers.libc.LibC;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Pins the calling thread to a core. The other threads of the process, such as compilers and collectors, stay free.
 */
final class Pinning {

    private static final Path THREAD = Path.of("/proc/thread-self");
    private static final long PROGRAM_TIMEOUT_S = 10;

    private Pinning() {
    }

    /** Pins the calling thread. Returns words that say how, or why not. */
    static String pin(final int core) {
        if (Cores.NONE == core) {
            return "unpinned (fewer than two cores to choose from)";
        }
        if (LibC.available() && LibC.pin(core)) {
            return "core " + core;
        }
        return withProgram(core) ? "core " + core + " (taskset)" : "unpinned (no taskset)";
    }

    private static boolean withProgram(final int core) {
        try {
            final String threadId = Files.readSymbolicLink(THREAD).getFileName().toString();
            final Process program = new ProcessBuilder("taskset", "-p", "-c", Integer.toString(core), threadId)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
            return program.waitFor(PROGRAM_TIMEOUT_S, TimeUnit.SECONDS) && 0 == program.exitValue();
        } catch (final IOException ex) {
            return false;
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

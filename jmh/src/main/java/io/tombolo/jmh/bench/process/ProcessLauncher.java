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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Prepares the processes of a plan.
 */
interface ProcessLauncher {

    /**
     * Makes the commands of the processes.
     *
     * @param plan      what they measure.
     * @param directory their scratch directory, which holds the shared file.
     * @param cores     core of the initiator, core of the responder, and more for some plans.
     * @return the processes, the initiator first, or one process that starts them all and passes on the output of the initiator.
     * @throws IOException if something that they need cannot be made.
     */
    List<ProcessBuilder> processes(Plan plan, Path directory, int[] cores) throws IOException;

    /** Returns the launcher of a plan. */
    static ProcessLauncher of(final Plan plan, final List<String> jvmArguments) {
        return plan.peer().system().<ProcessLauncher>map(NativeLauncher::new).orElseGet(() -> new JvmLauncher(jvmArguments));
    }
}

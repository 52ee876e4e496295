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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.tools.inspect.JobView;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.RankView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Versions of the software that has read a job, and, as far as the system tells, of the software that runs it.
 *
 * @param versions version by name, in the order in which they are shown
 */
record Software(Map<String, String> versions) {
    /** Asks this process and the system. The files of a job tell only the version of their layout. */
    static Software of(final JobView job, final String tombolo) {
        final Map<String, String> versions = new LinkedHashMap<>();
        versions.put("Tombolo", tombolo);
        versions.put("Layout of the files", Integer.toString(JobFileDescriptor.LAYOUT_VERSION));
        versions.put("JVM of this report", System.getProperty("java.vm.name") + " " + Runtime.version() + " (" +
            System.getProperty("java.vendor") + ")");
        versions.put("JVMs of the ranks", commands(job));
        versions.put("Operating system",
            System.getProperty("os.name") + " " + System.getProperty("os.version") + ", " + System.getProperty("os.arch"));
        versions.put("Cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        return new Software(versions);
    }

    private static String commands(final JobView job) {
        final TreeSet<String> commands = new TreeSet<>();
        for (final RankView rank : job.ranks()) {
            if (rank.liveness() == Liveness.ALIVE) {
                ProcessHandle.of(rank.row().pid()).flatMap(process -> process.info().command()).ifPresent(commands::add);
            }
        }
        return commands.isEmpty() ? "not known: no rank is alive, or its process cannot be seen" : String.join(", ", commands);
    }
}

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
package io.tombolo.tools.doctor;

import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.tools.run.JvmFlags;
import io.tombolo.tools.text.ScreenText;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges a machine for a job.
 */
public final class Checkup {
    private static final int NATIVES_FROM = 22;
    private static final long CONTAINER_DEFAULT = 64L << 20;
    /** Least memory that a small JVM takes beside the shared files. Bytes. */
    private static final long JVM_LEAST = 48L << 20;

    private final Machine machine;
    private final JobGeometry geometry;
    private final JobNeed need;

    private Checkup(final Machine machine, final JobGeometry geometry, final int ranks) {
        this.machine = machine;
        this.geometry = geometry;
        this.need = JobNeed.of(geometry, ranks);
    }

    /**
     * Looks at everything.
     *
     * @param machine  facts
     * @param geometry that jobs will have
     * @param ranks    that a job will have
     * @return findings, always the same topics in the same order
     */
    public static List<Finding> of(final Machine machine, final JobGeometry geometry, final int ranks) {
        final Checkup checkup = new Checkup(machine, geometry, ranks);
        final List<Finding> findings = new ArrayList<>();
        findings.add(checkup.directory());
        findings.add(checkup.space());
        findings.add(checkup.memory());
        findings.add(checkup.deadJobs());
        findings.add(checkup.cores());
        findings.add(checkup.jdk());
        findings.add(checkup.natives());
        return List.copyOf(findings);
    }

    private Finding directory() {
        if (!machine.refusal().isEmpty()) {
            return Finding.block("directory", machine.refusal(), "chmod 700 " + machine.directory() + ", remove it, or use --parent DIR");
        }
        return machine.fileSystem().equals("tmpfs") ? Finding.ok("directory", machine.directory() + ", in memory (tmpfs)") :
            Finding.note("directory", machine.directory() + " is not in memory (" + machine.fileSystem() + "): the disk will write along",
                "put jobs on a tmpfs: --parent DIR, or mount one at /dev/shm");
    }

    private Finding space() {
        final long total = need.total();
        final String fits = JobNeed.mostRanks(geometry, machine.usableBytes()) + " ranks fit";
        final String text = "needs " + ScreenText.bytes(total) + " for " + need.ranks() + " ranks (each " +
            ScreenText.bytes(need.rank() + need.lanes()) + ", each pair " + ScreenText.bytes(need.pair()) + "), free are " +
            ScreenText.bytes(machine.usableBytes()) + ": " + fits;
        if (machine.totalBytes() > 0 && machine.usableBytes() < total) {
            final long missing = total - machine.usableBytes();
            final String more = machine.totalBytes() <= CONTAINER_DEFAULT ?
                "give the container a larger /dev/shm: docker run --shm-size=" + megabytes(machine.totalBytes() + 2 * missing) + "m" :
                "mount -o remount,size=" + megabytes(machine.totalBytes() + 2 * missing) + "m /dev/shm";
            return Finding.block("space", text, more + ", or smaller pairs: TOMBOLO_PACKETS=4");
        }
        return Finding.ok("space", text);
    }

    private static long megabytes(final long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    private Finding memory() {
        final long least = need.total() + need.ranks() * JVM_LEAST;
        final String text = ScreenText.bytes(machine.memoryBytes()) + " may be used; " + need.ranks() + " small JVMs and the files take " +
            ScreenText.bytes(least);
        return machine.memoryBytes() < least ?
            Finding.block("memory", text, "raise the limit (docker run --memory=" + megabytes(2 * least) + "m), or run fewer ranks") :
            Finding.ok("memory", text);
    }

    private Finding deadJobs() {
        return machine.deadBytes() == 0 ? Finding.ok("leftovers", "no dead jobs") :
            Finding.note("leftovers", "dead jobs take " + ScreenText.bytes(machine.deadBytes()), "bin/tombolo clean --all");
    }

    private Finding cores() {
        final String text = (machine.cores() == 1 ? "1 core" : machine.cores() + " cores") + " may be used (affinity and limits counted)";
        return machine.cores() >= need.ranks() ? Finding.ok("cores", text + " by " + need.ranks() + " ranks") :
            Finding.note("cores", text + " by " + need.ranks() + " ranks: they share, yield instead of spinning, and are slower",
                "for latency run at most " + machine.cores() + " ranks, or allow more cores (docker run --cpus, taskset)");
    }

    private Finding jdk() {
        return Finding.ok("JDK", machine.javaVersion() + "; 'tombolo run' passes the flags, other JVMs need: " +
            String.join(" ", JvmFlags.list()));
    }

    private Finding natives() {
        if (machine.nativesReason().equals("on")) {
            return Finding.ok("natives", "on: futex, " + (machine.hasMembarrier() ? "membarrier, " : "") + "affinity" +
                (machine.hasMembarrier() ? "" : "; no membarrier, this kernel refuses it"));
        }
        return Finding.note("natives", "off: " + machine.nativesReason() + "; an idle rank sleeps at most 1 ms at a time",
            machine.javaFeature() < NATIVES_FROM ? "point JAVA_HOME at a JDK " + NATIVES_FROM + " or newer" :
                "start JVMs with --enable-native-access=ALL-UNNAMED");
    }
}

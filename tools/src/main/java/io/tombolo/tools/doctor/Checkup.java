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

import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.setting.Settings;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.text.ScreenText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Checks whether a machine is fit for a job.
 */
public final class Checkup {
    private static final int NATIVES_FROM = 22;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long CONTAINER_DEFAULT = 64L << 20;
    /** Memory that a small JVM takes at least, besides the shared files, in bytes. */
    private static final long JVM_LEAST = 48L << 20;

    /** Files that a launcher or a rank has open, besides those for the ranks. */
    private static final int OWN_FILES = 12;
    /** Files that a launcher or a rank has open for each rank. */
    private static final int FILES_A_RANK = 2;

    /** Smaller values of settings, those that cost the least speed first. */
    private static final Map<GeometrySetting, Long> SMALLER = smallerSizes();

    private final MachineFacts machine;
    private final IntFunction<JobGeometry> geometries;
    private final JobGeometry geometry;
    private final JobFootprint need;

    private Checkup(final MachineFacts machine, final IntFunction<JobGeometry> geometries, final int ranks) {
        this.machine = machine;
        this.geometries = geometries;
        this.geometry = geometries.apply(ranks);
        this.need = JobFootprint.of(geometry, ranks);
    }

    /**
     * Makes all checks.
     *
     * @param machine    facts about the machine
     * @param geometries sizes of a job by its number of ranks
     * @param ranks      number of ranks of the job
     * @return findings, always of the same topics in the same order
     */
    public static List<Finding> of(final MachineFacts machine, final IntFunction<JobGeometry> geometries, final int ranks) {
        final Checkup checkup = new Checkup(machine, geometries, ranks);
        final List<Finding> findings = new ArrayList<>();
        findings.add(checkup.directory());
        findings.add(checkup.space());
        findings.add(checkup.memory());
        findings.add(checkup.deadJobs());
        findings.add(checkup.cores());
        findings.add(checkup.jdk());
        findings.add(checkup.natives());
        findings.add(checkup.limits());
        findings.add(checkup.names());
        return List.copyOf(findings);
    }

    private static Map<GeometrySetting, Long> smallerSizes() {
        final Map<GeometrySetting, Long> sizes = new LinkedHashMap<>();
        sizes.put(GeometrySetting.PACKETS, 4L);
        sizes.put(GeometrySetting.RETURN_RECORDS, 64L);
        sizes.put(GeometrySetting.RING_SLOTS, 64L);
        sizes.put(GeometrySetting.MATCH_NODES, 4096L);
        sizes.put(GeometrySetting.FLIGHT_EVENTS, 256L);
        sizes.put(GeometrySetting.STAGING_LANES, 4L);
        return sizes;
    }

    private Finding directory() {
        if (!machine.refusal().isEmpty()) {
            return Finding.block("directory", machine.refusal(),
                "chmod 700 " + machine.directory() + " if it is yours; otherwise set TOMBOLO_DIR, or use 'tombolo run --dir'");
        }
        return machine.fileSystem().equals("tmpfs") ? Finding.ok("directory", machine.directory() + ", in memory (tmpfs)") :
            Finding.note("directory", machine.directory() + " is not in memory (" + machine.fileSystem() +
                "), so everything is also written to disk",
                "use 'tombolo run --dir' with a directory on a tmpfs, or mount a tmpfs at " + SHARED_MEMORY);
    }

    private Finding space() {
        final long total = need.total();
        final String fits = JobFootprint.mostRanks(geometries, machine.usableBytes()) + " ranks";
        final String text = need.ranks() + " ranks need " + ScreenText.bytes(total) + " (each rank " +
            ScreenText.bytes(need.ofRank()) + ", each pair " + ScreenText.bytes(need.pair()) + "); " +
            ScreenText.bytes(machine.usableBytes()) + " are free, enough for " + fits;
        return machine.totalBytes() == 0 || machine.usableBytes() >= total ? Finding.ok("space", text) :
            Finding.block("space", text, larger(machine.totalBytes() + 2 * (total - machine.usableBytes())) + smaller());
    }

    private String larger(final long bytes) {
        if (machine.directory().startsWith(SHARED_MEMORY)) {
            return machine.totalBytes() <= CONTAINER_DEFAULT ?
                "give the container a larger " + SHARED_MEMORY + ": docker run --shm-size=" + megabytes(bytes) + "m" :
                "mount -o remount,size=" + megabytes(bytes) + "m " + SHARED_MEMORY;
        }
        return "make room in " + machine.directory() + ", or use 'tombolo run --dir' with a directory elsewhere";
    }

    /** Smaller settings with which the job fits, those that cost the least speed; empty if it fits with none. */
    private String smaller() {
        final JobGeometry.Builder builder = JobGeometry.builder();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            builder.set(setting, geometry.value(setting));
        }
        final StringBuilder settings = new StringBuilder();
        for (final Map.Entry<GeometrySetting, Long> each : SMALLER.entrySet()) {
            if (geometry.value(each.getKey()) > each.getValue()) {
                builder.set(each.getKey(), each.getValue());
                settings.append(' ').append(Settings.variable(each.getKey().propertyName())).append('=').append(each.getValue());
            }
            if (JobFootprint.of(builder.build(), need.ranks()).total() <= machine.usableBytes()) {
                return ", or, slower:" + settings;
            }
        }
        return "";
    }

    private static long megabytes(final long bytes) {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    private Finding memory() {
        final long least = need.total() + need.ranks() * JVM_LEAST;
        final String text = ScreenText.bytes(machine.memoryBytes()) + " may be used; " + need.ranks() + " small JVMs and the files need " +
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
        final String text = (machine.cores() == 1 ? "1 core" : machine.cores() + " cores") + " may be used, within affinity and limits,";
        if (machine.cores() >= need.ranks()) {
            return Finding.ok("cores", text + " by " + need.ranks() + " ranks");
        }
        final String mend = "for low latency run at most " + machine.cores() +
            " ranks, allow more cores (docker run --cpus, taskset), or pin each rank to a core of its own";
        final String shared = text + " by " + need.ranks() + " ranks: they share cores and yield instead of spinning, which is slower";
        // A yield lets only processes of the same group run, and each rank of 'tombolo run' leads a session.
        return !machine.hasAutogroups() ? Finding.note("cores", shared, mend) :
            Finding.note("cores", shared +
                "; here a yield does not let another rank run, because the kernel divides the cores between sessions (autogroup)",
                mend + "; sysctl kernel.sched_autogroup_enabled=0 lets ranks yield to each other");
    }

    private Finding jdk() {
        return Finding.ok("JDK", machine.javaVersion() + "; 'tombolo run' passes these flags, which every JVM needs: " +
            String.join(" ", RequiredJvmFlags.list()));
    }

    private Finding limits() {
        final SystemLimits limits = machine.limits();
        final long files = limits.openFiles() + OWN_FILES + (long) FILES_A_RANK * need.ranks();
        if (limits.mostOpenFiles() < files) {
            return Finding.block("limits", "a process may open " + limits.mostOpenFiles() + " files; with " + need.ranks() +
                " ranks it may need " + files, "ulimit -n " + 2 * files);
        }
        if (limits.longestFile() < need.longest()) {
            return Finding.block("limits", "a process may write files of " + ScreenText.bytes(limits.longestFile()) +
                "; the job has files of " + ScreenText.bytes(need.longest()), "ulimit -f unlimited");
        }
        return Finding.ok("limits", "the limits of open files and file length (ulimit -n and -f) are high enough");
    }

    private Finding names() {
        return machine.charset().equals("UTF-8") ? Finding.ok("names", "paths are UTF-8") :
            Finding.note("names", "paths with characters outside of " + machine.charset() + " are refused",
                "export LC_ALL=C.UTF-8");
    }

    private Finding natives() {
        if (machine.nativesReason().equals("on")) {
            return Finding.ok("natives", "on: futex, " + (machine.hasMembarrier() ? "membarrier, " : "") + "affinity" +
                (machine.hasMembarrier() ? "" : "; no membarrier, this kernel refuses it"));
        }
        return Finding.note("natives", "off: " + machine.nativesReason() + "; an idle rank sleeps at a Unix socket in its job directory, " +
            "or looks every 2 ms where there can be no socket",
            machine.javaFeature() < NATIVES_FROM ? "point JAVA_HOME at a JDK " + NATIVES_FROM + " or newer" :
                "start JVMs with --enable-native-access=ALL-UNNAMED");
    }
}

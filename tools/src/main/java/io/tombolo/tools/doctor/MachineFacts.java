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

import com.sun.management.OperatingSystemMXBean;
import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.tools.inspect.JobState;
import io.tombolo.tools.jobs.JobParent;
import io.tombolo.tools.jobs.JobSummary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Facts about this machine, process and user, read once.
 *
 * @param directory     directory that holds the job directories
 * @param refusal       why that directory cannot be used, in one line; empty if it can be used or created
 * @param fileSystem    type of its file system, such as tmpfs
 * @param totalBytes    size of the file system; 0 if it has no limit
 * @param usableBytes   free bytes of the file system
 * @param deadBytes     bytes that dead jobs take
 * @param memoryBytes   bytes of memory that this process may use, within the limit of its container
 * @param cores         number of cores that this process may use, within its affinity and the limit of its container
 * @param hasAutogroups whether the scheduler makes each session a group of its own (sched(7), the autogroup feature)
 * @param javaFeature   feature number of the JDK, such as 17
 * @param javaVersion   complete version of the JDK
 * @param nativesReason "on", or why the native extras are off
 * @param hasMembarrier whether the kernel offers membarrier, which makes wake-ups cheaper
 * @param limits        limits of this process
 * @param charset       character set of file names, such as UTF-8
 */
public record MachineFacts(
    Path directory, String refusal, String fileSystem, long totalBytes, long usableBytes, long deadBytes, long memoryBytes, int cores,
    boolean hasAutogroups, int javaFeature, String javaVersion, String nativesReason, boolean hasMembarrier,
    SystemLimits limits, String charset) {
    private static final Path AUTOGROUPS = Path.of("/proc/sys/kernel/sched_autogroup_enabled");

    /**
     * Reads the facts.
     *
     * @param parent directory that holds the job directories; it is not created
     * @return the facts
     * @throws IOException if the file system cannot be read
     */
    public static MachineFacts read(final JobParent parent) throws IOException {
        Path existing = parent.path();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        final FileStore store = Files.getFileStore(existing);
        final String refusal = refusal(parent.path());
        final long deadBytes = !refusal.isEmpty() ? 0 : parent.list().stream()
            .filter(job -> job.state() != JobState.LIVE && job.state() != JobState.STARTING).mapToLong(JobSummary::bytes).sum();
        final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new MachineFacts(parent.path(), refusal, store.type(), store.getTotalSpace(), store.getUsableSpace(), deadBytes,
            system.getTotalMemorySize(), Runtime.getRuntime().availableProcessors(), areSessionsGroups(),
            Runtime.version().feature(), Runtime.version().toString(), LibC.reason(), LibC.membarrier(),
            SystemLimits.ofProcess(), System.getProperty("sun.jnu.encoding", "UTF-8"));
    }

    private static boolean areSessionsGroups() {
        try {
            return Files.readString(AUTOGROUPS).strip().equals("1");
        } catch (final IOException ex) {
            return false;
        }
    }

    private static String refusal(final Path directory) {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            final Path above = directory.getParent();
            final boolean canMake = above == null || !Files.exists(above) || Files.isWritable(above);
            return canMake ? "" : SystemLimits.explain(new AccessDeniedException(above.toString()), 0).getMessage();
        }
        try {
            OwnerOnly.checkDirectory(directory);
            return "";
        } catch (final IOException ex) {
            return ex.getMessage();
        }
    }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.tools.Screen;
import io.tombolo.tools.doctor.Finding.Level;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CheckupTest {
    private static final JobGeometry GEOMETRY = JobGeometry.builder().build();
    private static final long MIB = 1L << 20;
    private static final SystemLimits ENOUGH = new SystemLimits(10, 1024, SystemLimits.UNLIMITED);

    @TempDir
    private Path directory;

    private final Screen screen = new Screen();

    private static MachineFacts machine(final long shmBytes, final long usableBytes, final long memoryBytes, final int cores) {
        return machine(shmBytes, usableBytes, memoryBytes, cores, false, ENOUGH, "UTF-8");
    }

    private static MachineFacts machine(
        final long shmBytes, final long usableBytes, final long memoryBytes, final int cores, final boolean hasAutogroups,
        final SystemLimits limits, final String charset) {
        return new MachineFacts(Path.of("/dev/shm/x"), "", "tmpfs", shmBytes, usableBytes, 0, memoryBytes, cores, hasAutogroups,
            17, "17.0.1",
            "JDK 17 has no java.lang.foreign", false, limits, charset);
    }

    private static Finding finding(final MachineFacts machine, final int ranks, final String topic) {
        final List<Finding> findings = Checkup.of(machine, count -> GEOMETRY, ranks);
        assertThat(findings).allSatisfy(each -> assertThat(each.mend().isEmpty()).as(each.text()).isEqualTo(each.level() == Level.OK));
        return findings.stream().filter(each -> each.topic().equals(topic)).findFirst().orElseThrow();
    }

    @Test
    void shouldFitEightRanksIntoTheSharedMemoryOfAContainer() {
        final Finding space = finding(machine(64 * MIB, 64 * MIB, 4096 * MIB, 8), 8, "space");
        assertThat(space.level()).isEqualTo(Level.OK);
        assertThat(space.text()).startsWith("8 ranks need ").containsPattern("enough for [89] ranks$");
    }

    @Test
    void shouldTellTheContainersOptionWhereItsSharedMemoryIsTooSmall() {
        final Finding space = finding(machine(64 * MIB, 60 * MIB, 8192 * MIB, 24), 24, "space");
        assertThat(space.level()).isEqualTo(Level.BLOCK);
        assertThat(space.mend()).startsWith("give the container a larger /dev/shm: docker run --shm-size=");
        final String settings = space.mend().substring(space.mend().indexOf("slower: ") + "slower: ".length());
        final JobGeometry smaller = JobGeometry.builder().properties(name -> {
            final Matcher value = Pattern.compile("\\b" + name.toUpperCase(Locale.ROOT).replace('.', '_') + "=(\\d+)").matcher(settings);
            return value.find() ? value.group(1) : null;
        }).build();
        assertThat(JobFootprint.of(smaller, 24).total()).as("the job fits with " + settings).isLessThanOrEqualTo(60 * MIB);
        assertThat(finding(machine(64 * MIB, MIB, 8192 * MIB, 24), 24, "space").mend()).doesNotContain("slower");
    }

    @Test
    void shouldSeeAMemoryLimitBelowTheNeed() {
        final Finding memory = finding(machine(0, 9999 * MIB, 256 * MIB, 8), 8, "memory");
        assertThat(memory.level()).isEqualTo(Level.BLOCK);
        assertThat(memory.mend()).contains("docker run --memory=");
        assertThat(finding(machine(0, 9999 * MIB, 1024 * MIB, 8), 8, "memory").level()).isEqualTo(Level.OK);
    }

    @Test
    void shouldCountCoresAgainstRanks() {
        assertThat(finding(machine(0, 0, 9999 * MIB, 2), 4, "cores").level()).isEqualTo(Level.NOTE);
        assertThat(finding(machine(0, 0, 9999 * MIB, 4), 4, "cores").level()).isEqualTo(Level.OK);
    }

    @Test
    void shouldSayThatSessionsDoNotYieldToEachOther() {
        final MachineFacts machine = machine(0, 0, 9999 * MIB, 2, true, ENOUGH, "UTF-8");
        assertThat(finding(machine, 4, "cores").mend()).contains("sched_autogroup_enabled=0");
        assertThat(finding(machine, 2, "cores").level()).isEqualTo(Level.OK);
        assertThat(finding(machine(0, 0, 9999 * MIB, 2), 4, "cores").mend()).doesNotContain("autogroup");
    }

    @Test
    void shouldSeeLimitsOfTheSystem() {
        assertThat(finding(machine(0, 0, 9999 * MIB, 2), 2, "limits").level()).isEqualTo(Level.OK);
        assertThat(finding(machine(0, 0, 9999 * MIB, 2, false, new SystemLimits(10, 29, SystemLimits.UNLIMITED), "UTF-8"), 4, "limits"))
            .isEqualTo(Finding.block("limits", "a process may open 29 files; with 4 ranks it may need 30", "ulimit -n 60"));
        final Finding length = finding(machine(0, 0, 9999 * MIB, 2, false, new SystemLimits(10, 1024, MIB), "UTF-8"), 2, "limits");
        assertThat(length.level()).isEqualTo(Level.BLOCK);
        assertThat(length.mend()).isEqualTo("ulimit -f unlimited");
    }

    @Test
    void shouldSeeALocaleWithFewCharacters() {
        assertThat(finding(machine(0, 0, 9999 * MIB, 2), 2, "names").level()).isEqualTo(Level.OK);
        assertThat(finding(machine(0, 0, 9999 * MIB, 2, false, ENOUGH, "ANSI_X3.4-1968"), 2, "names").mend())
            .isEqualTo("export LC_ALL=C.UTF-8");
    }

    @Test
    void shouldSayHowToTurnNativesOn() {
        assertThat(finding(machine(0, 0, 9999 * MIB, 2), 2, "natives").mend()).isEqualTo("point JAVA_HOME at a JDK 22 or newer");
    }

    @Test
    void shouldComputeWhatAJobReallyTakes() throws IOException {
        final GeometrySetting slots = GeometrySetting.RING_SLOTS;
        final JobGeometry geometry = JobGeometry.builder().set(slots, slots.defaultValue(3)).build();
        try (LocalJob job = LocalJob.of(3, context -> context.errorHandler(error -> { }))) {
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100_000]);
            for (int source = 0; source < 3; source++) {
                for (int destination = 0; destination < 3; destination++) {
                    if (destination != source) {
                        job.engine(source).world().isend(buffer, 0, 100_000, destination, 1);
                        job.engine(destination).world().irecv(new UnsafeBuffer(new byte[100_000]), 0, 100_000, source, 1);
                    }
                }
            }
            final long files = JobLocation.at(job.directory()).bytes();
            assertThat(JobFootprint.of(geometry, 3).total()).isBetween(files, files + 20 * 4096);
            while (job.step() > 0) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldAnswerOnThisMachine() {
        final int status = screen.run("doctor", "--ranks", "2", "--parent", directory.toString());
        assertThat(screen.err()).isEmpty();
        assertThat(screen.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(screen.out())
            .endsWith(status == 0 ? "this machine is fit for a job of 2 ranks\n" : "a job of 2 ranks would fail here\n");
        screen.run("doctor", "--ranks", "2", "--json", "--parent", directory.toString());
        final Object root = StrictJson.parse(screen.out());
        assertThat(StrictJson.at(root, "blocking")).isEqualTo(status != 0);
        assertThat(StrictJson.at(root, "findings.0.topic")).isEqualTo("directory");
        assertThat(StrictJson.at(root, "findings.0.level")).isIn("ok", "note", "block");
    }

    @Test
    void shouldBlockAJobThatCannotFit() {
        assertThat(screen.run("doctor", "--ranks", "1024", "--parent", directory.toString())).isEqualTo(1);
        assertThat(screen.out()).contains("block ").endsWith("a job of 1024 ranks would fail here\n");
        assertThat(screen.run("doctor", "--ranks", "0")).isEqualTo(2);
        assertThat(screen.err()).isEqualTo("tombolo doctor: --ranks takes 1 to 1024, not 0; see 'tombolo doctor --help'\n");
    }
}

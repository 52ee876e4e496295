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
package io.tombolo.jmh.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredRatiosTest {
    private static final Work WORK = new Work(4 << 10, BufferKind.PRIVATE, Fill.FRESH);
    private static final Plan PLAN = new Plan(PeerKind.TOMBOLO, TrafficPattern.PING_PONG, 1, List.of(WORK));

    @TempDir
    private Path directory;

    @Test
    void shouldTellTheRatioOfAWorkInAState() throws IOException {
        write(17,
            row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2.5),
            row("compare-ping_pong", "tombolo", "private", "fresh", "far", 7.25),
            row("compare-ping_pong", "tombolo", "private", "clean", "near", 3),
            row("compare-ping_pong", "tombolo", "registered", "fresh", "near", 4),
            row("compare-ping_pong", "agrona", "private", "fresh", "near", 5),
            row("compare-window", "tombolo", "private", "fresh", "near", 6));
        final StoredRatios record = StoredRatios.nearest(directory, 17);
        assertThat(record.of(PLAN, WORK, MachineState.NEAR)).isEqualTo(2.5);
        assertThat(record.of(PLAN, WORK, MachineState.FAR)).isEqualTo(7.25);
        assertThat(record.of(PLAN, WORK, MachineState.CLOSER)).as("the largest of the others").isEqualTo(7.25);
    }

    @Test
    void shouldTellTheLargestOfOtherStates() throws IOException {
        write(17,
            row("compare-ping_pong", "tombolo", "private", "fresh", "near", 9),
            row("compare-ping_pong", "tombolo", "private", "fresh", "closer", 4));
        assertThat(StoredRatios.nearest(directory, 17).of(PLAN, WORK, MachineState.FAR)).isEqualTo(9);
    }

    @Test
    void shouldTakeAStateThatTheNearestRecordLacksFromAnother() throws IOException {
        write(25, row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2));
        write(17,
            row("compare-ping_pong", "tombolo", "private", "fresh", "near", 3),
            row("compare-ping_pong", "tombolo", "private", "fresh", "far", 7));
        final StoredRatios record = StoredRatios.nearest(directory, 25);
        assertThat(record.of(PLAN, WORK, MachineState.NEAR)).isEqualTo(2);
        assertThat(record.of(PLAN, WORK, MachineState.FAR)).isEqualTo(7);
    }

    @Test
    void shouldTellTheShortestCanaryOfNearCores() throws IOException {
        write(17,
            row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2).replace("_ns\":50", "_ns\":60"),
            row("compare-ping_pong", "tombolo", "private", "clean", "near", 2).replace("before_ns\":50", "before_ns\":52"),
            row("compare-ping_pong", "tombolo", "private", "fresh", "closer", 2).replace("_ns\":50", "_ns\":20"));
        assertThat(StoredRatios.nearest(directory, 17).nearNs()).isEqualTo(51);
    }

    @Test
    void shouldRefuseAWorkThatTheRecordDoesNotHave() throws IOException {
        write(17,
            row("compare-ping_pong", "tombolo", "private", "clean", "near", 2),
            row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2).replace("ratio_to_floor", "ratio_to_canary"));
        final StoredRatios record = StoredRatios.nearest(directory, 17);
        assertThatIllegalArgumentException().isThrownBy(() -> record.of(PLAN, WORK, MachineState.NEAR))
            .withMessage("record=compare-jdk17.json: no row of ping_pong tombolo private fresh 4K");
    }

    @Test
    void shouldTakeTheRecordOfTheNearestJdk() throws IOException {
        write(17, row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2));
        write(25, row("compare-ping_pong", "tombolo", "private", "fresh", "near", 3));
        Files.writeString(directory.resolve("match-jdk21.json"), "{}");
        assertThat(StoredRatios.nearest(directory, 17).name()).isEqualTo("compare-jdk17.json");
        assertThat(StoredRatios.nearest(directory, 21).name()).as("of two as near the older").isEqualTo("compare-jdk17.json");
        assertThat(StoredRatios.nearest(directory, 22).name()).isEqualTo("compare-jdk25.json");
        assertThat(StoredRatios.nearest(directory, 30).of(PLAN, WORK, MachineState.NEAR)).isEqualTo(3);
    }

    @Test
    void shouldRefuseWhatIsNoRecord() throws IOException {
        final Path nowhere = directory.resolve("nowhere");
        assertThatIllegalArgumentException().isThrownBy(() -> StoredRatios.nearest(nowhere, 17))
            .withMessage("records=" + nowhere + ": no such directory");
        assertThatIllegalArgumentException().isThrownBy(() -> StoredRatios.nearest(directory, 17))
            .withMessage("records=" + directory + ": no compare-jdkNN.json there");
        write(17, row("compare-ping_pong", "tombolo", "private", "fresh", "far", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> StoredRatios.nearest(directory, 17))
            .withMessage("record=compare-jdk17.json: no row of the engine on near cores");
        write(17, row("compare-ping_pong", "tombolo", "private", "fresh", "odd", 2));
        assertThatIllegalArgumentException().isThrownBy(() -> StoredRatios.nearest(directory, 17)).withMessage("state=odd");
    }

    private void write(final int feature, final String... rows) throws IOException {
        Files.write(directory.resolve("compare-jdk" + feature + ".json"), List.of(rows));
    }

    /** As {@link ComparisonJson} writes it, less what does not matter here. */
    static String row(
        final String bench, final String peer, final String buffer, final String lines, final String state, final double ratio) {
        return "{\"bench\":\"" + bench + "\",\"size\":4096,\"p50_ns\":334.00,\"ratio_to_floor\":" + ratio + ",\"canary_before_ns\":50.00,"
            + "\"canary_after_ns\":50.00,\"jdk\":\"17.0.15\",\"runs\":3,\"lines\":\"" + lines + "\",\"state\":\"" + state
            + "\",\"buffer\":\"" + buffer + "\",\"peer\":\"" + peer + "\",\"ratio_to_canary\":6.7835,\"collections\":0}";
    }
}

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
package io.tombolo.ringbuffers.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pair files between two processes. */
@Timeout(60)
class PairProcessesTest {
    private static final int RECORDS = 200_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldCarryRecordsPacketsAndReturnsBothWays(final RingKind kind) throws Exception {
        try (OutboundPair there = OutboundPair.create(PairMain.path(directory, 0), PairMain.geometry(kind), PairMain.pair(0));
            ChildJvm child = ChildJvm.start(PairMain.class)) {
            child.send(kind + " " + RECORDS + " " + directory);
            assertThat(child.receive()).as(child::errors).isEqualTo("ready");
            try (InboundPair back = InboundPair.attach(PairMain.path(directory, 1), PairMain.geometry(kind), PairMain.pair(1))) {
                assertThat(new PairMain.Exchange(there, back, 0, RECORDS).run()).isEqualTo(PairMain.checksum(1, RECORDS));
                assertThat(child.receive()).as(child::errors).isEqualTo("sum " + PairMain.checksum(0, RECORDS));
                assertThat(child.await()).isZero();
                assertThat(there.pool().freeCount()).isEqualTo(there.pool().size());
                assertThat(there.ring().isCorrupt() || back.returns().isCorrupt()).isFalse();
                assertThat(there.credit().load()).isEqualTo(RECORDS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowNothingOfARecordWhoseSenderDiedBeforePublishing(final RingKind kind) throws Exception {
        try (ChildJvm child = ChildJvm.start(PairMain.class, "-D" + FaultPoint.ENABLED_PROPERTY + "=true",
            "-D" + FaultPoint.HALT_PROPERTY + "=" + FaultPoint.RING_CLAIMED + ":4")) {
            child.send(kind + " 0 " + directory);
            assertThat(child.receive()).as(child::errors).isEqualTo("ready");
            assertThat(child.receive()).isNull();
            assertThat(child.await()).isEqualTo(137);
            try (InboundPair dead = InboundPair.attach(PairMain.path(directory, 1), PairMain.geometry(kind), PairMain.pair(1))) {
                for (int i = 0; i < 3; i++) {
                    assertThat(dead.ring().poll()).isEqualTo(1);
                    assertThat(dead.ring().key()).isEqualTo(i);
                    dead.ring().advance();
                }
                assertThat(dead.ring().poll()).isEqualTo(RingConsumer.EMPTY);
            }
        }
    }

    @Test
    void shouldRefuseToArmAFaultPointThatIsOff() {
        FaultPoint.RING_CLAIMED.hit();
        assertThatThrownBy(() -> FaultPoint.RING_CLAIMED.action(() -> { })).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("-Dtombolo.faults=true");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "0, 1, 2, 1", "0, 2, 1, 1", "0, 1, 1, 2"})
    void shouldRefuseThePairOfOthers(final int source, final int sourceIncarnation, final int destination, final int incarnation)
        throws IOException {
        final PairEnds other = new PairEnds(source, sourceIncarnation, destination, incarnation);
        final PairGeometry geometry = PairMain.geometry(RingKind.STAMPED);
        final Path path = PairMain.path(directory, 0);
        try (OutboundPair pair = OutboundPair.create(path, geometry, PairMain.pair(0))) {
            assertThatThrownBy(() -> InboundPair.attach(path, geometry, other))
                .isInstanceOf(IOException.class).hasMessageStartingWith(path.toString()).hasMessageContaining("pair file from " + other);
            InboundPair.attach(path, geometry, PairMain.pair(0)).close();
            pair.delete();
        }
    }

    @Test
    void shouldRefuseAnotherMagicLayoutAndLength() throws IOException {
        final PairGeometry geometry = PairMain.geometry(RingKind.STAMPED);
        final Path path = PairMain.path(directory, 0);
        OutboundPair.create(path, geometry, PairMain.pair(0)).close();
        assertThatThrownBy(() -> InboundPair.attach(path, PairMain.geometry(RingKind.AGRONA), PairMain.pair(0)))
            .isInstanceOf(IOException.class);
        try (MappedFile file = MappedFile.attach(path, -1, false)) {
            final UnsafeBuffer header = file.buffer(0, 64);
            for (final int offset : List.of(PairFileDescriptor.MAGIC_OFFSET, PairFileDescriptor.LAYOUT_HASH_OFFSET)) {
                header.putInt(offset, header.getInt(offset) + 1);
                assertThatThrownBy(() -> InboundPair.attach(path, geometry, PairMain.pair(0))).isInstanceOf(IOException.class);
                header.putInt(offset, header.getInt(offset) - 1);
            }
        }
        InboundPair.attach(path, geometry, PairMain.pair(0)).close();
    }
}

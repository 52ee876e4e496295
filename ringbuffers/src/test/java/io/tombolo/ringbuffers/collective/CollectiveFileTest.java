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
package io.tombolo.ringbuffers.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectiveFileTest {
    @TempDir
    private Path directory;
    private Path path;

    @BeforeEach
    void prepare() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        path = directory.resolve("collective-3.2-1.dat");
    }

    @Test
    void shouldShowToAnotherRankWhatItsRankPublishes() throws IOException {
        final CollectiveSlot own = CollectiveFile.create(path, 3, 2, 1).take(77);
        final CollectiveSlot other = CollectiveFile.attach(path, 3, 2, 1, true).find(77);
        for (long call = 1; call <= 3; call++) {
            new UnsafeBuffer(own.payload(call), 8).putLong(0, 100 + call);
            own.publish(call, CollectiveSlotDescriptor.word(call, 5), 10 + call);
            assertThat(other.word(call)).isEqualTo(CollectiveSlotDescriptor.word(call, 5));
            assertThat(other.check(call)).isEqualTo(10 + call);
            assertThat(new UnsafeBuffer(other.payload(call), 8).getLong(0)).isEqualTo(100 + call);
        }
        assertThat(other.check(2)).isEqualTo(12);
        own.published(4);
        own.results(5);
        own.consumed(6);
        own.waiting(true);
        assertThat(new long[] {other.published(), other.results(), other.consumed()}).containsExactly(4, 5, 6);
        assertThat(other.isWaiting()).isTrue();
        own.waiting(false);
        assertThat(other.isWaiting()).isFalse();
        new UnsafeBuffer(own.piece(1), 8).putLong(0, 9);
        assertThat(new UnsafeBuffer(other.piece(5), 8).getLong(0)).isEqualTo(9);
        assertThat(other.piece(4)).isEqualTo(other.piece(0)).isNotEqualTo(other.piece(1)).isNotEqualTo(other.piece(2));
    }

    @Test
    void shouldUseASlotAgainWithoutItsOldWords() throws IOException {
        final CollectiveFile file = CollectiveFile.create(path, 3, 2, 1);
        for (int group = 0; group < CollectiveFileDescriptor.SLOTS; group++) {
            final CollectiveSlot slot = file.take(group);
            slot.publish(1, 1, 1);
            slot.consumed(1);
            slot.waiting(true);
        }
        assertThat(file.take(99)).isNull();
        file.find(4).free();
        assertThat(file.find(4)).isNull();
        final CollectiveSlot again = file.take(99);
        assertThat(again).isSameAs(file.find(99));
        assertThat(new long[] {again.word(1), again.check(1), again.consumed()}).containsOnly(0);
        assertThat(again.isWaiting()).isFalse();
    }

    @Test
    void shouldRefuseFilesOfOthers() throws IOException {
        assertThatThrownBy(() -> CollectiveFile.attach(path, 3, 2, 1, true)).isInstanceOf(NoSuchFileException.class);
        CollectiveFile.create(path, 3, 2, 1);
        assertThatThrownBy(() -> CollectiveFile.create(path, 3, 2, 1)).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> CollectiveFile.attach(path, 4, 2, 1, true)).isInstanceOf(IOException.class)
            .hasMessageContaining("collective-3.2-1.dat: is not file 1 for collective operations of incarnation 2 of rank 4");
        assertThatThrownBy(() -> CollectiveFile.attach(path, 3, 1, 1, true)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> CollectiveFile.attach(path, 3, 2, 0, true)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseAFileOfAnotherLength() throws IOException {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(path, new byte[100]);
        assertThatThrownBy(() -> CollectiveFile.attach(path, 3, 2, 1, true)).isInstanceOf(IOException.class)
            .hasMessageContaining("length is 100");
    }

    @Test
    void shouldKeepWhatAnExposureHolds() {
        final UnsafeBuffer line = new UnsafeBuffer(ByteBuffer.allocateDirect(Exposure.LENGTH));
        final Exposure stored = new Exposure();
        stored.begin(9, 1000);
        stored.dataIn(3, 64);
        stored.resultsIn(4, 128);
        stored.store(line.addressOffset());
        final Exposure loaded = new Exposure();
        assertThat(loaded.isDataInRegion()).isFalse();
        loaded.load(line.addressOffset());
        assertThat(loaded.isDataInRegion()).isTrue();
        assertThat(loaded.areResultsInRegion()).isTrue();
        assertThat(new long[] {
            loaded.firstPiece(), loaded.length(), loaded.dataRegion(), loaded.dataOffset(), loaded.resultRegion(), loaded.resultOffset()})
            .containsExactly(9, 1000, 3, 64, 4, 128);
    }
}

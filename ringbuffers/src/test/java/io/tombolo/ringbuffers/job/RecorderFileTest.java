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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The file of a recorder: one recorder a job, and the files of the job stay until it has read them.
 */
@Timeout(30)
class RecorderFileTest {
    @TempDir
    private Path parent;

    private Path directory() {
        return parent.resolve("job");
    }

    @Test
    void shouldSayHowFarEachRankWasRead() throws IOException {
        try (JobDirectory rank = Jobs.join(directory(), 0, 2); JobDirectory job = JobDirectory.inspect(directory())) {
            try (RecorderFile file = RecorderFile.open(job)) {
                assertThat(file.incarnation(1)).isZero();
                file.read(1, 3, RecordedRing.EVENTS, 77);
                file.read(1, 3, RecordedRing.ORDER, 5);
                assertThat(file.incarnation(0)).isZero();
            }
            try (RecorderFile file = RecorderFile.open(job)) {
                assertThat(file.incarnation(1)).isEqualTo(3);
                assertThat(file.position(1, RecordedRing.EVENTS)).isEqualTo(77);
                assertThat(file.position(1, RecordedRing.PAYLOAD)).isZero();
                assertThat(file.position(1, RecordedRing.ORDER)).isEqualTo(5);
                file.read(1, 4, RecordedRing.PAYLOAD, 9);
                assertThat(file.position(1, RecordedRing.EVENTS)).as("of the next incarnation").isZero();
                assertThat(file.position(1, RecordedRing.PAYLOAD)).isEqualTo(9);
                assertThat(file.position(1, RecordedRing.ORDER)).isZero();
            }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory().resolve(JobPaths.RECORDER_FILE))))
                .isEqualTo("rw-------");
            assertThat(rank.state(0)).isEqualTo(RankState.LIVE);
        }
    }

    @Test
    void shouldRefuseASecondRecorder() throws IOException {
        try (JobDirectory rank = Jobs.join(directory(), 0, 1); RecorderLock first = RecorderLock.take(directory())) {
            assertThatThrownBy(() -> RecorderLock.take(directory()))
                .isInstanceOf(JobException.class)
                .hasMessage(directory() + ": another process records this job; end it first");
            assertThat(rank.isKept()).isFalse();
            assertThat(first).isNotNull();
        }
        Files.createDirectory(parent.resolve("free"));
        RecorderLock.take(parent.resolve("free")).close();
        assertThat(parent.resolve("free")).isEmptyDirectory();
    }

    @Test
    void shouldReplaceTheFileOfAnEarlierJob() throws IOException {
        final Path file = directory().resolve(JobPaths.RECORDER_FILE);
        try (JobDirectory rank = Jobs.join(directory(), 0, 2); JobDirectory job = JobDirectory.inspect(directory())) {
            try (RecorderFile recorder = RecorderFile.open(job)) {
                recorder.read(rank.rank(), 1, RecordedRing.EVENTS, 5);
            }
            final byte[] bytes = Files.readAllBytes(file);
            bytes[RecorderFileDescriptor.JOB_ID_OFFSET] ^= 1;
            Files.write(file, bytes);
            try (RecorderFile recorder = RecorderFile.open(job)) {
                assertThat(recorder.incarnation(0)).isZero();
            }
        }
    }

    @Test
    void shouldKeepTheJobForItsRecorder() throws IOException {
        Files.createDirectory(directory(), OwnerOnly.directoryMode());
        final RecorderLock lock = RecorderLock.take(directory());
        final JobDirectory rank = Jobs.join(directory(), 0, 1);
        try (JobDirectory job = JobDirectory.inspect(directory())) {
            RecorderFile.open(job).close();
            rank.leave();
            rank.destroyIfLast();
            rank.close();
            assertThat(directory().resolve(JobPaths.JOB_FILE)).exists();
            lock.close();
            job.destroyIfEnded();
            assertThat(directory()).isEmptyDirectory();
        }
    }

    @Test
    void shouldGoWithTheJob() throws IOException {
        try (JobDirectory rank = Jobs.join(directory(), 0, 1)) {
            try (JobDirectory job = JobDirectory.inspect(directory())) {
                RecorderFile.open(job).close();
            }
            Files.createFile(directory().resolve(JobPaths.RECORDER_LOCK), OwnerOnly.fileMode());
            rank.leave();
            rank.destroyIfLast();
            assertThat(directory()).doesNotExist();
        }
    }
}

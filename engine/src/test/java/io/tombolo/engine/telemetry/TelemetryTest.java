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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.SendStateDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.LangUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.ErrorLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The state and the errors that a rank publishes, as another process reads them through a read-only mapping of the rank's file.
 */
@Timeout(30)
class TelemetryTest {
    private static final int SENDS = 50_000;

    private final List<Throwable> told = new ArrayList<>();
    private final LocalJob job = LocalJob.of(2, context -> context.errorHandler(told::add)
        .size(GeometrySetting.INLINE_LIMIT, 1024).size(GeometrySetting.STAGING_LANES, 4));

    @AfterEach
    void close() {
        job.close();
    }

    @Test
    void shouldReportAnUnexplainedFileError() {
        final IOException refused = new FileSystemException("no path, as a zero is in it: \0");
        EngineAccess.node(job.engine(0)).error(refused);
        job.step();
        assertThat(told).containsExactly(refused);
    }

    @Test
    void shouldLogEachDistinctErrorOnceAndReportAllToTheApplication() {
        for (int i = 0; i < 3; i++) {
            EngineAccess.node(job.engine(0)).protocolError(1, "a forged word");
        }
        EngineAccess.node(job.engine(0)).error(new IOException("no space"));
        job.step();
        assertThat(told).hasSize(4);
        final List<String> lines = errors(0);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("3 ").contains("protocol error on the pair from rank 1: a forged word").contains("Node.java:");
        assertThat(lines.get(1)).startsWith("1 ").contains("IOException: no space");
        assertThat(errors(1)).isEmpty();
        look(0);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.ERRORS_LOGGED)).isEqualTo(4);
    }

    @Test
    void shouldCountTheErrorsThatAFullLogHasNoRoomFor() {
        final int errors = RankFileDescriptor.ERROR_LOG_LENGTH / 64;
        for (int i = 0; i < errors; i++) {
            EngineAccess.node(job.engine(0)).error(new IllegalStateException("another error with a number, " + i));
        }
        look(0);
        final long logged = EngineAccess.node(job.engine(0)).counters().value(Counter.ERRORS_LOGGED);
        assertThat(logged).isEqualTo(errors(0).size()).isPositive().isLessThan(errors);
        assertThat(EngineAccess.node(job.engine(0)).counters().value(Counter.ERRORS_DROPPED)).isEqualTo(errors - logged);
        assertThat(told).hasSize(errors);
    }

    @ParameterizedTest
    @ValueSource(classes = {IllegalArgumentException.class, AssertionError.class, OutOfMemoryError.class})
    void shouldGoOnWhenTheHandlerThrows(final Class<? extends Throwable> kind) {
        try (LocalJob other = LocalJob.of(1, context -> context.errorHandler(error -> LangUtil.rethrowUnchecked(thrown(kind))))) {
            EngineAccess.node(other.engine(0)).error(new IllegalStateException("first"));
            EngineAccess.node(other.engine(0)).error(new IllegalStateException("second"));
        }
    }

    private static Throwable thrown(final Class<? extends Throwable> kind) {
        try {
            return kind.getConstructor().newInstance();
        } catch (final ReflectiveOperationException exception) {
            throw new AssertionError(exception);
        }
    }

    @Test
    void shouldTakeErrorsAfterItsFileIsUnmapped() {
        final Engine engine = job.engine(0);
        engine.close();
        EngineAccess.node(engine).error(new IllegalStateException("late"));
        assertThat(told).hasSize(1);
    }

    @Test
    void shouldShowTheSendStateOfAPeer() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1 << 20]);
        final Engine zero = job.engine(0);
        zero.world().send(buffer, 0, 2000, 1, 1);
        final long before = System.nanoTime();
        final Request send = zero.world().isend(buffer, 0, 1 << 20, 1, 2);
        assertThat(state(SendStateDescriptor.PENDING_OFFSET)).isEqualTo(1);
        assertThat(state(SendStateDescriptor.PACKETS_OUT_OFFSET)).isEqualTo(1);
        assertThat(longState(SendStateDescriptor.UNCREDITED_OFFSET)).isEqualTo(2048 + 64);
        assertThat(longState(SendStateDescriptor.MESSAGES_OFFSET)).isEqualTo(2);
        assertThat(longState(SendStateDescriptor.BESIDE_RING_OFFSET)).isEqualTo(2000 + (1 << 20));
        assertThat(longState(SendStateDescriptor.CHANGE_TIME_OFFSET)).isBetween(before, System.nanoTime());
        for (int i = 0; i < SENDS; i++) {
            zero.world().isend(buffer, 0, 8, 1, 3);
        }
        assertThat(state(SendStateDescriptor.QUEUED_OFFSET)).isBetween(1, SENDS);
        assertThat(state(SendStateDescriptor.STATE_OFFSET)).isEqualTo(PeerState.OPEN.code());
        job.kill(1);
        while (state(SendStateDescriptor.STATE_OFFSET) != PeerState.FAILED.code()) {
            TimeLimit.check();
            zero.poll();
        }
        assertThatThrownBy(send::test).isInstanceOf(PeerFailedException.class);
        assertThat(state(SendStateDescriptor.QUEUED_OFFSET)).isZero();
        assertThat(state(SendStateDescriptor.PENDING_OFFSET)).isZero();
        assertThat(state(SendStateDescriptor.PACKETS_OUT_OFFSET)).isZero();
    }

    private void look(final int rank) {
        // Only one turn in 64 publishes the state, of one peer.
        for (int turn = 0; turn < 64 * job.size(); turn++) {
            job.engine(rank).poll();
        }
    }

    private int state(final int offset) {
        return section(0, RankFileSection.SEND_STATES).getInt(SendStateDescriptor.offset(1) + offset);
    }

    private long longState(final int offset) {
        return section(0, RankFileSection.SEND_STATES).getLong(SendStateDescriptor.offset(1) + offset);
    }

    /** Returns the lines of the error log, each behind its count. */
    private List<String> errors(final int rank) {
        final List<String> lines = new ArrayList<>();
        ErrorLogReader.read(section(rank, RankFileSection.ERROR_LOG),
            (count, first, last, line) -> lines.add(count + " " + line.strip()));
        return lines;
    }

    private AtomicBuffer section(final int rank, final RankFileSection section) {
        try (JobDirectory view = JobDirectory.inspect(job.directory()); RankFile file = RankFile.attach(view, rank, 1)) {
            final AtomicBuffer mapped = file.section(section);
            final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(mapped.capacity()));
            copy.putBytes(0, mapped, 0, mapped.capacity());
            return copy;
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }
}

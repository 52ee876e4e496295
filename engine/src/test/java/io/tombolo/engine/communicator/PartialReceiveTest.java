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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tombolo.engine.Engine;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The status of a receive whose sender dies in the middle of a long message. */
@Timeout(60)
class PartialReceiveTest {
    private static final int LENGTH = 4 << 20;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellHowManyBytesHadCome(final boolean isRegistered) {
        try (LocalJob job = job()) {
            final UnsafeBuffer received = new UnsafeBuffer(new byte[LENGTH + 100]);
            final Request receive = job.engine(1).world().irecv(received, 0, LENGTH + 100, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
            dieInTheMiddle(job, isRegistered, received);
            final PeerFailedException failure = catchThrowableOfType(PeerFailedException.class, receive::await);
            final long bytes = failure.received();
            assertThat(bytes).isBetween(1L, LENGTH - 1L);
            assertThat(failure.messageLength()).isEqualTo(LENGTH);
            assertThat(failure.rank()).isZero();
            assertThat(failure).hasMessage("rank 0 died: receive from rank 0 with tag 5 and capacity " + (LENGTH + 100) + ", " + bytes +
                " of " + LENGTH + " bytes had come");
            assertThat(receive.status().length()).isEqualTo(bytes);
            assertThat(receive.status().messageLength()).isEqualTo(LENGTH);
            assertThat(receive.status().source()).isZero();
            assertThat(receive.status().tag()).isEqualTo(5);
            final byte[] expected = new byte[received.capacity()];
            Arrays.fill(expected, 0, (int) bytes, (byte) 7);
            assertThat(received.byteArray()).isEqualTo(expected);
        }
    }

    @Test
    void shouldTellItInTheStatusWhereErrorsAreReturned() {
        try (LocalJob job = job()) {
            final UnsafeBuffer received = new UnsafeBuffer(new byte[LENGTH]);
            job.engine(1).world().errors(ErrorMode.RETURN);
            final Request receive = job.engine(1).world().irecv(received, 0, LENGTH, 0, 5);
            dieInTheMiddle(job, false, received);
            final Status status = receive.await();
            assertThat(status.outcome()).isEqualTo(Outcome.PEER_FAILED);
            assertThat(status.length()).isBetween(1L, LENGTH - 1L);
            assertThat(status.messageLength()).isEqualTo(LENGTH);
        }
    }

    @Test
    void shouldTellOfNoBytesWhereNoMessageHasCome() {
        try (LocalJob job = job()) {
            final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[8]), 0, 8, 0, 5);
            job.kill(0);
            final PeerFailedException failure = catchThrowableOfType(PeerFailedException.class, receive::await);
            assertThat(failure.received()).isZero();
            assertThat(failure.messageLength()).isZero();
            assertThat(failure).hasMessage("rank 0 died: receive from rank 0 with tag 5 and capacity 8");
        }
    }

    private static LocalJob job() {
        return LocalJob.of(2, context -> context.size(GeometrySetting.EXPOSURE_LIMIT, 65_536).errorHandler(error -> { }));
    }

    /** The sender dies when the first bytes have arrived. */
    private static void dieInTheMiddle(final LocalJob job, final boolean isRegistered, final UnsafeBuffer received) {
        final Engine sender = job.engine(0);
        final UnsafeBuffer source = isRegistered ? sender.allocate(LENGTH).buffer() : new UnsafeBuffer(new byte[LENGTH]);
        source.setMemory(0, LENGTH, (byte) 7);
        sender.world().isend(source, 0, LENGTH, 1, 5);
        while (received.getByte(0) == 0) {
            job.engine(1).poll();
        }
        job.kill(0);
    }
}

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
package io.tombolo.engine.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.window.WindowException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Outcomes, and the statuses and exceptions that carry them.
 */
class OutcomesTest {
    @Test
    void shouldKeepTheCodesThatOtherProcessesRead() {
        assertThat(Stream.of(Outcome.values()).map(outcome -> outcome + "=" + outcome.code())).containsExactly(
            "SUCCESS=0", "TRUNCATED=1", "CANCELLED=2", "PEER_FAILED=3", "PEER_LEFT=4", "PROTOCOL_ERROR=5", "INSUFFICIENT_RESOURCES=6",
            "CLOSED=7", "ABORTED=8", "PROMISE_BROKEN=9", "INCOMPLETE=10", "RMA_SYNC=11", "RMA_RANGE=12",
            "PEER_ABSENT=13", "REVOKED=14");
    }

    @Test
    void shouldBeginWithAnEmptyStatus() {
        assertThat(new Status()).hasToString("SUCCESS source=-2 tag=-1 length=0 messageLength=0");
        assertThat(new Status().isSuccess()).isTrue();
    }

    @Test
    void shouldFillEveryFieldOfAStatusAgain() {
        final Status status = new Status();
        assertThat(status.fill(1, 2, 3, 4, Outcome.TRUNCATED)).isSameAs(status)
            .hasToString("TRUNCATED source=1 tag=2 length=3 messageLength=4");
        assertThat(status.isSuccess()).isFalse();
        assertThat(status.fill(5, 6, 7, 8, Outcome.SUCCESS)).hasToString("SUCCESS source=5 tag=6 length=7 messageLength=8");
        assertThat(status.isSuccess()).isTrue();
    }

    @Test
    void shouldTellTheOutcomeByEveryMessagingException() {
        final List<MessagingException> exceptions = List.of(
            new MessagingException(Outcome.CLOSED, "m"), new TruncatedException("m"), new PeerFailedException(Outcome.PEER_LEFT, 1, "m"),
            new WindowException(Outcome.RMA_RANGE, "m"));
        assertThat(exceptions).extracting(MessagingException::outcome)
            .containsExactly(Outcome.CLOSED, Outcome.TRUNCATED, Outcome.PEER_LEFT, Outcome.RMA_RANGE);
        assertThat(exceptions).allSatisfy(exception -> assertThat(exception).hasMessage("m"));
    }

    @Test
    void shouldTellHowMuchOfAMessageHadArrived() {
        final PeerFailedException ofAReceive = new PeerFailedException(Outcome.PEER_FAILED, 2, "gateway", 3, 100, 4000, "m");
        assertThat(ofAReceive.rank()).isEqualTo(2);
        assertThat(ofAReceive.received()).isEqualTo(100);
        assertThat(ofAReceive.messageLength()).isEqualTo(4000);
        assertThat(ofAReceive.name()).isEqualTo("gateway");
        assertThat(ofAReceive.incarnation()).isEqualTo(3);
        final PeerFailedException ofASend = new PeerFailedException(Outcome.PEER_FAILED, 2, "m");
        assertThat(ofASend.received()).isZero();
        assertThat(ofASend.messageLength()).isZero();
    }

    @Test
    void shouldNotBeAMessagingExceptionIfTheRequestIsStillValid() {
        assertThat(new DeadlineException("m")).isNotInstanceOf(MessagingException.class);
        assertThat(new InterruptException("m")).isNotInstanceOf(MessagingException.class);
    }

    @Test
    void shouldRefuseToUseWhatIsNotOpen() {
        final Claim claim = new Claim();
        assertThat(claim.isOpen()).isFalse();
        assertThat(List.<Runnable>of(claim::buffer, claim::length, claim::commit, claim::abort)).allSatisfy(
            call -> assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("claim open=false"));
        final Message message = new Message();
        assertThat(message.isOpen()).isFalse();
        assertThat(List.<Runnable>of(message::buffer, message::length, message::source, message::tag)).allSatisfy(
            call -> assertThatThrownBy(call::run).isInstanceOf(IllegalStateException.class).hasMessageContaining("message open=false"));
    }
}

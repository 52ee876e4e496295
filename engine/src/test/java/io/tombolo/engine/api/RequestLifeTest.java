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

import io.tombolo.engine.access.RequestDelegate;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The states of a {@link Request}: idle, active, complete; and which calls reach the engine's part of it.
 */
class RequestLifeTest {
    private static final int SOURCE = 3;
    private static final int TAG = 7;

    private final Request request = new Request();
    private final Operation operation = new Operation();

    /** An operation that the test completes. */
    private static final class Operation implements RequestDelegate {
        private boolean isDone;
        private boolean isFailed;
        private int tests;
        private int starts;
        private long timeoutNs;

        @Override
        public boolean test() {
            tests++;
            return isDone;
        }

        @Override
        public boolean look() {
            return test();
        }

        @Override
        public Object worker() {
            return this;
        }

        @Override
        public void await(final long longestNs) {
            timeoutNs = longestNs;
            if (!isDone) {
                throw new DeadlineException("the time is up");
            }
        }

        @Override
        public boolean isDone() {
            return isDone;
        }

        @Override
        public void waiter(final Thread thread) {
            throw new AssertionError("nobody sleeps");
        }

        @Override
        public int pause(final int idle, final Request[] requests, final long leftNs) {
            throw new AssertionError("nobody sleeps");
        }

        @Override
        public void suspect() {
            throw new AssertionError("nobody sleeps");
        }

        @Override
        public boolean cancel() {
            return true;
        }

        @Override
        public void finish(final Status status) {
            if (isFailed) {
                throw new MessagingException(Outcome.PEER_LEFT, "rank 3 left");
            }
            status.fill(SOURCE, TAG, 8, 8, Outcome.SUCCESS);
        }

        @Override
        public void start() {
            starts++;
        }
    }

    private void assertEmptyStatus() {
        assertThat(request.status()).hasToString("SUCCESS source=-1 tag=-1 length=0 messageLength=0");
    }

    @Test
    void shouldBeCompleteWhileItIsIdle() {
        assertThat(request.isActive()).isFalse();
        assertThat(request.isComplete()).isTrue();
        assertThat(request.test()).isTrue();
        assertEmptyStatus();
        assertThat(request.await()).isSameAs(request.status());
        assertThat(request.await(0, TimeUnit.SECONDS)).isSameAs(request.status());
    }

    @Test
    void shouldRefuseCallsThatNeedAnOperation() {
        assertThatThrownBy(request::cancel).isInstanceOf(IllegalStateException.class).hasMessageContaining("idle");
        assertThatThrownBy(() -> request.pready(0)).isInstanceOf(IllegalStateException.class).hasMessageContaining("idle");
        assertThatThrownBy(() -> request.parrived(0)).isInstanceOf(IllegalStateException.class).hasMessageContaining("idle");
        assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("not prepared");
    }

    @Test
    void shouldBeActiveUntilATestFindsItComplete() {
        request.start(operation);
        assertThat(request.isActive()).isTrue();
        assertThat(request.isComplete()).isFalse();
        assertThat(request.test()).isFalse();
        operation.isDone = true;
        assertThat(request.isComplete()).as("the question leaves the request active").isTrue();
        assertThat(request.isActive()).isTrue();
        assertThat(request.test()).isTrue();
        assertThat(request.isActive()).isFalse();
        assertThat(request.status()).hasToString("SUCCESS source=3 tag=7 length=8 messageLength=8");
        assertThat(request.test()).as("an idle request").isTrue();
        assertEmptyStatus();
    }

    @Test
    void shouldStayActiveWhenAWaitTimesOut() {
        request.start(operation);
        assertThatThrownBy(() -> request.await(5, TimeUnit.MICROSECONDS)).isInstanceOf(DeadlineException.class);
        assertThat(operation.timeoutNs).isEqualTo(5_000);
        assertThat(request.isActive()).isTrue();
        operation.isDone = true;
        assertThat(request.await().source()).isEqualTo(SOURCE);
        assertThat(operation.timeoutNs).as("no limit").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldRefuseASecondStartWhileItIsActive() {
        request.start(operation);
        assertThatThrownBy(() -> request.start(new Operation())).isInstanceOf(IllegalStateException.class).hasMessageContaining("active");
        assertThatThrownBy(() -> request.prepare(new Operation())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class);
        assertThat(request.delegate()).isSameAs(operation);
    }

    @Test
    void shouldBeIdleAfterAnError() {
        request.start(operation);
        operation.isDone = true;
        operation.isFailed = true;
        assertThatThrownBy(request::await).isInstanceOf(MessagingException.class).hasMessage("rank 3 left");
        assertThat(request.isActive()).isFalse();
    }

    @Test
    void shouldNotAskTheDelegateAboutAMessageThatHasLeft() {
        request.startSent(operation, SOURCE, TAG, 16);
        assertThat(request.isActive()).isTrue();
        assertThat(request.isComplete()).isTrue();
        assertThat(request.cancel()).as("too late").isFalse();
        assertThat(request.await()).hasToString("SUCCESS source=3 tag=7 length=16 messageLength=16");
        assertThat(operation.tests).isZero();
        request.start(operation);
        assertThat(request.isComplete()).as("the next operation").isFalse();
    }

    @Test
    void shouldStartAPreparedOperationAgainAndAgain() {
        request.prepare(operation);
        assertThat(request.isActive()).isFalse();
        operation.isDone = true;
        for (int round = 1; round <= 3; round++) {
            request.start();
            assertThat(operation.starts).isEqualTo(round);
            assertThat(request.await().isSuccess()).isTrue();
        }
    }

    @Test
    void shouldForgetItsOperationWhenItIsFreed() {
        request.prepare(operation);
        request.start();
        request.free();
        assertThat(request.isActive()).isFalse();
        assertThat(request.test()).isTrue();
        assertThat(operation.tests).isZero();
        assertThatThrownBy(request::start).isInstanceOf(IllegalStateException.class).hasMessageContaining("not prepared");
    }

    @Test
    void shouldRefusePartitionsOfARequestWithoutAny() {
        request.start(operation);
        assertThatThrownBy(() -> request.pready(2)).isInstanceOf(IllegalStateException.class).hasMessageContaining("partition=2");
        assertThatThrownBy(() -> request.parrived(2)).isInstanceOf(IllegalStateException.class).hasMessageContaining("partition=2");
    }

    @Test
    void shouldCompleteAllRequestsBeforeItThrowsTheFirstError() {
        final Operation first = new Operation();
        final Request failed = new Request();
        operation.isDone = true;
        first.isDone = true;
        first.isFailed = true;
        failed.start(first);
        request.start(operation);
        assertThatThrownBy(() -> Requests.waitAll(null, failed, new Request(), request)).isInstanceOf(MessagingException.class);
        assertThat(request.isActive()).isFalse();
        assertThat(request.status().isSuccess()).isTrue();
    }

    @Test
    void shouldTellIdleRequestsFromThoseThatAreNotComplete() {
        assertThat(Requests.testAny(request, null)).isEqualTo(Requests.NONE_ACTIVE);
        assertThat(Requests.waitAny()).isEqualTo(Requests.NONE_ACTIVE);
        request.start(operation);
        assertThat(Requests.testAny(null, request)).isEqualTo(Requests.NONE_COMPLETE);
        assertThat(Requests.testAll(request)).isFalse();
        operation.isDone = true;
        assertThat(Requests.testAny(null, request)).isEqualTo(1);
        assertThat(Requests.testAll(request)).isTrue();
    }
}

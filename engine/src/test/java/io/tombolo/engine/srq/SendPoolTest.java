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
package io.tombolo.engine.srq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.completion.Registry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The pool of the sends of an endpoint.
 */
class SendPoolTest {
    private static final int MOST = 3;

    private final SendPool pool = new SendPool(null, MOST, new Registry<>(1));

    @Test
    void shouldHaveAsManySendsAsAllowed() {
        final List<EndpointSend> sends = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            sends.add(pool.acquire());
        }
        assertThat(sends).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(sends).extracting(send -> send.place).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(pool.acquire()).isNull();
    }

    @Test
    void shouldReuseTheSendThatWasReleasedLast() {
        final EndpointSend first = pool.acquire();
        final EndpointSend second = pool.acquire();
        pool.release(first.place);
        pool.release(second.place);
        assertThat(pool.acquire()).isSameAs(second);
        assertThat(pool.acquire()).isSameAs(first);
    }

    private EndpointSend hold(final AtomicIntegerArray holders, final AtomicIntegerArray lentTwice) {
        final EndpointSend send = pool.acquire();
        if (send != null && holders.incrementAndGet(send.place) > 1) {
            lentTwice.incrementAndGet(send.place);
        }
        return send;
    }

    private void release(final EndpointSend send, final AtomicIntegerArray holders) {
        if (send != null) {
            holders.decrementAndGet(send.place);
            pool.release(send.place);
        }
    }

    @Test
    @Timeout(60)
    void shouldNeverLendASendTwice() throws InterruptedException {
        final AtomicIntegerArray holders = new AtomicIntegerArray(MOST);
        final AtomicIntegerArray lentTwice = new AtomicIntegerArray(MOST);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i <= MOST; i++) {
            final Thread thread = new Thread(() -> {
                for (int time = 0; time < 20_000; time++) {
                    final EndpointSend first = hold(holders, lentTwice);
                    final EndpointSend second = hold(holders, lentTwice);
                    release(first, holders);
                    release(second, holders);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        for (int place = 0; place < MOST; place++) {
            assertThat(lentTwice.get(place)).isZero();
        }
        shouldHaveAsManySendsAsAllowed();
    }
}

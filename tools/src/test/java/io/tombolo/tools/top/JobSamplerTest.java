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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Status;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.tools.inspect.Liveness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Samples of a job in this process. */
@Timeout(30)
final class JobSamplerTest {
    private static final int LENGTH = 40;
    private static final int MESSAGES = 10;
    private static final int TAG = 7;

    private final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);

    @Test
    void shouldSampleMessagesBetweenRanks() throws IOException {
        try (LocalJob job = LocalJob.of(3); JobSampler sampler = new JobSampler(job.directory())) {
            final RateHistory history = new RateHistory();
            history.add(sampler.sample());
            final Communicator zero = job.engine(0).world();
            final Communicator one = job.engine(1).world();
            zero.send(message, 0, LENGTH, 1, TAG);
            history.add(sampler.sample());
            for (int i = 0; i < MESSAGES; i++) {
                zero.send(message, 0, LENGTH, 1, TAG);
                one.recv(message, 0, LENGTH, 0, TAG, new Status());
            }
            final JobRates rates = history.add(sampler.sample());
            assertThat(rates.ranks()).hasSize(3).allMatch(rank -> rank.now().liveness() == Liveness.ALIVE);
            assertThat(rates.pairs()).singleElement().satisfies(pair -> {
                assertThat(pair.name()).isEqualTo("0-1");
                assertThat(pair.messages() * rates.seconds()).isBetween(MESSAGES - 0.001, MESSAGES + 0.001);
            });
            // Counters may lag by a few messages of ranks that make no calls.
            assertThat(rates.ranks().get(0).sent() * rates.seconds()).isBetween(MESSAGES - 7.0, MESSAGES + 0.001);
            assertThat(rates.ranks().get(2).messages()).isZero();
        }
    }

    @Test
    void shouldSeeWhatARankWaitsFor() throws Exception {
        try (LocalJob job = LocalJob.of(2); JobSampler sampler = new JobSampler(job.directory())) {
            final Thread receiver = new Thread(() -> job.engine(1).world().recv(message, 0, LENGTH, 0, TAG, new Status()));
            receiver.start();
            final AtomicReference<ShownWait> shown = new AtomicReference<>();
            await().until(() -> {
                shown.set(sampler.sample().ranks().get(1).oldestWait());
                return shown.get() != null;
            });
            final ShownWait wait = shown.get();
            assertThat(wait.activity()).isEqualTo(Activity.RECEIVING);
            assertThat(wait.text()).startsWith("recv from 0 tag 7");
            assertThat(wait.isReceiveFrom(0)).isTrue();
            job.engine(0).world().send(message, 0, LENGTH, 1, TAG);
            receiver.join();
            final JobSample after = sampler.sample();
            assertThat(after.ranks().get(1).oldestWait()).isNull();
            assertThat(after.pairs()).hasSize(1);
        }
    }

    @Test
    void shouldSeeAnotherProcessOfARankAndTheEndOfTheJob() throws IOException {
        try (LocalJob job = LocalJob.of(2); JobSampler sampler = new JobSampler(job.directory())) {
            assertThat(sampler.sample().isEnded()).isFalse();
            job.kill(1);
            assertThat(sampler.sample().ranks().get(1).liveness()).isEqualTo(Liveness.DEAD);
            job.revive(1);
            final RankSample revived = sampler.sample().ranks().get(1);
            assertThat(revived.liveness()).isEqualTo(Liveness.ALIVE);
            assertThat(revived.incarnation()).isEqualTo(2);
            job.kill(0);
            job.kill(1);
            assertThat(sampler.sample().isEnded()).isTrue();
            assertThat(sampler.sample().state()).isEqualTo("the job has ended: 2 ranks have died");
        }
    }

    @Test
    void shouldKeepTheLastStateOfAJobWhoseFilesAreGone() throws IOException {
        final JobSampler sampler;
        try (LocalJob job = LocalJob.of(2)) {
            sampler = new JobSampler(job.directory());
            assertThat(sampler.sample().isGone()).isFalse();
        }
        try (sampler) {
            final JobSample last = sampler.sample();
            assertThat(last.isGone()).isTrue();
            assertThat(last.state()).isEqualTo("the job has ended: all ranks have left");
        }
    }

    @Test
    void shouldRefuseADirectoryWithoutJob() {
        assertThatThrownBy(() -> new JobSampler(Path.of("/no/such/job"))).isInstanceOf(NoSuchJobException.class);
    }
}

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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.collective.CreationDeathTest.Creation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Collective calls whose time is up: a barrier goes on with the next call, and what is made is made at all ranks or at none.
 */
@Timeout(60)
class LimitedCollectivesTest {
    private static Communicator limited(final Communicator communicator) {
        return communicator.within(2, TimeUnit.MILLISECONDS);
    }

    @Test
    void shouldContinueABarrierWhoseTimeWasUp() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator zero = job.engine(0).world();
            for (int round = 0; round < 3; round++) {
                assertThatThrownBy(() -> limited(zero).barrier()).isInstanceOf(DeadlineException.class)
                    .hasMessageContaining("barrier of 3 ranks").hasMessageContaining("call it again");
                assertThatThrownBy(() -> limited(zero).dup()).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("its time was up: call it again first");
                final RankThreads threads = new RankThreads();
                threads.start(() -> job.engine(1).world().barrier());
                assertThatThrownBy(() -> limited(zero).barrier()).isInstanceOf(DeadlineException.class);
                threads.start(() -> job.engine(2).world().within(20, TimeUnit.SECONDS).barrier());
                zero.barrier();
                threads.join();
            }
            new RankThreads().run(job, engine -> engine.world().dup().close());
            Quiescence.assertQuiet(job);
        }
    }

    @ParameterizedTest
    @EnumSource(Creation.class)
    void shouldMakeNothingAtAnyRank(final Creation creation) throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final RankThreads threads = new RankThreads();
            threads.start(() -> assertThatThrownBy(() -> creation.make(job.engine(1).world())).isInstanceOf(MessagingException.class)
                .hasMessageStartingWith("the time of rank 0 was up: "));
            assertThatThrownBy(() -> creation.make(limited(job.engine(0).world()))).isInstanceOf(DeadlineException.class)
                .hasMessageContaining("all 3 ranks to make the same call").hasMessageContaining("nothing is made at any rank");
            assertThatThrownBy(() -> creation.make(job.engine(2).world())).isInstanceOf(MessagingException.class)
                .hasMessageStartingWith("the time of rank 0 was up: ");
            threads.join();
            for (int rank = 0; rank < 3; rank++) {
                final Communicator world = job.engine(rank).world();
                assertThatThrownBy(world::barrier).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("out of step since the time of rank 0 was up: ");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Creation.class)
    void shouldMakeAllThatIsWithoutALimitOfItsOwn(final Creation creation) throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final RankThreads threads = new RankThreads();
            for (int rank = 0; rank < 2; rank++) {
                final Communicator world = job.engine(rank).world();
                threads.start(() -> {
                    final AutoCloseable made = creation.make(world.within(20, TimeUnit.SECONDS));
                    assertThat(made).isNotNull();
                    made.close();
                });
            }
            threads.join();
        }
    }
}

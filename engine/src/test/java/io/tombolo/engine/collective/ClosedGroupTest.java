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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.collective.GoneMemberTest.Call;
import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank closes a communicator, and other ranks make collective calls on it: they do not wait for that rank.
 */
@Timeout(60)
class ClosedGroupTest {
    private static Communicator[] dup(final LocalJob job) throws Exception {
        final Communicator[] groups = new Communicator[job.size()];
        new RankThreads().run(job, engine -> groups[engine.rank()] = engine.world().dup());
        return groups;
    }

    private static void assertLeft(final Communicator group, final Call call) {
        assertThatThrownBy(() -> call.run(group, null)).isInstanceOf(PeerFailedException.class).hasMessageContaining("rank 1 has left");
    }

    @ParameterizedTest
    @EnumSource(value = Call.class, names = {"BARRIER", "DUP", "SPLIT", "CREATE", "ALLOCATE"})
    void shouldEndWhatIsCalledLater(final Call call) throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] groups = dup(job);
            groups[1].close();
            assertLeft(groups[0], call);
            assertLeft(groups[0], Call.BARRIER);
            new RankThreads().run(job, engine -> engine.world().barrier());
        }
    }

    @Test
    void shouldEndWhatHasBeenCalledBefore() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (LocalJob job = LocalJob.of(2)) {
                final Communicator[] groups = dup(job);
                final RankThreads threads = new RankThreads();
                threads.start(() -> assertLeft(groups[0], Call.BARRIER));
                groups[1].close();
                threads.join();
            }
        }
    }

    /** The slot of the closed member serves another group, in which the same calls follow each other. */
    @Test
    void shouldNotHearTheCallsOfAnotherGroup() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] groups = dup(job);
            final RankThreads threads = new RankThreads();
            threads.run(job, engine -> groups[engine.rank()].barrier());
            groups[1].close();
            threads.run(job, engine -> {
                final Communicator next = engine.world().dup();
                next.barrier();
                next.barrier();
            });
            assertLeft(groups[0], Call.BARRIER);
        }
    }

    /** The root closes the communicator in the middle of a call. Another rank has read its first pieces, and goes on with the call. */
    @Test
    void shouldNotReadThePiecesOfAnotherGroup() throws Exception {
        try (LocalJob job = LocalJob.of(3)) {
            final Communicator[] groups = dup(job);
            final Communicator[] pairs = new Communicator[3];
            final RankThreads threads = new RankThreads();
            threads.run(job, engine -> pairs[engine.rank()] = engine.world().split(Math.min(engine.rank(), 1), 0));
            final Elements[] elements = new Elements[3];
            Arrays.setAll(elements, rank -> Elements.of(new byte[10 * CollectiveSlotDescriptor.PIECE_LENGTH]));
            for (final int rank : new int[] {1, 0}) {
                assertThatThrownBy(() -> groups[rank].within(10, TimeUnit.MILLISECONDS).bcast(elements[rank], 1))
                    .isInstanceOf(DeadlineException.class);
            }
            groups[1].close();
            threads.run(job, engine -> {
                if (engine.rank() > 0) {
                    pairs[engine.rank()].dup().bcast(elements[engine.rank()], 0);
                }
            });
            assertThatThrownBy(() -> groups[0].bcast(elements[0], 1)).isInstanceOf(PeerFailedException.class)
                .hasMessageContaining("rank 1 has left");
        }
    }

    /** The word of the closed member is lost. */
    @Test
    void shouldEndAfterARankHasOpenedAllThatItMay() throws Exception {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator[] groups = dup(job);
            final Communicator[] own = new Communicator[2];
            new RankThreads().run(job, engine -> own[engine.rank()] = engine.world().split(engine.rank(), 0));
            groups[1].close();
            final List<Communicator> others = new ArrayList<>();
            while (others.size() < Communicator.MAX_COMMUNICATORS - 2) {
                others.add(own[1].dup());
            }
            assertLeft(groups[0], Call.BARRIER);
        }
    }
}

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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Groups after a member has joined again: the old group stays failed, and a new one takes its place.
 */
@Timeout(30)
class GroupRejoinTest {
    private static final int SIZE = 3;
    private static final int TAG = 4;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);
    private final Communicator[] groups = new Communicator[SIZE];

    private void makeGroups(final LocalJob job) throws Exception {
        new RankThreads().run(job, engine -> groups[engine.rank()] = engine.group(0, 1, 2));
    }

    private static Engine replace(final LocalJob job, final boolean isKilled) {
        if (isKilled) {
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
        } else {
            job.engine(1).close();
        }
        final Engine next = job.revive(1);
        for (final int other : new int[] {0, 2}) {
            while (EngineAccess.node(job.engine(other)).incarnation(1) < 2) {
                job.step();
                TimeLimit.check();
            }
        }
        return next;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheOldGroupAndTheCollectivesOfTheWorldFailed(final boolean isKilled) throws Exception {
        try (LocalJob job = LocalJob.of(SIZE)) {
            makeGroups(job);
            groups[1].send(buffer, 0, 8, 0, TAG);
            final Engine next = replace(job, isKilled);
            final Status status = new Status();
            groups[0].recv(buffer, 0, 8, 1, TAG, status);
            assertThat(status.source()).as("sent by the old incarnation").isEqualTo(1);
            for (final int rank : new int[] {0, 2}) {
                assertThatThrownBy(() -> groups[rank].send(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
                assertThatThrownBy(() -> groups[rank].recv(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
                assertThatThrownBy(() -> groups[rank].barrier()).isInstanceOf(PeerFailedException.class);
                assertThatThrownBy(() -> job.engine(rank).world().barrier()).isInstanceOf(PeerFailedException.class);
                assertThat(groups[rank].failedRanks()).containsExactly(1);
            }
            assertThatThrownBy(() -> next.world().barrier()).isInstanceOf(PeerFailedException.class);
            groups[0].send(buffer, 0, 8, 2, TAG);
            groups[2].recv(buffer, 0, 8, 0, TAG);
        }
    }

    @Test
    void shouldShrinkWithoutTheMemberThatWasReplaced() throws Exception {
        try (LocalJob job = LocalJob.of(SIZE)) {
            makeGroups(job);
            replace(job, true);
            final Communicator[] survivors = new Communicator[SIZE];
            final RankThreads threads = new RankThreads();
            threads.start(() -> survivors[0] = groups[0].shrink());
            threads.start(() -> survivors[2] = groups[2].shrink());
            threads.join();
            assertThat(survivors[0].size()).isEqualTo(2);
            survivors[0].send(buffer, 0, 8, 1, TAG);
            survivors[2].recv(buffer, 0, 8, 0, TAG);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldPutTheNextIncarnationIntoTheOldPlace(final boolean isRevoked) throws Exception {
        try (LocalJob job = LocalJob.of(SIZE)) {
            makeGroups(job);
            for (int round = 1; round <= 3; round++) {
                job.kill(1);
                EngineAccess.node(job.engine(0)).job().probe(1);
                if (isRevoked) {
                    groups[2].revoke();
                }
                final Engine next = job.revive(1);
                final Communicator[] replaced = new Communicator[SIZE];
                final RankThreads threads = new RankThreads();
                threads.start(() -> replaced[0] = groups[0].replace());
                threads.start(() -> replaced[1] = next.group(0, 1, 2));
                threads.start(() -> replaced[2] = groups[2].replace());
                threads.join();
                new RankThreads().run(job, engine -> use(replaced[engine.rank()]));
                groups[0].close();
                groups[2].close();
                System.arraycopy(replaced, 0, groups, 0, SIZE);
            }
        }
    }

    /** Uses a communicator: messages, collective calls, and a window. */
    private static void use(final Communicator group) {
        group.barrier();
        final UnsafeBuffer own = new UnsafeBuffer(new byte[8]);
        final int to = (group.rank() + 1) % group.size();
        final int from = (group.rank() + group.size() - 1) % group.size();
        own.putInt(0, group.rank());
        group.sendrecv(own, 0, 8, to, TAG, own, 0, 8, from, TAG, null);
        assertThat(own.getInt(0)).isEqualTo(from);
        assertThat(group.agree(group.rank() | 4)).isEqualTo(4);
        try (Window window = group.allocateWindow(64)) {
            window.lock(to, LockType.EXCLUSIVE);
            window.put(own, 0, 8, to, 0);
            window.unlock(to);
            window.fence();
        }
        group.dup().close();
    }
}

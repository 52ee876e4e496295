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
package io.tombolo.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Outcome;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member is lost when its row says so, or has another incarnation.
 */
@Timeout(30)
class GroupMembersTest {
    @Test
    void shouldLoseMembersThatDieLeaveOrAreReplaced() {
        try (LocalJob job = LocalJob.of(4)) {
            final Node node = EngineAccess.node(job.engine(0));
            final int record = node.world().records().allocate(8, 0);
            // Rank 3 has another incarnation than the member.
            final GroupMembers members = node.world().select(new int[] {3, 0, 2, 1}, new int[] {2, 1, 1, 1}, 8, record);
            final AtomicInteger told = new AtomicInteger();
            members.listener(told::incrementAndGet);
            assertThat(members.lossOf(0)).isEqualTo(Outcome.PEER_FAILED);
            assertThat(members.isReplaced(0)).isTrue();
            assertThat(members.isReplaced(1)).isFalse();
            assertThat(members.lossOf(2)).isEqualTo(Outcome.SUCCESS);
            assertThat(members.isAnyLost()).isFalse();
            assertThat(members.update()).isTrue();
            assertThat(members.update()).isFalse();
            assertThat(told).hasValue(1);
            assertThat(members.isLost(0)).isTrue();
            assertThat(members.isReplacedBy(3, 1)).isTrue();
            assertThat(members.isReplacedBy(3, 2)).isFalse();
            job.kill(2);
            assertThat(node.job().probe(2)).isTrue();
            job.engine(1).close();
            assertThat(members.update()).isTrue();
            assertThat(members.isLost(1)).isFalse();
            assertThat(members.lossOf(2)).isEqualTo(Outcome.PEER_FAILED);
            assertThat(members.lossOf(3)).isEqualTo(Outcome.PEER_LEFT);
            assertThat(members.isLost(3)).isTrue();
            assertThat(members.isReplacedBy(2, 1)).as("the peer itself is gone").isFalse();
            members.records().revoke(record);
            assertThat(members.isRevoked()).isFalse();
            assertThat(members.loadRevoked()).isTrue();
            assertThat(members.update()).isTrue();
            assertThat(members.isRevoked()).isTrue();
            assertThat(told).hasValue(3);
        }
    }

    @Test
    void shouldCountAnAbsentRankAsTheFirstIncarnation() {
        try (LocalJob job = LocalJob.of(1)) {
            final Node node = EngineAccess.node(job.engine(0));
            assertThat(GroupMembers.present(node.job(), 0)).isEqualTo(1);
            assertThat(node.world().lossOf(0)).isEqualTo(Outcome.SUCCESS);
            assertThat(node.world().incarnation(0)).isEqualTo(1);
        }
    }
}

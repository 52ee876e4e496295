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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a rank finds out about a member that has completed fewer calls than itself.
 */
@Timeout(30)
class CollectiveProgressTest {
    private static final long NAME = 8;

    private static CollectiveProgress calls(final Engine engine) {
        final Node node = EngineAccess.node(engine);
        final Progress progress = new Progress(node, EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
        return new CollectiveProgress(progress, node, new GroupProgressTable(node.job()), Group.world(engine.rank(), 2), node.world(), 0);
    }

    /** The member may still complete the previous call and vote in this one, and other ranks may receive its vote. */
    @Test
    void shouldNotTakeAMemberForAbsentWhosePairAloneIsGivenUp() {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveProgress calls = calls(job.engine(0));
            calls.completeCall();
            assertThat(calls.findFailure()).isZero();
            EngineAccess.node(job.engine(0)).refuse(1);
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PROTOCOL_ERROR, 1));
            assertThat(calls.isAbsent()).isFalse();
        }
    }

    @Test
    void shouldTakeAMemberForAbsentThatHasDiedInTheCallBefore() {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveProgress calls = calls(job.engine(0));
            calls.completeCall();
            job.kill(1);
            EngineAccess.node(job.engine(0)).job().probe(1);
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PEER_FAILED, 1));
            assertThat(calls.isAbsent()).isTrue();
        }
    }

    @Test
    void shouldTakeAMemberForAbsentThatHasGivenUpTheCallBefore() {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveProgress calls = calls(job.engine(0));
            final CollectiveProgress others = calls(job.engine(1));
            calls.completeCall();
            others.giveUp(Objection.of(Outcome.CANCELLED, 1));
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.CANCELLED, 1));
            assertThat(calls.isAbsent()).isTrue();
        }
    }

    /** The member has closed its engine after that, or has died. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldFindWhatAMemberHasGivenUpForBeforeItWent(final boolean dies) {
        try (LocalJob job = LocalJob.of(2)) {
            final CollectiveProgress calls = calls(job.engine(0));
            calls(job.engine(1)).giveUp(Objection.of(Reason.INTERRUPTED, 1));
            if (dies) {
                job.kill(1);
                EngineAccess.node(job.engine(0)).job().probe(1);
            } else {
                job.engine(1).close();
            }
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Reason.INTERRUPTED, 1));
            assertThat(calls.isAbsent()).isFalse();
        }
    }

    /** The member has completed all calls until then, and has published no reason. */
    @Test
    void shouldFindAMemberGoneThatHasClosedTheGroup() {
        try (LocalJob job = LocalJob.of(2)) {
            final GroupProgressTable table = new GroupProgressTable(EngineAccess.node(job.engine(1)).job());
            final CollectiveProgress calls = calls(job.engine(0), new GroupProgressTable(EngineAccess.node(job.engine(0)).job()));
            final CollectiveProgress others = calls(job.engine(1), table);
            calls.completeCall();
            others.completeCall();
            assertThat(calls.findFailure()).isZero();
            others.close();
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PEER_LEFT, 1));
            assertThat(calls.isAbsent()).isFalse();
            calls.completeCall();
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PEER_LEFT, 1));
            assertThat(calls.isAbsent()).isTrue();
        }
    }

    @Test
    void shouldFindAMemberGoneWhoseWordIsThatOfAnotherGroup() {
        try (LocalJob job = LocalJob.of(2)) {
            final GroupProgressTable table = new GroupProgressTable(EngineAccess.node(job.engine(1)).job());
            final CollectiveProgress calls = calls(job.engine(0), new GroupProgressTable(EngineAccess.node(job.engine(0)).job()));
            final CollectiveProgress others = calls(job.engine(1), table);
            others.giveUp(Objection.of(Outcome.CANCELLED, 1));
            others.close();
            fill(table);
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PEER_LEFT, 1));
            assertThat(calls.isAbsent()).isFalse();
        }
    }

    @Test
    void shouldNotMissAMemberThatWasSeenToComeThrough() {
        try (LocalJob job = LocalJob.of(2)) {
            final GroupProgressTable table = new GroupProgressTable(EngineAccess.node(job.engine(1)).job());
            final CollectiveProgress calls = calls(job.engine(0), new GroupProgressTable(EngineAccess.node(job.engine(0)).job()));
            final CollectiveProgress others = calls(job.engine(1), table);
            others.completeCall();
            others.close();
            assertThat(calls.findFailure()).isZero();
            fill(table);
            assertThat(calls.findFailure()).isZero();
            calls.completeCall();
            assertThat(calls.findFailure()).isEqualTo(Objection.of(Outcome.PEER_LEFT, 1));
        }
    }

    private static void fill(final GroupProgressTable table) {
        long next = NAME + 1;
        while (table.open(next) != GroupProgressTable.NONE) {
            next++;
        }
    }

    private static CollectiveProgress calls(final Engine engine, final GroupProgressTable table) {
        final Progress progress = new Progress(
            EngineAccess.node(engine), EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
        final GroupMembers world = EngineAccess.node(engine).world();
        final int record = world.records().allocate(NAME, 0);
        return new CollectiveProgress(
            progress, EngineAccess.node(engine), table, Group.world(engine.rank(), 2),
            world.select(world.ranks(), new int[] {1, 1}, NAME, record), table.open(NAME));
    }
}

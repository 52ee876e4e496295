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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A rank refuses the pair from another: both ranks learn of it through the job file alone.
 */
@Timeout(30)
class PairRefusalTest {
    private static final PairEnds FROM_1_TO_0 = new PairEnds(1, 1, 0, 1);

    private final List<Throwable> errors = new ArrayList<>();

    private static Node node(final LocalJob job, final int rank) {
        return EngineAccess.node(job.engine(rank));
    }

    @ParameterizedTest
    @EnumSource(PairRefusal.class)
    void shouldHaveACodeThatIsNoEpoch(final PairRefusal refusal) {
        assertThat(refusal.code()).isNegative();
        assertThat(PairRefusal.of(refusal.code())).isSameAs(refusal);
    }

    @Test
    void shouldNotTakeAnotherNumberForARefusal() {
        assertThat(PairRefusal.of(0)).isNull();
        assertThat(PairRefusal.of(1)).isNull();
        assertThat(PairRefusal.of(Integer.MIN_VALUE)).isNull();
    }

    @Test
    void shouldEndTheOperationsOfBothRanks() {
        try (LocalJob job = LocalJob.of(3)) {
            node(job, 0).refuse(1);
            assertThat(node(job, 0).endOf(1)).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(node(job, 1).endOf(0)).isEqualTo(Outcome.PROTOCOL_ERROR);
            assertThat(node(job, 1).isGivenUp(0)).isTrue();
            assertThat(node(job, 0).isGivenUp(1)).isFalse();
            assertThat(node(job, 2).endOf(0)).isEqualTo(Outcome.SUCCESS);
            assertThat(node(job, 2).endOf(1)).isEqualTo(Outcome.SUCCESS);
        }
    }

    @Test
    void shouldTellALackOfMemoryFromAViolation() {
        try (LocalJob job = LocalJob.of(2)) {
            node(job, 0).refuseForRoom(1);
            assertThat(node(job, 0).endOf(1)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
            assertThat(node(job, 1).endOf(0)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
            assertThat(node(job, 1).cannotMap(0, 1)).isTrue();
            assertThat(node(job, 1).cannotMap(1, 0)).isFalse();
        }
    }

    @Test
    void shouldReportADeathRatherThanARefusal() {
        try (LocalJob job = LocalJob.of(2)) {
            node(job, 0).refuse(1);
            job.kill(1);
            node(job, 0).job().probe(1);
            assertThat(node(job, 0).endOf(1)).isEqualTo(Outcome.PEER_FAILED);
        }
    }

    @Test
    void shouldOpenNoPairThatTheDestinationHasRefused() {
        try (LocalJob job = LocalJob.of(2)) {
            node(job, 0).refuse(1);
            assertThatThrownBy(() -> node(job, 1).openOutbound(0)).isInstanceOf(IOException.class).hasMessageContaining("rank 0");
            assertThat(node(job, 1).job().pairPath(FROM_1_TO_0)).doesNotExist();
            assertThat(node(job, 0).openInbound(1)).isNull();
        }
    }

    @Test
    void shouldRefuseAPairWhoseFileCannotBeMapped() {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(errors::add))) {
            assertThat(node(job, 0).openInbound(1)).isNull();
            assertThat(errors).isEmpty();
            assertThat(node(job, 1).job().publishPair(FROM_1_TO_0, 1)).isTrue();
            assertThat(node(job, 0).openInbound(1)).isNull();
            job.engine(0).poll();
            assertThat(errors).singleElement().isInstanceOf(IOException.class);
            assertThat(node(job, 0).counters().value(Counter.PAIRS_REFUSED)).isEqualTo(1);
            assertThat(node(job, 1).endOf(0)).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
        }
    }

    @Test
    void shouldReplaceAnEarlierRefusal() {
        try (LocalJob job = LocalJob.of(2)) {
            node(job, 0).refuseForRoom(1);
            node(job, 0).refuse(1);
            assertThat(node(job, 1).endOf(0)).isEqualTo(Outcome.PROTOCOL_ERROR);
        }
    }
}

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

import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many pieces the data of a call takes: with many ranks, a piece has little room for each. */
@Timeout(30)
class CallGeometryTest {
    private static final int SIZE = 1024;
    private static final int MOST_PIECES = 16_777_214;

    private final CallGeometry geometry = new CallGeometry(Group.world(0, SIZE));
    private final CollectiveArguments arguments = new CollectiveArguments();

    private void assertTooLong(final String what) {
        assertThatThrownBy(() -> geometry.begin(arguments)).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(what);
    }

    @Test
    void shouldRefuseAPartThatTakesMorePiecesThanWordsCount() {
        arguments.begin(CollectiveKind.ALLTOALLV);
        arguments.sendCounts = new int[SIZE];
        arguments.receiveCounts = new int[SIZE];
        arguments.sendCounts[5] = 8 * MOST_PIECES;
        arguments.receiveCounts[6] = 8 * MOST_PIECES;
        geometry.begin(arguments);
        assertThat(geometry.pieces()).isEqualTo(MOST_PIECES);
        arguments.sendCounts[5]++;
        assertTooLong("alltoallv: a part has 134217713 bytes, but with 1024 ranks at most 134217712 are possible");
        arguments.sendCounts[5] = 0;
        arguments.receiveCounts[6]++;
        assertTooLong("alltoallv: a part has 134217713 bytes, but with 1024 ranks at most 134217712 are possible");
    }

    @Test
    void shouldRefuseAPartOfAReductionThatIsTooLong() {
        arguments.begin(CollectiveKind.REDUCE_SCATTER);
        arguments.op = ReduceOp.SUM;
        arguments.type = ElementType.LONG;
        arguments.receiveCounts = new int[SIZE];
        arguments.receiveCounts[SIZE - 1] = 2 * MOST_PIECES;
        geometry.begin(arguments);
        assertThat(geometry.pieces()).isEqualTo(MOST_PIECES);
        arguments.receiveCounts[SIZE - 1] = Integer.MAX_VALUE;
        assertTooLong("reduceScatter: a part has 17179869176 bytes, ");
    }
}

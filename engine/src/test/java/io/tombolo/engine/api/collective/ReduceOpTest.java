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
package io.tombolo.engine.api.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.window.AccumulateOp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The codes of operations, which ranks write to shared memory, never change; and what an operation says about itself.
 */
class ReduceOpTest {
    private static final List<ReduceOp> ALL = List.of(
        ReduceOp.SUM, ReduceOp.PRODUCT, ReduceOp.MIN, ReduceOp.MAX, ReduceOp.AND, ReduceOp.OR, ReduceOp.XOR, ReduceOp.REPLACE,
        ReduceOp.NO_OP, ReduceOp.LOGICAL_AND, ReduceOp.LOGICAL_OR, ReduceOp.LOGICAL_XOR, ReduceOp.MIN_LOCATION, ReduceOp.MAX_LOCATION);
    private static final ReduceFunction NONE = (left, right, count) -> { };

    @Test
    void shouldKeepCodesAndGroups() {
        assertThat(ALL.stream().map(op -> op + "=" + op.code() + ":" + op.group())).containsExactly(
            "SUM=1:1", "PRODUCT=2:1", "MIN=3:1", "MAX=4:1", "AND=5:1", "OR=6:1", "XOR=7:1", "REPLACE=8:1", "NO_OP=9:1",
            "LOGICAL_AND=10:1", "LOGICAL_OR=11:1", "LOGICAL_XOR=12:1", "MIN_LOCATION=13:2", "MAX_LOCATION=14:2");
        assertThat(ALL).allSatisfy(op -> assertThat(op.function()).isNull());
    }

    @Test
    void shouldFindTheOperationOfAWindow() {
        assertThat(Stream.of(AccumulateOp.values())).allSatisfy(op -> {
            assertThat(ReduceOp.of(op)).hasToString(op.name());
            assertThat(ReduceOp.of(op).code()).isEqualTo(op.code());
        });
    }

    @Test
    void shouldKnowWhichOperationsNeedTheOrderOfTheRanks() {
        assertThat(ALL.stream().filter(op -> !op.isCommutative())).containsExactly(ReduceOp.REPLACE, ReduceOp.NO_OP);
        assertThat(ReduceOp.of(NONE, true).isCommutative()).isTrue();
        assertThat(ReduceOp.of(NONE, false).isCommutative()).isFalse();
    }

    @Test
    void shouldKeepAFunctionOfTheApplication() {
        final ReduceOp op = ReduceOp.of(NONE, true, ReduceOp.MAX_GROUP);

        assertThat(op.function()).isSameAs(NONE);
        assertThat(op.group()).isEqualTo(256);
        assertThat(op.code()).isEqualTo(15).isEqualTo(ReduceOp.of((left, right, count) -> { }, false).code());
        assertThat(ReduceOp.of(NONE, false).group()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAGroupOutOfRange() {
        for (final int group : new int[]{Integer.MIN_VALUE, -1, 0, ReduceOp.MAX_GROUP + 1}) {
            assertThatThrownBy(() -> ReduceOp.of(NONE, true, group)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("group=" + group + " must be from 1 to 256");
        }
        assertThatThrownBy(() -> ReduceOp.of(null, true)).isInstanceOf(NullPointerException.class).hasMessage("function");
    }
}

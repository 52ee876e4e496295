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
package io.tombolo.engine.api.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The codes of enums that windows write to shared memory never change, and what their values allow.
 */
class WindowCodesTest {
    @Test
    void shouldFindAnOperationByItsCode() {
        assertThat(Stream.of(AccumulateOp.values()).map(op -> op + "=" + op.code())).containsExactly(
            "SUM=1", "PRODUCT=2", "MIN=3", "MAX=4", "AND=5", "OR=6", "XOR=7", "REPLACE=8", "NO_OP=9");
        assertThat(AccumulateOp.values()).allSatisfy(op -> assertThat(AccumulateOp.of(op.code())).isSameAs(op));
        assertThat(Arrays.asList(AccumulateOp.of(0), AccumulateOp.of(10), AccumulateOp.of(-1))).containsOnlyNulls();
    }

    @Test
    void shouldFindAnElementTypeByItsCode() {
        assertThat(Stream.of(ElementType.values()).map(type -> type + "=" + type.code() + ":" + type.length())).containsExactly(
            "INT=1:4", "LONG=2:8", "FLOAT=3:4", "DOUBLE=4:8");
        assertThat(ElementType.values()).allSatisfy(type -> assertThat(ElementType.of(type.code())).isSameAs(type));
        assertThat(Arrays.asList(ElementType.of(0), ElementType.of(5), ElementType.of(-1))).containsOnlyNulls();
    }

    @Test
    void shouldNotTakeZeroForALockOrAMode() {
        assertThat(LockType.values()).allSatisfy(type -> assertThat(LockType.of(type.code())).isSameAs(type));
        assertThat(WindowMode.values()).allSatisfy(mode -> assertThat(WindowMode.of(mode.code())).isSameAs(mode));
        assertThat(Arrays.asList(LockType.of(0), LockType.of(3), LockType.of(-1))).containsOnlyNulls();
        assertThat(Arrays.asList(WindowMode.of(0), WindowMode.of(3), WindowMode.of(-1))).containsOnlyNulls();
    }

    @Test
    void shouldMarkBitwiseOperationsAndFloatingPointTypes() {
        assertThat(Stream.of(AccumulateOp.values()).filter(AccumulateOp::isBitwise))
            .containsExactly(AccumulateOp.AND, AccumulateOp.OR, AccumulateOp.XOR);
        assertThat(Stream.of(ElementType.values()).filter(ElementType::isFloating)).containsExactly(ElementType.FLOAT, ElementType.DOUBLE);
    }
}

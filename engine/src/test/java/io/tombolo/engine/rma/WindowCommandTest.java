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
package io.tombolo.engine.rma;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The order of the accesses of a batch.
 */
class WindowCommandTest {
    private final WindowCommand command = new WindowCommand();

    WindowCommandTest() {
        command.ask(WindowCommand.Step.RUN, null, 1, 1);
    }

    private RmaOperation add(final RmaOperation operation, final int length) {
        operation.place(null, 0, length, null);
        command.add(operation);
        return operation;
    }

    private RmaOperation addPut(final long displacement, final int length) {
        final RmaOperation put = new RmaOperation();
        put.transfer(true, displacement, null);
        return add(put, length);
    }

    private RmaOperation addGet(final long displacement, final int length) {
        final RmaOperation get = new RmaOperation();
        get.transfer(false, displacement, null);
        return add(get, length);
    }

    private RmaOperation addFetch(final AccumulateOp op, final long displacement) {
        final RmaOperation fetch = new RmaOperation();
        fetch.accumulate(ElementType.LONG, op, displacement, null);
        fetch.into(null, 0, null);
        return add(fetch, Long.BYTES);
    }

    private void assertOrder(final RmaOperation... expected) {
        final List<RmaOperation> found = new ArrayList<>();
        assertThat(command.count()).isEqualTo(expected.length);
        for (RmaOperation operation = command.take(); operation != null; operation = command.take()) {
            found.add(operation);
        }
        assertThat(found).containsExactly(expected);
        assertThat(command.count()).isZero();
    }

    @Test
    void shouldKeepTheOrderOfTheCalls() {
        final RmaOperation first = addPut(0, 8);
        final RmaOperation second = addPut(0, 8);
        assertThat(command.endWithAnswer()).isFalse();
        assertOrder(first, second);
    }

    @Test
    void shouldHaveNoAnswerWithoutAccesses() {
        assertThat(command.endWithAnswer()).isFalse();
        assertOrder();
    }

    /** Holds S2.10: one of the gets goes last, and its data says that all accesses are done. */
    @Test
    void shouldMoveTheFirstAnsweredAccessThatMayMoveToTheEnd() {
        final RmaOperation fixed = addGet(0, 8);
        final RmaOperation conflict = addPut(4, 8);
        final RmaOperation free = addGet(64, 8);
        final RmaOperation last = addPut(128, 8);
        assertThat(command.endWithAnswer()).isTrue();
        assertOrder(fixed, conflict, last, free);
    }

    /** Holds S2.36: an access keeps its place before and behind changes of its bytes. */
    @Test
    void shouldNotMoveAnAccessPastAChangeOfItsBytes() {
        final RmaOperation get = addGet(8, 8);
        final RmaOperation put = addPut(15, 8);
        assertThat(command.endWithAnswer()).isFalse();
        assertOrder(get, put);
    }

    /** Holds S2.36: the rule applies only to common bytes. */
    @Test
    void shouldMoveAnAccessThatOnlyTouchesItsNeighbours() {
        final RmaOperation get = addGet(8, 8);
        final RmaOperation below = addPut(0, 8);
        final RmaOperation above = addPut(16, 8);
        assertThat(command.endWithAnswer()).isTrue();
        assertOrder(below, above, get);
    }

    /** Holds S2.36: a fetch that changes its bytes counts as a change. */
    @Test
    void shouldMoveAReadPastAReadButAFetchThatChangesPastNone() {
        final RmaOperation change = addFetch(AccumulateOp.SUM, 0);
        final RmaOperation get = addGet(0, 8);
        final RmaOperation read = addFetch(AccumulateOp.NO_OP, 32);
        final RmaOperation put = addPut(64, 8);
        assertThat(command.endWithAnswer()).isTrue();
        assertOrder(change, read, put, get);
    }
}

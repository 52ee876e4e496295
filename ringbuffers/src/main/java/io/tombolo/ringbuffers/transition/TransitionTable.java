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
package io.tombolo.ringbuffers.transition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The transitions of a state machine: which event leads from which state to which. An event without a row is refused.
 * <p>
 * Immutable, so any thread may read it. A lookup is one array access and allocates nothing.
 *
 * @param <S> states.
 * @param <E> events.
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>> {
    /** Answer of {@link #row} if there is none. */
    public static final int NONE = -1;

    private final String machine;
    private final int events;
    private final List<Transition<S, E>> rows;
    private final S[] next;
    // Row of each state and event.
    private final byte[] index;

    private TransitionTable(final String machine, final S[] states, final E[] events, final List<Transition<S, E>> rows) {
        this.machine = machine;
        this.events = events.length;
        this.rows = List.copyOf(rows);
        // The states make an array of the right type; each of its elements is replaced below.
        this.next = Arrays.copyOf(states, rows.size());
        this.index = new byte[states.length * events.length];
        Arrays.fill(index, (byte) NONE);
        for (int row = 0; row < rows.size(); row++) {
            final Transition<S, E> transition = rows.get(row);
            final int place = place(transition.from(), transition.event());
            if (index[place] != NONE) {
                throw new IllegalStateException("two rows: machine=" + machine + " row=" + transition);
            }
            index[place] = (byte) row;
            next[row] = transition.to();
        }
    }

    /**
     * Begins a table.
     *
     * @param machine name of the state machine, for error messages.
     * @param states  of the machine.
     * @param events  that it takes.
     * @param <S>     states.
     * @param <E>     events.
     * @return builder without rows.
     */
    public static <S extends Enum<S>, E extends Enum<E>> Builder<S, E> of(
        final String machine, final Class<S> states, final Class<E> events) {
        return new Builder<>(machine, states, events);
    }

    private int place(final S from, final E event) {
        return from.ordinal() * events + event.ordinal();
    }

    /**
     * Finds the row of a state and an event.
     *
     * @param from  state before the event.
     * @param event that happens.
     * @return index of the row, or {@link #NONE} if the event cannot happen in that state.
     */
    public int row(final S from, final E event) {
        return index[place(from, event)];
    }

    /**
     * Returns whether an event can happen in a state.
     *
     * @param from  state before the event.
     * @param event that may happen.
     * @return false if the table has no row for it.
     */
    public boolean has(final S from, final E event) {
        return row(from, event) != NONE;
    }

    /**
     * Finds the state after an event.
     *
     * @param from  state before the event.
     * @param event that happens.
     * @return state after the event.
     * @throws IllegalStateException if the event cannot happen in that state.
     */
    public S next(final S from, final E event) {
        return next[require(from, event)];
    }

    /**
     * Finds the row of a state and an event that must have one.
     *
     * @param from  state before the event.
     * @param event that happens.
     * @return index of the row.
     * @throws IllegalStateException if the event cannot happen in that state.
     */
    public int require(final S from, final E event) {
        final int row = row(from, event);
        if (row == NONE) {
            throw new IllegalStateException("no such transition: machine=" + machine + " state=" + from + " event=" + event);
        }
        return row;
    }

    /**
     * Returns the state to which a row leads.
     *
     * @param row index of the row.
     * @return state after the event.
     */
    public S to(final int row) {
        return next[row];
    }

    /**
     * Returns a row.
     *
     * @param row index of the row.
     * @return transition.
     */
    public Transition<S, E> at(final int row) {
        return rows.get(row);
    }

    /**
     * Returns the rows in the order in which they were added.
     *
     * @return all of them.
     */
    public List<Transition<S, E>> rows() {
        return rows;
    }

    /**
     * Collects the rows of a table.
     *
     * @param <S> states.
     * @param <E> events.
     */
    public static final class Builder<S extends Enum<S>, E extends Enum<E>> {
        private final String machine;
        private final Class<S> states;
        private final Class<E> events;
        private final List<Transition<S, E>> rows = new ArrayList<>();

        private Builder(final String machine, final Class<S> states, final Class<E> events) {
            this.machine = machine;
            this.states = states;
            this.events = events;
        }

        /**
         * Adds a row.
         *
         * @param from        state before the event.
         * @param event       that happens.
         * @param to          state after the event.
         * @param requirement number of the rule in the specification that the row fulfils.
         * @return this builder.
         */
        public Builder<S, E> row(final S from, final E event, final S to, final String requirement) {
            rows.add(new Transition<>(from, event, to, requirement));
            return this;
        }

        /**
         * Makes the table.
         *
         * @return table of the rows.
         * @throws IllegalStateException if two rows have the same state and event, or there are more than 127 rows.
         */
        public TransitionTable<S, E> build() {
            if (rows.size() > Byte.MAX_VALUE) {
                throw new IllegalStateException("too many rows: machine=" + machine + " rows=" + rows.size());
            }
            return new TransitionTable<>(machine, states.getEnumConstants(), events.getEnumConstants(), rows);
        }
    }
}

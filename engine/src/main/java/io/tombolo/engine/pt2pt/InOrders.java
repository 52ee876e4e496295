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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.completion.Operation;
import java.util.function.Consumer;

/**
 * Receives that wait in order: of each source, or of any; never both at a time, as they could be for the same message and nobody would know
 * which is older. One thread at a time.
 */
final class InOrders {
    // By source; null where there was none.
    private final InOrder[] orders;
    private final InOrder ofAny = new InOrder();
    private int waiting;
    private long matchedOfAny;

    /**
     * None.
     *
     * @param sources ranks.
     */
    InOrders(final int sources) {
        this.orders = new InOrder[sources];
    }

    /** Returns how many wait. */
    int waiting() {
        return waiting;
    }

    /** Returns the receives that a message of a source is compared with, maybe none; or null. */
    InOrder of(final int source) {
        return ofAny.isEmpty() ? orders[source] : ofAny;
    }

    /** Returns whether none waits that a message of a source, or of any, could be for. */
    boolean isEmpty(final int source) {
        if (waiting == 0 || source < 0) {
            return waiting == 0;
        }
        final InOrder order = of(source);
        return order == null || order.isEmpty();
    }

    /**
     * Adds a receive behind others of its source, or of any, if some wait.
     *
     * @param receive of one tag.
     * @return false if there are none.
     */
    boolean follow(final Operation receive) {
        final InOrder order = receive.source < 0 ? ofAny : orders[receive.source];
        if (order == null || order.isEmpty()) {
            return false;
        }
        add(order, receive);
        return true;
    }

    /**
     * Adds a receive, if there is a stream of those of its source, or of any; no other waits in order that may be for the same message.
     *
     * @param receive of one tag.
     * @return false if it is for the matcher.
     */
    boolean start(final Operation receive) {
        final InOrder order = receive.source < 0 ? ofAny : ofOne(receive.source);
        if (!order.isKept()) {
            return false;
        }
        add(order, receive);
        return true;
    }

    private InOrder ofOne(final int source) {
        final InOrder order = orders[source];
        return order != null ? order : (orders[source] = new InOrder());
    }

    private void add(final InOrder order, final Operation receive) {
        order.add(receive);
        waiting++;
    }

    /** Takes the oldest receive out of some that wait, for its message. */
    Operation takeOldest(final InOrder order) {
        if (order == ofAny) {
            matchedOfAny++;
        }
        waiting--;
        return order.take();
    }

    /** Returns how many receives from any source have left for their messages. */
    long matchedOfAny() {
        return matchedOfAny;
    }

    /**
     * Returns whether receives wait in order that a new one must not wait beside, as a message could be for either.
     *
     * @param source that the new one names, or any.
     */
    boolean isInTheWay(final int source) {
        return waiting > 0 && (source < 0 ? ofAny.isEmpty() : !ofAny.isEmpty());
    }

    /** Takes all that wait out, those of each source from the oldest on. */
    void takeAll(final Consumer<Operation> taker) {
        takeAll(ofAny, taker);
        for (int source = 0; waiting > 0; source++) {
            if (orders[source] != null) {
                takeAll(orders[source], taker);
            }
        }
    }

    /** Takes some that wait out, from the oldest on. */
    void takeAll(final InOrder order, final Consumer<Operation> taker) {
        while (!order.isEmpty()) {
            waiting--;
            taker.accept(order.take());
        }
    }
}

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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Status;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The gateway of the example {@link Services}: accepts orders, and cancels those of a strategy that dies (cancel on disconnect). It takes
 * only the next number of each strategy, so an order that was lost or doubled would stop it.
 */
final class OrderGateway implements MemberListener {
    private static final int MOST_OPEN = 4;

    private final Map<Integer, Book> books = new HashMap<>();

    /** The orders of one strategy, over all its processes. */
    private static final class Book {
        private final Deque<Long> open = new ArrayDeque<>();
        private long last;
        // From the death of the strategy until its next process says hello.
        private boolean isAway;
    }

    void run(final EngineContext context) {
        try (Engine engine = Engine.launch(context.memberListener(this))) {
            final Communicator world = engine.world();
            final Status status = new Status();
            final long[] order = new long[2];
            int done = 0;
            while (done < Services.STRATEGIES.size()) {
                // While this waits, it calls the listener.
                world.recv(order, 0, 2, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
                final int strategy = status.source();
                final Book book = books.computeIfAbsent(strategy, first -> new Book());
                switch (status.tag()) {
                    case Services.HELLO -> {
                        book.isAway = false;
                        answer(world, strategy, Services.LAST, book.last);
                    }
                    case Services.ORDER -> {
                        accept(book, order[0]);
                        if (order[0] == Services.KILL_AT) {
                            System.out.println("gateway: " + engine.member(strategy).name() + Services.KILL_LINE);
                        }
                        answer(world, strategy, Services.ACCEPTED, order[0]);
                    }
                    default -> done++;
                }
            }
            books.forEach((strategy, book) -> System.out.println(
                "gateway: " + book.last + " orders of " + engine.member(strategy).name() + ", none lost, none doubled"));
        }
    }

    private static void accept(final Book book, final long number) {
        if (number != book.last + 1) {
            throw new IllegalStateException("order " + number + " came after order " + book.last);
        }
        book.last = number;
        if (!book.isAway) {
            // The last orders of a dead process may be received after its death was reported: they are cancelled as well.
            book.open.add(number);
        }
        if (book.open.size() > MOST_OPEN) {
            // The exchange has filled it.
            book.open.remove();
        }
    }

    private static void answer(final Communicator world, final int strategy, final int tag, final long number) {
        try {
            world.send(new long[] {number}, 0, 1, strategy, tag);
        } catch (final PeerFailedException ended) {
            // Its next process asks for the last number.
        }
    }

    @Override
    public void onFailed(final Member member) {
        final Book book = books.get(member.rank());
        if (book != null) {
            System.out.println("gateway: " + member.name() + " died, cancels its " + book.open.size() + " open orders");
            book.open.clear();
            book.isAway = true;
        }
    }
}

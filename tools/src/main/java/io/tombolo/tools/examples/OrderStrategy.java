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
import java.util.concurrent.TimeUnit;

/**
 * A strategy of the example {@link Services}: answers each price with an order. It keeps nothing on disk. When it starts, for the first
 * time or again, it asks the gateway for the number of the last order that it has, and goes on from there.
 */
final class OrderStrategy {
    private static final int ORDERS = 5_000;
    private static final int MOST_UNANSWERED = 8;

    private OrderStrategy() {
    }

    static void run(final EngineContext context) {
        try (Engine engine = Engine.launch(context)) {
            final Communicator world = engine.world();
            // Services may start in any order.
            final int gateway = engine.awaitMember(Services.GATEWAY, 30, TimeUnit.SECONDS).rank();
            final int publisher = engine.awaitMember(Services.PUBLISHER, 30, TimeUnit.SECONDS).rank();
            final long[] word = new long[1];
            world.send(word, 0, 1, gateway, Services.HELLO);
            world.recv(word, 0, 1, gateway, Services.LAST, null);
            final boolean isBack = word[0] > 0;
            if (isBack) {
                System.out.println(context.name() + ": back, and goes on after the last order that the gateway has");
            }
            final long[] order = new long[2];
            long unanswered = 0;
            for (long number = word[0] + 1; number <= ORDERS; number++) {
                world.recv(word, 0, 1, publisher, Services.PRICE, null);
                order[0] = number;
                order[1] = word[0];
                world.send(order, 0, 2, gateway, Services.ORDER);
                unanswered++;
                while (unanswered > MOST_UNANSWERED) {
                    world.recv(word, 0, 1, gateway, Services.ACCEPTED, null);
                    unanswered--;
                }
            }
            world.send(word, 0, 0, gateway, Services.DONE);
        }
    }
}

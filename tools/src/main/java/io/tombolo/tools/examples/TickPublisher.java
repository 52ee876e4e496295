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
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.PeerFailedException;
import java.util.concurrent.locks.LockSupport;

/**
 * The publisher of the example {@link Services}: sends ticks to every strategy that lives, until the gateway has left. A strategy that dies
 * misses the ticks until it is back; that is right for prices.
 */
final class TickPublisher implements MemberListener {
    private static final int PAUSE_NS = 50_000;

    // By rank, whether a strategy lives there.
    private boolean[] isSubscribed;
    private boolean isOver;

    void run(final EngineContext context) {
        try (Engine engine = Engine.launch(context.memberListener(this))) {
            isSubscribed = new boolean[engine.size()];
            final long[] price = {100};
            while (!isOver) {
                for (int rank = 0; rank < isSubscribed.length; rank++) {
                    if (isSubscribed[rank]) {
                        publish(engine, price, rank);
                    }
                }
                price[0]++;
                // Calls the listener, too.
                engine.poll();
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    private static void publish(final Engine engine, final long[] price, final int rank) {
        try {
            engine.world().send(price, 0, 1, rank, Services.TICK);
        } catch (final PeerFailedException ended) {
            // The listener is told as well.
        }
    }

    @Override
    public void onJoined(final Member member) {
        isSubscribed[member.rank()] = Services.STRATEGIES.contains(member.name());
    }

    @Override
    public void onLeft(final Member member) {
        isSubscribed[member.rank()] = false;
        isOver |= member.name().equals(Services.GATEWAY);
    }

    @Override
    public void onFailed(final Member member) {
        isSubscribed[member.rank()] = false;
    }
}

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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.peer.Peer;
import java.util.Random;

/**
 * Makes the progress of a job in one thread and separates the channels between two ranks: for a while one rank polls only the pair ring of
 * another, or only its return ring, or only continues long messages. So records of one channel overtake those of another, as they rarely do
 * between processes.
 */
public final class Interleaving {
    private static final int CHANNELS = 4;
    private static final int LONGEST_RUN = 12;

    private final LocalJob job;
    private final Random random;

    public Interleaving(final LocalJob job, final Random random) {
        this.job = job;
        this.random = random;
    }

    /** Some turns of one rank at one channel of another rank. */
    public void step() {
        final int rank = random.nextInt(job.size());
        if (job.engine(rank).isOpen()) {
            final Peer peer = EngineAccess.messages(job.engine(rank)).peers()[random.nextInt(job.size())];
            final int channel = random.nextInt(CHANNELS);
            for (int turns = random.nextInt(LONGEST_RUN); turns >= 0; turns--) {
                step(EngineAccess.messages(job.engine(rank)), peer, channel);
            }
        }
    }

    private static void step(final Messages messages, final Peer peer, final int channel) {
        switch (channel) {
            case 0 -> {
                if (peer.inbound().isRead()) {
                    messages.receives().doWork(peer);
                }
            }
            case 1 -> {
                if (peer.outbound().isOpen()) {
                    messages.sends().doWork(peer);
                }
            }
            case 2 -> messages.doWork();
            default -> {
                messages.discover(peer);
                messages.flush(peer);
                messages.doWork(peer);
            }
        }
    }
}

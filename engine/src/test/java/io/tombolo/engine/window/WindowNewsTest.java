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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * S2.25: a third rank sees the data of a put if it learns of the unlock by a message and then locks the part itself.
 */
@Timeout(60)
class WindowNewsTest {
    private static final int TIMES = 500;
    private static final int TAG = 3;

    /** Holds S2.25. */
    @ParameterizedTest
    @EnumSource
    void shouldSeeWhatWasPutBeforeTheNews(final WindowMode mode) throws Exception {
        try (LocalJob job = LocalJob.of(3, context -> context.asyncProgress(context.rank() == 0))) {
            new RankThreads().run(job, engine -> {
                final Communicator world = engine.world();
                try (Window window = mode == WindowMode.DIRECT ? world.allocateWindow(64) :
                    world.createWindow(new UnsafeBuffer(new byte[64]))) {
                    for (int time = 1; time <= TIMES && world.rank() > 0; time++) {
                        if (world.rank() == 1) {
                            tell(window, world, time);
                        } else {
                            hear(window, world, time);
                        }
                    }
                }
            });
        }
    }

    private static void tell(final Window window, final Communicator world, final long value) {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        word.putLong(0, value);
        window.lock(0, LockType.SHARED);
        window.put(word, 0, 8, 0, 8);
        window.unlock(0);
        world.send(new byte[0], 0, 0, 2, TAG);
        world.recv(new byte[0], 0, 0, 2, TAG, null);
    }

    private static void hear(final Window window, final Communicator world, final long value) {
        final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
        world.recv(new byte[0], 0, 0, 1, TAG, null);
        window.lock(0, LockType.SHARED);
        window.get(word, 0, 8, 0, 8);
        window.unlock(0);
        assertThat(word.getLong(0)).isEqualTo(value);
        world.send(new byte[0], 0, 0, 1, TAG);
    }
}

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
package io.tombolo.tools.flight;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether this JVM is to end, as after Ctrl-C. The end of the JVM waits a moment for {@link #close}, so that the last line is whole.
 */
final class StopRequest implements AutoCloseable {
    private static final long GRACE_MS = 1_000;

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook = new Thread(this::onShutdown, "tombolo-stop");

    StopRequest() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void onShutdown() {
        requested.countDown();
        try {
            closed.await(GRACE_MS, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException unexpected) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isRequested() {
        return requested.getCount() == 0;
    }

    /** Waits for some time, or until the end is requested. An interrupt also requests it. */
    void pause(final long ms) {
        try {
            requested.await(ms, TimeUnit.MILLISECONDS);
        } catch (final InterruptedException stop) {
            requested.countDown();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException shutdown) {
            // The hook is running, and ends now.
        }
    }
}

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
package io.tombolo.engine.completion;

import io.tombolo.engine.api.Outcome;
import java.util.function.Consumer;

/**
 * The progress of a receive whose message is forwarded: how many bytes have arrived, how many there will be, how the receive ended (S3.30).
 * All sends that forward the message share one object. It outlives the receive, whose operation may be in use again by then. One thread at
 * a time.
 */
public final class ForwardProgress {
    /** Length of a message that has not arrived. */
    public static final long UNKNOWN = -1;

    private final Consumer<ForwardProgress> listener;
    private long arrived;
    private long length = UNKNOWN;
    private Outcome outcome;

    /**
     * Creates the progress of a receive that has no message yet.
     *
     * @param listener called once, at the first news, in the middle of the receive; it may only record the news.
     */
    public ForwardProgress(final Consumer<ForwardProgress> listener) {
        this.listener = listener;
    }

    /**
     * Returns whether there are bytes to forward, or the receive has ended.
     *
     * @return false while sends have to wait.
     */
    public boolean hasNews() {
        return arrived > 0 || outcome != null;
    }

    /**
     * Records arrived bytes of a message that comes in parts: the event {@code progress(n bytes)} of the source.
     *
     * @param bytes  that have arrived, from the start of the message; never less than before.
     * @param wanted bytes that will have arrived in the end.
     */
    public void progress(final long bytes, final long wanted) {
        final boolean hadNews = hasNews();
        arrived = bytes;
        length = wanted;
        callListener(hadNews);
    }

    void end(final Outcome newOutcome, final long bytes) {
        final boolean hadNews = hasNews();
        outcome = newOutcome;
        if (isWhole()) {
            arrived = bytes;
            length = bytes;
        }
        callListener(hadNews);
    }

    private void callListener(final boolean hadNews) {
        if (!hadNews && hasNews()) {
            listener.accept(this);
        }
    }

    /**
     * Returns the bytes that can be forwarded now.
     *
     * @return count from the start of the message.
     */
    public long arrived() {
        return arrived;
    }

    /**
     * Returns the bytes that can be forwarded in the end.
     *
     * @return count, or {@link #UNKNOWN} before the message has arrived.
     */
    public long length() {
        return length;
    }

    /**
     * Returns whether the receive has its message, or as much of it as it has room for.
     *
     * @return false while it is under way, and if it failed.
     */
    public boolean isWhole() {
        return outcome == Outcome.SUCCESS || outcome == Outcome.TRUNCATED;
    }

    /**
     * Returns whether the receive has ended without its message.
     *
     * @return true if no more bytes will arrive.
     */
    public boolean isBroken() {
        return outcome != null && !isWhole();
    }

    /**
     * Returns whether the receive was cancelled before it matched.
     *
     * @return true if no byte has arrived.
     */
    public boolean isCancelled() {
        return outcome == Outcome.CANCELLED;
    }
}

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
 * What the sends that pass a message on know of the receive that it comes from: how much is there, how much there will be, how it ended
 * (S3.30). One for a receive, however many sends it feeds; it outlives the receive, whose operation may be in another life by then.
 * One thread at a time.
 */
public final class ForwardProgress {
    /** Length of a message that has not come. */
    public static final long UNKNOWN = -1;

    private final Consumer<ForwardProgress> listener;
    private long arrived;
    private long length = UNKNOWN;
    private Outcome outcome;

    /**
     * Nothing has come.
     *
     * @param listener is told once, of the first news; may only take note, for the receive is under way.
     */
    public ForwardProgress(final Consumer<ForwardProgress> listener) {
        this.listener = listener;
    }

    /**
     * Returns whether there is anything to pass on, or the receive has ended.
     *
     * @return false as long as sends have to wait.
     */
    public boolean hasNews() {
        return arrived > 0 || outcome != null;
    }

    /**
     * Takes note of bytes of a message that comes in parts: the event {@code progress(n bytes)}.
     *
     * @param bytes  that are there, from the start of the message; never less than before.
     * @param wanted bytes that will be there.
     */
    public void progress(final long bytes, final long wanted) {
        final boolean hadNews = hasNews();
        arrived = bytes;
        length = wanted;
        tell(hadNews);
    }

    void end(final Outcome newOutcome, final long bytes) {
        final boolean hadNews = hasNews();
        outcome = newOutcome;
        if (isWhole()) {
            arrived = bytes;
            length = bytes;
        }
        tell(hadNews);
    }

    private void tell(final boolean hadNews) {
        if (!hadNews && hasNews()) {
            listener.accept(this);
        }
    }

    /**
     * Returns what can be passed on now.
     *
     * @return bytes from the start of the message.
     */
    public long arrived() {
        return arrived;
    }

    /**
     * Returns what can be passed on in the end.
     *
     * @return bytes, or {@link #UNKNOWN} before the message has come.
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
     * @return true if no more will come.
     */
    public boolean isBroken() {
        return outcome != null && !isWhole();
    }

    /**
     * Returns whether the receive was taken back before it matched.
     *
     * @return true if nothing has come.
     */
    public boolean isCancelled() {
        return outcome == Outcome.CANCELLED;
    }
}

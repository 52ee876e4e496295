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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Messages that polls have matched and that are being fetched from their senders, oldest first. No message that fits the filter of a poll
 * passes one of these that fits it. Keeps the objects of messages that are over for others.
 * <p>
 * <b>Threading:</b> any thread. A thread that meets another one here spins for the few steps that the other one needs.
 */
final class FetchedMessages {
    private final AtomicBoolean isEntered = new AtomicBoolean();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Entry> spares = new ArrayList<>();
    // Answer of take: another poll has the oldest message that fits.
    private final Entry ofOthers = new Entry();
    private final Supplier<Message> messages;
    private volatile boolean isEmpty = true;

    /** Begins without messages; the supplier makes those that are given to callers. */
    FetchedMessages(final Supplier<Message> messages) {
        this.messages = messages;
    }

    boolean isEmpty() {
        return isEmpty;
    }

    private void enter() {
        // Full CAS; partner: the release store in leave.
        while (!isEntered.compareAndSet(false, true)) {
            Thread.onSpinWait();
        }
    }

    private void leave() {
        isEntered.setRelease(false);
    }

    /** Adds a message, and returns one that is not open for the next message of the caller. */
    Message exchange(final Message message) {
        enter();
        try {
            final Entry entry = spares.isEmpty() ? new Entry() : spares.remove(spares.size() - 1);
            final Message spare = entry.message == null ? messages.get() : entry.message;
            entry.begin(message);
            entries.add(entry);
            isEmpty = false;
            return spare;
        } finally {
            leave();
        }
    }

    /** Takes the oldest message that fits, until it is put back or dropped; null if there is none, or {@link #isOfOthers}. */
    Entry take(final int source, final int tag, final int mask) {
        enter();
        try {
            for (int i = 0; i < entries.size(); i++) {
                final Entry entry = entries.get(i);
                if ((source < 0 || source == entry.source) && ((tag ^ entry.tag) & mask) == 0) {
                    final boolean wasTaken = entry.isTaken;
                    entry.isTaken = true;
                    return wasTaken ? ofOthers : entry;
                }
            }
            return null;
        } finally {
            leave();
        }
    }

    /** Returns whether the answer of {@link #take} says that another poll has the oldest message that fits. */
    boolean isOfOthers(final Entry answer) {
        return answer == ofOthers;
    }

    /** Puts a message back that was taken. */
    void putBack(final Entry entry) {
        enter();
        entry.isTaken = false;
        leave();
    }

    /** Drops a message that was taken: no later one has to wait for it. */
    void drop(final Entry entry) {
        enter();
        try {
            entries.remove(entry);
            isEmpty = entries.isEmpty();
        } finally {
            leave();
        }
    }

    /** Gives all messages back that no poll has taken. */
    void closeAll() {
        Entry entry = isEmpty ? null : take(Communicator.ANY_SOURCE, 0, 0);
        while (entry != null && entry != ofOthers) {
            drop(entry);
            entry.message.close();
            recycle(entry);
            entry = take(Communicator.ANY_SOURCE, 0, 0);
        }
    }

    /** Keeps what was dropped for other messages. Its message is not open any more. */
    void recycle(final Entry entry) {
        enter();
        try {
            spares.add(entry);
        } finally {
            leave();
        }
    }

    /** A message that is being fetched; its source and tag stay known when it has ended. */
    static final class Entry {
        private Message message;
        private int source;
        private int tag;
        private boolean isTaken;

        Message message() {
            return message;
        }

        private void begin(final Message fetched) {
            message = fetched;
            source = fetched.source();
            tag = fetched.tag();
            isTaken = false;
        }
    }
}

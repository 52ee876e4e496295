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
package io.tombolo.engine.transfer;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A message to several ranks: an operation that ends when the sends to all of them have ended. It fails if one of them fails, and then
 * names the first of these as its destination. Until then its destination is the first send that has not ended, for which a wait polls.
 * <p>
 * The thread that calls prepares the sends, then the progress owner alone accesses them, as for any operation.
 */
public final class MulticastOperation extends Operation {
    /** Whether a destination that cannot take the message at once is left out. */
    public boolean isSkipping;

    /** Length in bytes of the region that the caller shall make before it asks for one again; 0 if it shall make none. */
    public long growth;

    /** Region that the caller has made, or null. */
    public LocalRegion grown;

    /** Whether a region may be made. Set only after the regions that have come back were searched. */
    public boolean mayGrow;

    /** Whether the receivers may read a message in a region where it is. */
    public boolean mayExpose;

    /** Whether the message is to be copied into a region of the pool. */
    public boolean needsCopy;

    /** Whether half of the regions that may be lent were lent before this message got one. */
    public boolean isScarce;

    private LocalRegion region;
    private MulticastSend[] sends = {};
    private int count;
    // The first send that has not ended.
    private int first;
    // Sends that have not ended, and one more while the sends are started.
    private int left;

    /** Makes an idle operation. */
    public MulticastOperation() {
    }

    /**
     * Begins a message without destinations.
     *
     * @param most destinations that will be added.
     */
    public void beginSends(final int most) {
        begin(Kind.SEND);
        if (sends.length < most) {
            final int made = sends.length;
            sends = Arrays.copyOf(sends, most);
            for (int i = made; i < most; i++) {
                sends[i] = new MulticastSend(this);
            }
        }
        count = 0;
        first = 0;
        left = 1;
        growth = 0;
        grown = null;
        mayGrow = false;
        isScarce = false;
        mayExpose = false;
        needsCopy = false;
        destination = Communicator.NULL_RANK;
        source = Communicator.NULL_RANK;
    }

    /**
     * Adds a destination.
     *
     * @param rank in the communicator.
     * @return its send, to be prepared.
     */
    public MulticastSend add(final int rank) {
        final MulticastSend send = sends[count++];
        send.rank = rank;
        send.end = Outcome.SUCCESS;
        send.isSkipped = false;
        left++;
        return send;
    }

    /**
     * Returns the number of sends.
     *
     * @return destinations that were added.
     */
    public int count() {
        return count;
    }

    /**
     * Returns a send.
     *
     * @param index from 0.
     * @return the send.
     */
    public MulticastSend send(final int index) {
        return sends[index];
    }

    /**
     * Returns the region that the message is copied into.
     *
     * @return null if the message is sent from where it is.
     */
    public LocalRegion region() {
        return region;
    }

    /**
     * Takes a region for a copy of the message, and holds it until all sends have started. Each send from it holds it as well.
     *
     * @param lent region that nobody uses.
     */
    public void hold(final LocalRegion lent) {
        lent.sendStarted();
        region = lent;
    }

    /** Lets the region go, if there is one. */
    public void letGo() {
        if (region != null) {
            region.sendEnded();
            region = null;
        }
    }

    /** Copies the message into the region. */
    public void copyToRegion() {
        copyOut(region.file().address(0, length));
    }

    /** Sends the copy in the region instead of the memory of the caller. */
    public void useRegion() {
        final long address = region.file().address(0, length);
        for (int i = 0; i < count; i++) {
            sends[i].begin(Kind.COMMIT);
            sends[i].place(null, address, length, null);
        }
    }

    /**
     * Calls an action with each send that has not ended. The last may end this operation.
     *
     * @param action to call.
     */
    public void forEachActive(final Consumer<Operation> action) {
        // Loaded before: with the last of them this operation belongs to its caller again.
        final int sendsBefore = count;
        for (int i = 0; i < sendsBefore && left > 0; i++) {
            if (!sends[i].isDone()) {
                action.accept(sends[i]);
            }
        }
    }

    /** Called when a send has ended, and when all have started. Ends this operation with the last. */
    public void ended() {
        left--;
        while (first < count && sends[first].isDone()) {
            first++;
        }
        if (left > 0) {
            name(first < count ? sends[first].destination : Communicator.NULL_RANK);
            return;
        }
        letGo();
        int failed = 0;
        while (failed < count && sends[failed].outcome() == Outcome.SUCCESS) {
            failed++;
        }
        name(failed < count ? sends[failed].destination : Communicator.NULL_RANK);
        complete(failed < count ? sends[failed].outcome() : Outcome.SUCCESS);
    }

    /** Ends the operation before any send has started, without destinations. */
    public void withdraw() {
        count = 0;
        left = 1;
        ended();
    }

    /**
     * Returns how many destinations were left out. Known when all sends have started.
     *
     * @return from 0 to the number of sends.
     */
    public int skipped() {
        int skipped = 0;
        for (int i = 0; i < count; i++) {
            skipped += sends[i].isSkipped ? 1 : 0;
        }
        return skipped;
    }

    private void name(final int rank) {
        destination = rank;
        source = rank;
    }
}

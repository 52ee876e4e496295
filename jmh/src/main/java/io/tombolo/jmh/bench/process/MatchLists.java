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
package io.tombolo.jmh.bench.process;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;

/**
 * The matching lists of the responder, made as deep as a measurement wants them; the initiator's stay short. Both sides call
 * {@link #make(MatchingSetup)} for the same piles, one after the other.
 */
final class MatchLists {

    private static final int READY_TAG = 8;
    private static final int NEVER_TAG = 9;
    private static final int FIRST_OTHER_TAG = 1_000;

    private final Communicator world;
    private final int other;
    private final int tag;
    private final boolean isInitiator;
    private final MutableDirectBuffer scrap = new UnsafeBuffer(new byte[Long.BYTES]);
    private final List<Request> posted = new ArrayList<>();
    private final Request next = new Request();
    private final Status status = new Status();
    private MatchingSetup setup = MatchingSetup.NONE;

    /** Empty lists; {@code tag} is that of the messages that match. */
    MatchLists(final Communicator world, final int other, final int tag) {
        this.world = world;
        this.other = other;
        this.tag = tag;
        this.isInitiator = other == 1;
    }

    /** Clears the lists and makes others, if they are not as they should be. */
    void make(final MatchingSetup wanted) {
        if (wanted.equals(setup)) {
            return;
        }
        if (isInitiator) {
            sendOthers(wanted);
        } else {
            clear();
            fill(wanted);
        }
        setup = wanted;
    }

    private static boolean isUnexpected(final MatchingSetup setup) {
        return MatchingSetup.Queue.UNEXPECTED == setup.queue();
    }

    private void sendOthers(final MatchingSetup wanted) {
        for (int i = 1; isUnexpected(wanted) && i < wanted.depth(); i++) {
            world.send(scrap, 0, Long.BYTES, other, FIRST_OTHER_TAG + i);
        }
        world.send(scrap, 0, 0, other, READY_TAG);
    }

    private void clear() {
        for (final Request request : posted) {
            request.cancel();
            request.await();
        }
        posted.clear();
        for (int i = 1; isUnexpected(setup) && i < setup.depth(); i++) {
            world.recv(scrap, 0, Long.BYTES, other, FIRST_OTHER_TAG + i, status);
        }
    }

    private void fill(final MatchingSetup wanted) {
        if (MatchingSetup.Wildcards.ONE == wanted.wildcards()) {
            post(Communicator.ANY_SOURCE, NEVER_TAG);
        }
        for (int i = 1; !isUnexpected(wanted) && i < wanted.depth(); i++) {
            post(other, FIRST_OTHER_TAG + i);
        }
        // What was sent before has been filed when this has come.
        world.recv(scrap, 0, 0, other, READY_TAG, status);
    }

    private void post(final int source, final int otherTag) {
        final Request request = new Request();
        world.irecv(scrap, 0, Long.BYTES, source, otherTag, request);
        posted.add(request);
    }

    /** Makes ready for the next message that matches: posts its receive if it shall not be unexpected. */
    void expect(final MutableDirectBuffer buffer, final int length) {
        if (!isUnexpected(setup)) {
            world.irecv(buffer, 0, length, other, tag, next);
        }
    }

    /** Receives it; an unexpected one only when it has been filed as such. */
    void receive(final MutableDirectBuffer buffer, final int length) {
        if (isUnexpected(setup)) {
            world.probe(other, tag, status);
            world.recv(buffer, 0, length, other, tag, status);
        } else {
            next.await();
        }
    }
}

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
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes the matching lists of the responder as deep as a measurement needs them; those of the initiator stay short. Both sides call
 * {@link #make(MatchingSetup)} for the same setups in the same order.
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

    /** Starts with empty lists; {@code tag} is the tag of the measured messages. */
    MatchLists(final Communicator world, final int other, final int tag) {
        this.world = world;
        this.other = other;
        this.tag = tag;
        this.isInitiator = other == 1;
    }

    /** Makes the wanted lists in place of the present ones, unless these are the same. */
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
        // Messages of one sender arrive in order, so all that were sent before are in the list now.
        world.recv(scrap, 0, 0, other, READY_TAG, status);
    }

    private void post(final int source, final int otherTag) {
        final Request request = new Request();
        world.irecv(scrap, 0, Long.BYTES, source, otherTag, request);
        posted.add(request);
    }

    /** Prepares for the next measured message: posts its receive, unless it is to be unexpected. */
    void expect(final MutableDirectBuffer buffer, final int length) {
        if (!isUnexpected(setup)) {
            world.irecv(buffer, 0, length, other, tag, next);
        }
    }

    /** Receives the measured message. One that is to be unexpected is probed first, so that it is in the list. */
    void receive(final MutableDirectBuffer buffer, final int length) {
        if (isUnexpected(setup)) {
            world.probe(other, tag, status);
            world.recv(buffer, 0, length, other, tag, status);
        } else {
            next.await();
        }
    }
}

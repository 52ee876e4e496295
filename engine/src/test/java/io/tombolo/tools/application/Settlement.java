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
package io.tombolo.tools.application;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.window.Window;
import org.agrona.concurrent.UnsafeBuffer;

/** The calls of an application: its package counts as one of an application, those of the engine do not. */
public final class Settlement {
    private final Communicator world;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);

    /** Uses a communicator. */
    public Settlement(final Communicator world) {
        this.world = world;
    }

    /** Receives a message of 8 bytes. */
    public void book(final int source, final int tag) {
        world.recv(buffer, 0, 8, source, tag);
    }

    /** Receives a message of 8 bytes by a request. */
    public void bookLater(final int source, final int tag) {
        world.irecv(buffer, 0, 8, source, tag).await();
    }

    /** Receives a message of 8 bytes with one of two tags, and then the other one. */
    public void bookAny(final int source, final int tag, final int other) {
        final UnsafeBuffer brief = new UnsafeBuffer(new byte[4]);
        final Request[] requests = {world.irecv(buffer, 0, 8, source, tag), null, world.irecv(brief, 0, 4, source, other)};
        Requests.waitAny(requests);
        Requests.waitAll(requests);
    }

    /** Makes a copy of the communicator, and closes it. */
    public void copy() {
        world.dup().close();
    }

    /** Closes a window. */
    public static void end(final Window window) {
        window.close();
    }
}

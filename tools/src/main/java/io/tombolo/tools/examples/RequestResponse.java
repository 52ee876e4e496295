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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Rank 0 is a server, the other ranks are its clients. The tag of a request is its number, and the answer has the same tag. So a client may
 * have several requests under way and may wait for the answers in any order.
 */
public final class RequestResponse {
    private static final List<String> WORDS = List.of("sand", "bar", "shore");

    /** Capacity of the buffers. A longer message would be an error. */
    private static final int MAX_BYTES = 64;

    private RequestResponse() {
    }

    /**
     * Runs one rank: the server or a client.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                serve(engine.world());
            } else {
                ask(engine.world());
            }
        }
    }

    private static void serve(final Communicator world) {
        final Status status = new Status();
        final byte[] bytes = new byte[MAX_BYTES];
        for (int left = (world.size() - 1) * WORDS.size(); left > 0; left--) {
            world.recv(bytes, 0, MAX_BYTES, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
            // The message may be shorter than the buffer.
            final String question = new String(bytes, 0, (int) status.length(), StandardCharsets.UTF_8);
            final byte[] answer = question.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
            world.send(answer, 0, answer.length, status.source(), status.tag());
        }
    }

    private static void ask(final Communicator world) {
        final byte[][] answers = new byte[WORDS.size()][MAX_BYTES];
        final Request[] requests = new Request[WORDS.size()];
        for (int id = 0; id < requests.length; id++) {
            requests[id] = new Request();
            // The receive is posted before the question is sent, so the answer goes straight into its buffer.
            world.irecv(answers[id], 0, MAX_BYTES, 0, id, requests[id]);
            final byte[] question = WORDS.get(id).getBytes(StandardCharsets.UTF_8);
            world.send(question, 0, question.length, 0, id);
        }
        for (int id = requests.length - 1; id >= 0; id--) {
            // Throws an exception if there is no answer in time.
            final Status status = requests[id].await(10, TimeUnit.SECONDS);
            final String answer = new String(answers[id], 0, (int) status.length(), StandardCharsets.UTF_8);
            if (!answer.equalsIgnoreCase(WORDS.get(id))) {
                throw new IllegalStateException("asked " + WORDS.get(id) + ", got " + answer);
            }
            System.out.println("request " + id + ": " + WORDS.get(id) + " -> " + answer);
        }
    }
}

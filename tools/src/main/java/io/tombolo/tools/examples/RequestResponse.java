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
 * Rank 0 serves, the others ask. The tag is the number of the request: the answer carries it too, so a client may have several under way
 * and get the answers in any order. A client that posts the receive before it asks never has its answer wait as an unexpected message.
 */
public final class RequestResponse {
    private static final List<String> WORDS = List.of("sand", "bar", "shore");
    private static final int LONGEST = 64;

    private RequestResponse() {
    }

    /**
     * Plays one rank: the server or a client.
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
        final byte[] bytes = new byte[LONGEST];
        for (int left = (world.size() - 1) * WORDS.size(); left > 0; left--) {
            world.recv(bytes, 0, LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status);
            final String question = new String(bytes, 0, (int) status.length(), StandardCharsets.UTF_8);
            final byte[] answer = question.toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
            world.send(answer, 0, answer.length, status.source(), status.tag());
        }
    }

    private static void ask(final Communicator world) {
        final byte[][] answers = new byte[WORDS.size()][LONGEST];
        final Request[] requests = new Request[WORDS.size()];
        for (int id = 0; id < requests.length; id++) {
            requests[id] = new Request();
            world.irecv(answers[id], 0, LONGEST, 0, id, requests[id]);
            final byte[] question = WORDS.get(id).getBytes(StandardCharsets.UTF_8);
            world.send(question, 0, question.length, 0, id);
        }
        for (int id = requests.length - 1; id >= 0; id--) {
            final Status status = requests[id].await(10, TimeUnit.SECONDS);
            final String answer = new String(answers[id], 0, (int) status.length(), StandardCharsets.UTF_8);
            if (!answer.equalsIgnoreCase(WORDS.get(id))) {
                throw new IllegalStateException("asked " + WORDS.get(id) + ", got " + answer);
            }
            System.out.println("request " + id + ": " + WORDS.get(id) + " -> " + answer);
        }
    }
}

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
package io.tombolo.engine.progress;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.job.RankState;

/**
 * Describes what an operation waits for, for the message of an exception.
 */
final class WaitDescription {
    private WaitDescription() {
    }

    static String of(final Operation operation, final Node node) {
        if (operation.kind == Operation.Kind.WINDOW) {
            return "window of " + name(operation.destination, node);
        }
        if (operation.kind == Operation.Kind.COLLECTIVE) {
            return operation.call().text() + " of the members of a communicator";
        }
        return operation.kind.isSend() ?
            "send to " + name(operation.destination, node) + " with tag " + operation.tag + " and length " + operation.length :
            "receive from " + name(operation.source, node) + " with tag " + operation.tag;
    }

    private static String name(final int rank, final Node node) {
        if (rank < 0) {
            return "any rank";
        }
        final String name = node.name(rank);
        return "rank " + rank + (name.isEmpty() ? "" : " (" + name + ")") +
            (node.job().state(rank) == RankState.FREE ? ", which has never joined," : "");
    }
}

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
package io.tombolo.engine.srq;

/**
 * Connections that have failed and have to be broken, each once. The code that finds a failure adds the connection here, and it is broken
 * after that code has finished. One thread at a time, the progress owner.
 */
final class FailedConnections {
    private Connection first;

    FailedConnections() {
    }

    void add(final Connection connection) {
        if (!connection.isFailed) {
            connection.isFailed = true;
            connection.nextFailed = first;
            first = connection;
        }
    }

    /** Removes a connection, if it is here. */
    void remove(final Connection connection) {
        if (connection.isFailed) {
            connection.isFailed = false;
            if (first == connection) {
                first = connection.nextFailed;
            } else {
                Connection before = first;
                while (before.nextFailed != connection) {
                    before = before.nextFailed;
                }
                before.nextFailed = connection.nextFailed;
            }
            connection.nextFailed = null;
        }
    }

    /** Returns a connection that has to be broken, or null. */
    Connection first() {
        return first;
    }
}

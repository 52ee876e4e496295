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

/**
 * The result of one turn of a server and its clients.
 *
 * @param taggedNs half a round trip of a client by tagged messages, in nanoseconds.
 * @param sharedNs half a round trip of a client through endpoints and the shared receive queue, in nanoseconds.
 */
public record ServerResult(double taggedNs, double sharedNs) {
    private static final double NS_IN_S = 1e9;
    private static final int HALVES = 2;

    /**
     * Converts a time to the rate of all clients.
     *
     * @param halfNs  half a round trip in nanoseconds.
     * @param clients number of clients.
     * @return requests a second.
     */
    public double perSecond(final double halfNs, final int clients) {
        return clients * NS_IN_S / (HALVES * halfNs);
    }
}

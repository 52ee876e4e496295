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

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One side of a system that carries messages one way alone: from other ranks to rank 0, or from rank 0 to readers.
 */
abstract class OneWayTransport implements Transport {

    @Override
    public MutableDirectBuffer registered(final int length) {
        throw oneWay();
    }

    @Override
    public void send(final DirectBuffer buffer, final int length) {
        throw oneWay();
    }

    @Override
    public void receive(final MutableDirectBuffer buffer, final int length) {
        throw oneWay();
    }

    @Override
    public void postStream(final MutableDirectBuffer buffer, final int length, final int count) {
        throw oneWay();
    }

    @Override
    public void awaitStream() {
        throw oneWay();
    }

    private static UnsupportedOperationException oneWay() {
        return new UnsupportedOperationException("this peer carries messages one way");
    }
}

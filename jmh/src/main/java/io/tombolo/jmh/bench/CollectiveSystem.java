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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Systems whose collective operations are measured: the values of {@code --peers}.
 */
enum CollectiveSystem {
    /** The engine with elements in private memory. */
    TOMBOLO(PeerKind.TOMBOLO, BufferKind.PRIVATE),
    /** The engine with elements in memory regions. */
    REGION(PeerKind.TOMBOLO, BufferKind.REGISTERED),
    /** Open MPI. */
    OPENMPI(PeerKind.OPENMPI, BufferKind.PRIVATE),
    /** Open MPI with its collective operations over shared memory. */
    OPENMPI_SM(PeerKind.OPENMPI_SM, BufferKind.PRIVATE),
    /** MPICH. */
    MPICH(PeerKind.MPICH, BufferKind.PRIVATE);

    private final PeerKind peer;
    private final BufferKind buffer;

    CollectiveSystem(final PeerKind peer, final BufferKind buffer) {
        this.peer = peer;
        this.buffer = buffer;
    }

    /** Finds the system of a row. */
    static CollectiveSystem of(final Row row) {
        return Stream.of(values()).filter(system -> system.peer == row.peer() && system.buffer == row.work().buffer()).findFirst()
            .orElseThrow();
    }

    PeerKind peer() {
        return peer;
    }

    BufferKind buffer() {
        return buffer;
    }

    /** Names the system in results. */
    String label() {
        return this == REGION ? "tombolo region" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

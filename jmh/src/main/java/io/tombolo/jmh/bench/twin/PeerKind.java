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
package io.tombolo.jmh.bench.twin;

import io.tombolo.jmh.bench.line.LineDescriptor;

import java.nio.file.Path;
import java.util.Locale;

/**
 * The ways to move messages that can be measured.
 */
public enum PeerKind {

    /** Nothing but the line: the floor measured against itself. */
    FLOOR(LineDescriptor.MAX_PAYLOAD, false) {
        @Override
        Peer open(final Path directory, final int rank) {
            throw new IllegalStateException("the floor has no peer");
        }
    },

    /** The engine, through its public API. */
    TOMBOLO(LineDescriptor.MAX_PAYLOAD, true) {
        @Override
        Peer open(final Path directory, final int rank) {
            return new EnginePeer(directory, rank);
        }
    },

    /** Two bare Agrona one-to-one rings, without matching: a reference. */
    AGRONA(AgronaPeer.MAX_LENGTH, false) {
        @Override
        Peer open(final Path directory, final int rank) {
            return new AgronaPeer(directory, rank);
        }
    },

    /** The engine with messages that are written and read where they lie, and copied by nobody. */
    IN_PLACE(InPlacePeer.MAX_LENGTH, false) {
        @Override
        Peer open(final Path directory, final int rank) {
            return new InPlacePeer(directory, rank);
        }
    };

    private final int maxLength;
    private final boolean registers;

    PeerKind(final int maxLength, final boolean registers) {
        this.maxLength = maxLength;
        this.registers = registers;
    }

    /**
     * The longest message that it carries.
     *
     * @return length in bytes.
     */
    public int maxLength() {
        return maxLength;
    }

    /**
     * Whether registered memory differs from private memory.
     *
     * @return true if both are worth measuring.
     */
    public boolean registers() {
        return registers;
    }

    /**
     * Whether it moves the bytes of a message.
     *
     * @return false if only its first and last byte are touched; then there are no windows of it, and nothing to rewrite.
     */
    public boolean copies() {
        return IN_PLACE != this;
    }

    /**
     * The name in results and options.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Opens one side.
     *
     * @param directory that both sides share.
     * @param rank      0 or 1.
     * @return the side, to be closed by the caller.
     */
    abstract Peer open(Path directory, int rank);
}

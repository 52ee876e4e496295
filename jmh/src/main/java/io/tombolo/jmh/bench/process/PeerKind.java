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

import io.tombolo.jmh.bench.line.LineDescriptor;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The ways to move messages that can be measured.
 */
public enum PeerKind {

    /** Nothing but the line: the floor measured against itself. */
    FLOOR,

    /** The engine, through its public API. */
    TOMBOLO {
        @Override
        public boolean registers() {
            return true;
        }

        @Override
        public boolean matches() {
            return true;
        }

        @Override
        public boolean isOfMany() {
            return true;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new EngineTransport(directory, rank, plan.ranks());
        }
    },

    /** Two bare Agrona one-to-one rings, without matching: a reference. */
    AGRONA {
        @Override
        public int maxLength() {
            return AgronaTransport.MAX_LENGTH;
        }

        @Override
        public List<String> flags() {
            return ReferenceJvmFlags.AGRONA;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new AgronaTransport(directory, rank);
        }
    },

    /** The engine with messages that are written and read where they lie, and copied by nobody. */
    IN_PLACE {
        @Override
        public int maxLength() {
            return InPlaceTransport.MAX_LENGTH;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new InPlaceTransport(directory, rank);
        }
    },

    /** The engine between two ranks to which many others are attached that do nothing. */
    AMONG_IDLE {
        @Override
        int idleRanks() {
            return IdleRanks.RANKS;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return rank < 2 ? new EngineTransport(directory, rank, IdleRanks.JOB_SIZE).greeted() : new IdleRanks(directory);
        }
    },

    /** Aeron's publications over shared memory, without matching: a reference. */
    AERON {
        @Override
        public int maxLength() {
            return AeronTransport.MAX_LENGTH;
        }

        @Override
        public List<String> flags() {
            return ReferenceJvmFlags.aeron();
        }

        @Override
        long filesLength() {
            return AeronTransport.FILES_LENGTH;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new AeronTransport(directory, rank);
        }
    },

    /** Two queues of Chronicle, one each way, which keep every message, without matching: a reference. */
    CHRONICLE {
        @Override
        public int maxLength() {
            return ChronicleTransport.MAX_LENGTH;
        }

        @Override
        public List<String> flags() {
            return ReferenceJvmFlags.CHRONICLE;
        }

        @Override
        long filesLength() {
            return ChronicleTransport.FILES_LENGTH;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new ChronicleTransport(directory, rank);
        }
    },

    /** Open MPI, where it is installed: a reference. */
    OPENMPI {
        @Override
        public boolean isOfMany() {
            return true;
        }

        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.OPENMPI);
        }
    },

    /** MPICH, where it is installed: a reference. */
    MPICH {
        @Override
        public boolean isOfMany() {
            return true;
        }

        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.MPICH);
        }
    },

    /** The tag interface of UCX, where it is installed: a reference. */
    UCX {
        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.UCX);
        }
    };

    /**
     * The longest message that it carries.
     *
     * @return length in bytes.
     */
    public int maxLength() {
        return LineDescriptor.MAX_PAYLOAD;
    }

    /**
     * Whether registered memory differs from private memory.
     *
     * @return true if both are worth measuring.
     */
    public boolean registers() {
        return false;
    }

    /**
     * Whether messages find their receives by tag.
     *
     * @return true if matching can be measured.
     */
    public boolean matches() {
        return system().isPresent();
    }

    /**
     * Whether there can be more than two ranks.
     *
     * @return true if exchanges of all with all can be measured.
     */
    public boolean isOfMany() {
        return false;
    }

    /**
     * Whether it is the engine, in whatever use.
     *
     * @return false for references.
     */
    public boolean isEngine() {
        return TOMBOLO == this || IN_PLACE == this || AMONG_IDLE == this;
    }

    /**
     * The flags that its authors recommend: of the JVM, or the environment of a program in C.
     *
     * @return arguments or variables, in order.
     */
    public List<String> flags() {
        return system().map(system -> system.settings(TrafficPattern.PING_PONG)).orElse(List.of());
    }

    /**
     * Which version is measured.
     *
     * @return its number, or words that say why there is none.
     */
    public String version() {
        return system().map(NativeSystem::version).orElseGet(() -> Versions.of(this));
    }

    /**
     * Looks for what it needs on this machine; compiles its program where it has one.
     *
     * @return why it cannot be measured, empty if it can.
     */
    public Optional<String> missing() {
        return system().flatMap(NativeSystem::missing);
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

    /** The installed system that a program in C reaches; empty for what runs in JVMs. */
    Optional<NativeSystem> system() {
        return Optional.empty();
    }

    /** Ranks in a process of their own that are attached and do nothing. */
    int idleRanks() {
        return 0;
    }

    /** What it keeps in the scratch directory beside messages, in bytes. */
    long filesLength() {
        return 0;
    }

    /**
     * Opens one side in a JVM.
     *
     * @param directory that both sides share.
     * @param rank      0 or 1.
     * @param plan      what will be measured.
     * @return the side, to be closed by the caller.
     */
    Transport open(final Path directory, final int rank, final Plan plan) {
        throw new IllegalStateException("peer=" + label() + " does not run in a JVM");
    }
}

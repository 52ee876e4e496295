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
 * The systems that can carry the messages of a measurement: the values of {@code --peer}.
 */
public enum PeerKind {

    /** The bare cache line: the floor, compared with itself. */
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
        public boolean joinsManyRanks() {
            return true;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return plan.pattern().isFeed() ? new EngineFeed(directory, rank, plan)
                : new EngineTransport(directory, rank, plan.ranks());
        }
    },

    /** The engine with a flight recorder that records all messages. */
    RECORDED {
        @Override
        public boolean registers() {
            return true;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return EngineTransport.recorded(directory, rank, plan.ranks());
        }
    },

    /** The engine with sends that do not wait and receives by handler. */
    POLLED {
        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new PolledTransport(directory, rank, plan);
        }
    },

    /**
     * Bare Agrona rings, without matching, for reference: two one-to-one rings, one of many writers, or a
     * broadcast buffer.
     */
    AGRONA {
        @Override
        public int maxLength(final TrafficPattern pattern) {
            return pattern.isOneWay() || pattern.isFeed() ? AgronaRingFile.MAX_ONE_WAY : AgronaRingFile.maxLength();
        }

        @Override
        public List<String> flags() {
            return ReferenceJvmFlags.AGRONA;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return switch (plan.pattern()) {
                case FAN_IN -> new AgronaFanIn(directory, plan.longest());
                case FEED, FEED_LATENCY -> new AgronaFeed(directory, plan);
                case ONE_WAY -> new AgronaTransport(directory, rank, plan.longest());
                default -> new AgronaTransport(directory, rank, AgronaRingFile.maxLength());
            };
        }
    },

    /** The engine with messages that are written and read in place, without a copy. */
    IN_PLACE {
        @Override
        public int maxLength(final TrafficPattern pattern) {
            return InPlaceTransport.MAX_LENGTH;
        }

        @Override
        Transport open(final Path directory, final int rank, final Plan plan) {
            return new InPlaceTransport(directory, rank);
        }
    },

    /** The engine between two ranks to which many idle ranks are attached. */
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

    /** Publications of Aeron over shared memory, without matching, for reference. */
    AERON {
        @Override
        public int maxLength(final TrafficPattern pattern) {
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
            return switch (plan.pattern()) {
                case FAN_IN -> new AeronFanIn(directory, rank, Plan.SENDERS);
                case FEED, FEED_LATENCY -> new AeronFeed(directory, rank, plan.pattern());
                default -> new AeronTransport(directory, rank);
            };
        }
    },

    /** Two Chronicle queues, one each way, which keep every message, without matching, for reference. */
    CHRONICLE {
        @Override
        public int maxLength(final TrafficPattern pattern) {
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

    /** Open MPI, if it is installed, for reference. */
    OPENMPI {
        @Override
        public boolean joinsManyRanks() {
            return true;
        }

        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.OPENMPI);
        }
    },

    /** Open MPI with its collective operations over shared memory, if it is installed, for reference. */
    OPENMPI_SM {
        @Override
        public boolean onlyCallsCollectives() {
            return true;
        }

        @Override
        public boolean yields() {
            return false;
        }

        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.OPENMPI_SM);
        }
    },

    /** MPICH, if it is installed, for reference. */
    MPICH {
        @Override
        public boolean joinsManyRanks() {
            return true;
        }

        @Override
        public boolean yields() {
            return false; // whatever MPIR_CVAR_POLLS_BEFORE_YIELD says, with ch4
        }

        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.MPICH);
        }
    },

    /** The tag interface of UCX, if it is installed, for reference. */
    UCX {
        @Override
        Optional<NativeSystem> system() {
            return Optional.of(NativeSystem.UCX);
        }
    };

    /**
     * Limits the length of a message.
     *
     * @param pattern pattern of the messages.
     * @return longest message in bytes.
     */
    public int maxLength(final TrafficPattern pattern) {
        return LineDescriptor.MAX_PAYLOAD;
    }

    /**
     * Tells whether registered memory differs from private memory.
     *
     * @return true if both are to be measured.
     */
    public boolean registers() {
        return false;
    }

    /**
     * Tells whether messages find their receives by tag.
     *
     * @return true if matching can be measured.
     */
    public boolean matches() {
        return system().isPresent() && !onlyCallsCollectives();
    }

    /**
     * Tells whether there can be more than two ranks.
     *
     * @return true if exchanges of all with all can be measured.
     */
    public boolean joinsManyRanks() {
        return false;
    }

    /**
     * Tells whether this is another system with settings that concern collective operations only.
     *
     * @return true if its messages are those of that system.
     */
    public boolean onlyCallsCollectives() {
        return false;
    }

    /**
     * Tells whether a waiting rank gives up its core. Otherwise calls take milliseconds if there are more ranks than cores.
     *
     * @return true if collective operations of ranks that share cores can be measured.
     */
    public boolean yields() {
        return true;
    }

    /**
     * Tells whether this is the engine, in any use.
     *
     * @return false for the floor and other systems.
     */
    public boolean isEngine() {
        return TOMBOLO == this || POLLED == this || IN_PLACE == this || AMONG_IDLE == this;
    }

    /**
     * Lists the settings that its authors recommend.
     *
     * @return arguments of the JVM, or environment variables of a program in C.
     */
    public List<String> flags() {
        return system().map(system -> system.settings(false)).orElse(List.of());
    }

    /**
     * Names the version that is measured.
     *
     * @return its number, or the reason why there is none.
     */
    public String version() {
        return system().map(NativeSystem::version).orElseGet(() -> Versions.of(this));
    }

    /**
     * Looks for the system on this machine, and compiles its program in C if it has one.
     *
     * @return why the system cannot be measured; empty if it can.
     */
    public Optional<String> missing() {
        return system().flatMap(NativeSystem::missing);
    }

    /**
     * Tells whether the bytes of a message are copied.
     *
     * @return false if only the first and the last byte are touched; then there are no streams, and nothing is rewritten.
     */
    public boolean copies() {
        return IN_PLACE != this;
    }

    /**
     * Names the system in results and options.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the system that a program in C reaches; empty for systems in JVMs. */
    Optional<NativeSystem> system() {
        return Optional.empty();
    }

    /** Returns the number of idle ranks, which share a process of their own. */
    int idleRanks() {
        return 0;
    }

    /** Returns the bytes that the system keeps in the scratch directory beside the messages. */
    long filesLength() {
        return 0;
    }

    /**
     * Opens one side in a JVM.
     *
     * @param directory scratch directory, which both sides share.
     * @param rank      rank of this process, from 0.
     * @param plan      what will be measured.
     * @return the side, which the caller closes.
     */
    Transport open(final Path directory, final int rank, final Plan plan) {
        throw new IllegalStateException("peer=" + label() + " does not run in a JVM");
    }
}

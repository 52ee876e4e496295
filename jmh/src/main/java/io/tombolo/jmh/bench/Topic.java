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

import io.tombolo.jmh.bench.process.MatchingSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.Locale;

/**
 * What a comparison is about, in the order in which it is told.
 */
enum Topic {

    /** Half round trips by size. */
    LATENCY(TrafficPattern.PING_PONG, "half round trips"),

    /** The same for messages that nobody copies. */
    IN_PLACE(TrafficPattern.PING_PONG, "half round trips of messages in place"),

    /** Long messages in windows. */
    BANDWIDTH(TrafficPattern.WINDOW, "MB a second in windows of 64 messages and one answer"),

    /** Short messages in windows. */
    RATE(TrafficPattern.WINDOW, "million messages a second in windows of 64 messages and one answer"),

    /** A receive and a send at once, on both sides. */
    BOTH_WAYS(TrafficPattern.BOTH_WAYS, "one message each way at once (irecv, isend, waitAll on both sides), mean of 16"),

    /** Matches behind posted receives. */
    POSTED(TrafficPattern.MATCHING, "half round trips of 8 bytes, matched last of so many posted receives"),

    /** Matches behind unexpected messages. */
    UNEXPECTED(TrafficPattern.MATCHING, "half round trips of 8 bytes, found last of so many unexpected messages"),

    /** Ranks that are attached and do nothing. */
    IDLE_PEERS(TrafficPattern.PING_PONG, "half round trips of 8 bytes, with 63 idle ranks attached and without"),

    /** Many ranks on two cores. */
    ALL_TO_ALL(TrafficPattern.ALL_TO_ALL, "one message of 8 bytes from each to each of 8 ranks on 2 cores"),

    /** A rank that waits. */
    IDLE(TrafficPattern.SLEEP, "a rank that sleeps in a receive");

    private static final int IDLE_PEERS_SIZE = 8;

    private final TrafficPattern pattern;
    private final String meaning;

    Topic(final TrafficPattern pattern, final String meaning) {
        this.pattern = pattern;
        this.meaning = meaning;
    }

    TrafficPattern pattern() {
        return pattern;
    }

    String meaning() {
        return meaning;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether a row belongs to it; one of the engine may belong to two. */
    boolean has(final Row row) {
        return pattern == row.plan().pattern() && switch (this) {
            case LATENCY -> PeerKind.AMONG_IDLE != row.peer() && PeerKind.IN_PLACE != row.peer();
            case IN_PLACE -> PeerKind.IN_PLACE == row.peer();
            case BANDWIDTH -> row.work().size() >= Work.COPY_FROM;
            case RATE -> row.work().size() < Work.COPY_FROM;
            case POSTED -> MatchingSetup.Queue.POSTED == row.work().matching().queue();
            case UNEXPECTED -> MatchingSetup.Queue.UNEXPECTED == row.work().matching().queue();
            case IDLE_PEERS -> PeerKind.AMONG_IDLE == row.peer()
                || PeerKind.TOMBOLO == row.peer() && IDLE_PEERS_SIZE == row.work().size();
            case BOTH_WAYS, ALL_TO_ALL, IDLE -> true;
        };
    }
}

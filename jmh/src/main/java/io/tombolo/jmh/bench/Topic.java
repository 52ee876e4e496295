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
 * The topics of a comparison, in the order of its output.
 */
enum Topic {

    /** Half round trips by size. */
    LATENCY(TrafficPattern.PING_PONG, "half round trips"),

    /** Half round trips of messages in place. */
    IN_PLACE(TrafficPattern.PING_PONG, "half round trips of messages in place"),

    /** Streams of long messages. */
    BANDWIDTH(TrafficPattern.WINDOW, "MB a second in streams of 64 messages and one answer"),

    /** Streams of short messages. */
    RATE(TrafficPattern.WINDOW, "million messages a second in streams of 64 messages and one answer"),

    /** A message each way at the same time. */
    BOTH_WAYS(TrafficPattern.BOTH_WAYS, "one message each way at once (irecv, isend, waitAll on both sides), mean of 16"),

    /** Matches in lists of posted receives. */
    POSTED(TrafficPattern.MATCHING, "half round trips of 8 bytes whose receive is the last of many posted receives"),

    /** Matches in lists of unexpected messages. */
    UNEXPECTED(TrafficPattern.MATCHING, "half round trips of 8 bytes that are the last of many unexpected messages"),

    /** Messages while idle ranks are attached. */
    IDLE_PEERS(TrafficPattern.PING_PONG, "half round trips of 8 bytes with and without 63 idle ranks attached"),

    /** Many ranks on two cores. */
    ALL_TO_ALL(TrafficPattern.ALL_TO_ALL, "8 ranks on 2 cores: one message of 8 bytes from each rank to each other rank"),

    /** Messages without answers. */
    ONE_WAY(TrafficPattern.ONE_WAY, "messages one way, without answers"),

    /** Messages of several senders without answers. */
    FAN_IN(TrafficPattern.FAN_IN, "messages from four senders to one receiver, without answers, 5 ranks on 2 cores"),

    /** Messages of a feed without answers. */
    FEED(TrafficPattern.FEED, "messages of a feed to three readers, which one thread polls in turn"),

    /** A message of a feed to three readers. */
    FEED_LATENCY(TrafficPattern.FEED_LATENCY, "time until the farthest of three readers of a feed has a message, mean of 16"),

    /** Collective operations of two ranks. */
    COLLECTIVES(TrafficPattern.COLLECTIVE, "collective operations of two ranks, mean of a round at the rank that took longer"),

    /** A rank that sleeps in a receive. */
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

    /** Tells whether a row belongs to the topic. A row of Tombolo may belong to two topics. */
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
            case BOTH_WAYS, ALL_TO_ALL, ONE_WAY, FAN_IN, FEED, FEED_LATENCY, COLLECTIVES, IDLE -> true;
        };
    }
}

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

import java.util.Locale;

/**
 * The messages or accesses of a measurement.
 */
public enum TrafficPattern {

    /** A message to the responder, then one back. */
    PING_PONG,

    /**
     * A stream: {@link io.tombolo.jmh.bench.line.Loop#STREAM} messages to the responder, then a short answer. Results call it a window, as
     * the OSU benchmarks do.
     */
    WINDOW,

    /** A pause until the responder sleeps, then a message to it and an answer. */
    SLEEP,

    /** A message that the responder matches in a list of some depth, then one back. The floor is the same with a list of one. */
    MATCHING,

    /** One message each way at the same time, again and again. */
    BOTH_WAYS,

    /** Eight ranks on the two cores: each sends a message to every other one, again and again. */
    ALL_TO_ALL,

    /** Accesses to the responder's part of a window. */
    RMA,

    /** Messages to the responder without answers, but for one at the end of each round of {@link Work#messagesInRound()}. */
    ONE_WAY,

    /** Messages without answers from {@link Plan#SENDERS} ranks on one core to the initiator on the other. */
    FAN_IN,

    /** Messages of a feed with {@link Plan#READERS} readers, without answers, but for one at the end of each round. */
    FEED,

    /** A message of a feed at a time, until the farthest of {@link Plan#READERS} readers has it. The floor is the same with one reader. */
    FEED_LATENCY,

    /** Collective operations of two ranks or more, each on a core of its own if there are enough. */
    COLLECTIVE;

    /**
     * Tells whether messages go one way, without an answer to each or to a few.
     *
     * @return true if what counts is how many of them come in a second.
     */
    public boolean isOneWay() {
        return this == ONE_WAY || this == FAN_IN || this == FEED;
    }

    /**
     * Tells whether a feed carries the messages.
     *
     * @return true if one process writes and the other reads.
     */
    public boolean isFeed() {
        return this == FEED || this == FEED_LATENCY;
    }

    /**
     * Names the pattern for people.
     *
     * @return words in lower case.
     */
    public String title() {
        return this == WINDOW ? "stream" : label().replace('_', ' ');
    }

    /**
     * Names the pattern in results.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

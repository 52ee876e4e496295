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
 * How the two processes talk while they are measured.
 */
public enum TrafficPattern {

    /** A message there, a message back. */
    PING_PONG,

    /** {@link io.tombolo.jmh.bench.line.Loop#STREAM} messages there, then one short answer back. */
    WINDOW,

    /** Nothing for so long that the responder sleeps, then a message there and an answer back. */
    SLEEP,

    /** A message there, matched in a list of some depth, and a message back; the floor is the same with a list of one. */
    MATCHING,

    /** One message each way at once, awaited on both sides, again and again. */
    BOTH_WAYS,

    /** Eight ranks on the two cores: one message from each to each other, again and again. */
    ALL_TO_ALL,

    /** Accesses of the responder's part of a window; the floor has no messages either. */
    RMA;

    /**
     * The name in results.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}

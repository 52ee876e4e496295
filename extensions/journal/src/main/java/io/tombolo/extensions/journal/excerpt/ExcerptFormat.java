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
package io.tombolo.extensions.journal.excerpt;

import io.tombolo.ringbuffers.flight.FlightDescriptor;

/**
 * The fields of an excerpt, in the order in which they are written. Each excerpt is a document of Chronicle's binary wire with named
 * fields.
 * <pre>
 *  all      tombolo: version   kind: start | events | bytes | gap | end
 *  start    job: hexadecimal id   rank   incarnation   name   anchorNanoTime   anchorEpochNs   allMessages   pid   startTimeMs   first
 *           payloadBytes   orderBytes   payloadFirst   orderFirst
 *  events   first: position of the first event   count   data: count events of 32 bytes
 *  bytes    stream: payload | order   first: position of the first byte   data
 *  gap      first: position of the first event or byte   count: what is missing   why: overwritten | no space | recorder away
 *           stream: events | payload | order
 *  end      state   reason   recorded
 * </pre>
 * An event has the layout of {@link FlightDescriptor}, in the byte order of the machine that wrote it, which is little-endian on all
 * machines that Chronicle supports. Positions count the events of one incarnation of a rank from 0, and the bytes of each of
 * its streams. Version 1 has no streams. A reader must ignore fields that
 * follow, and skip kinds that it does not know; the version changes only if that is not enough.
 */
public final class ExcerptFormat {
    /** Version of the format that is written. */
    public static final int VERSION = 2;

    /** First version with streams of bytes; those before can be read, too. */
    public static final int STREAMS_VERSION = 2;

    /** Most events in an excerpt. */
    public static final int MAX_EVENTS = 512;

    /** Most bytes of a stream in an excerpt. */
    public static final int MAX_BYTES = 1 << 18;

    /** Longest excerpt in bytes. */
    public static final int MAX_LENGTH = 1 << 20;

    /** Bytes of an event. */
    public static final int EVENT_LENGTH = FlightDescriptor.EVENT_LENGTH;

    static final int EVENTS_LENGTH = MAX_EVENTS * EVENT_LENGTH;

    static final String TOMBOLO = "tombolo";
    static final String KIND = "kind";
    static final String JOB = "job";
    static final String RANK = "rank";
    static final String INCARNATION = "incarnation";
    static final String NAME = "name";
    static final String ANCHOR_NANO_TIME = "anchorNanoTime";
    static final String ANCHOR_EPOCH_NS = "anchorEpochNs";
    static final String ALL_MESSAGES = "allMessages";
    static final String PID = "pid";
    static final String START_TIME_MS = "startTimeMs";
    static final String PAYLOAD_BYTES = "payloadBytes";
    static final String ORDER_BYTES = "orderBytes";
    static final String PAYLOAD_FIRST = "payloadFirst";
    static final String ORDER_FIRST = "orderFirst";
    static final String STREAM = "stream";
    static final String FIRST = "first";
    static final String COUNT = "count";
    static final String DATA = "data";
    static final String WHY = "why";
    static final String STATE = "state";
    static final String REASON = "reason";
    static final String RECORDED = "recorded";

    private ExcerptFormat() {
    }
}

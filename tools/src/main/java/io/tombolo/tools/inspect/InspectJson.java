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
package io.tombolo.tools.inspect;

import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.ringbuffers.pair.PairReading;
import io.tombolo.ringbuffers.pair.ReturnRecord;
import io.tombolo.ringbuffers.pair.RingReading;
import io.tombolo.ringbuffers.pair.RingRecord;
import io.tombolo.tools.json.JsonWriter;
import java.io.PrintStream;
import java.util.Map;

/**
 * Writes a job as one JSON object. The form is stable: within one {@code format}, members may be added but are never renamed or removed.
 * <pre>
 * format             2
 * job                path, state (live, dead, previous), id (16 hex digits), layout, size, createdMs, readMs, failureEpoch, kept,
 *                    abort (null, or status and reason)
 * geometry           the value of each setting by its name
 * ranks[]            rank, name (null without), state (FREE JOINING LIVE LEFT FAILED), reason (NONE JOINED CLOSED WITHDRAWN
 *                    PROCESS_GONE REPLACED EVICTED), sinceMs (of the state), liveness (ALIVE DEAD LEFT ABSENT), incarnation,
 *                    pid, startMs, cores (null if unknown), asleep, problem (null, or why the file could not be read), settled,
 *                    counters (by name, all of them),
 *                    posted[] (stamp, ageMs, context, source, tag, tagMask), unexpected[] (stamp, ageMs, context, source, tag, length),
 *                    both oldest first, clockMs (when its process has shown last that it runs; null before), singleThread,
 *                    waitsNotShown, waits[] (number, thread, call, mode (ALL, ANY), ageMs, endsMs (null without limit), callSite (null if
 *                    short), count, entries[] (kind, rank (null), anyRank, tag (null), context, length, number)),
 *                    receiveQueues[] (index, generation, zone, max, available, outstanding, lowWatermark, armed, segments, taken,
 *                    fired, waiting, slots: FREE, POSTED, TAKEN, COMPLETED, unknown),
 *                    endpoints[] (index, generation, state, peer, remote, queue, events, taken, completed, sent, sending, waiting,
 *                    soft, hard, changedMs), eventQueues[] (index, generation, capacity, events, taken, reserved, overflows, waited),
 *                    errors[] (count, firstMs, lastMs, text), errorLogDamage (null, or what is wrong)
 * pairs[]            source, destination, sourceIncarnation, destinationIncarnation, refusal (null, CANNOT_MAP, GIVEN_UP), problem,
 *                    settled, damage[] (texts),
 *                    sends (state, queued, pendingLong, packetsOut, uncreditedBytes, messages (that have left), besideRingBytes (their
 *                    payload that was not in the ring), changedMs: as the source shows them);
 *                    null if there is a problem:
 *                    ring (capacity, head, tail, count, lastSequence, takenSequence, records[]),
 *                    pool (size, FREE, CLAIMED, POSTED, HELD, RETURNING, unknown),
 *                    returns (as ring), consumedBytes, doneBelow
 * windows[]          window, rank, mode (direct, packet), length, problem, lock (none, shared, exclusive), closing, holders[] (ranks),
 *                    waiting[] (rank, lock, ageMs; in order), bypasses, bypassLimit (null without), tainted, taintedBy (null, or a rank)
 * feeds[]            rank, number, name, problem, mode (reliable, latest, keys), capacity, longest, maxKeys, keys, maxReaders, published,
 *                    cut, closed, readers[] (slot, rank, incarnation, state (joining, active, cut), lagMessages, lagBytes, missed, sinceMs,
 *                    asleep)
 * records[]          position, type (name of the packet type, TYPE_n or CORRUPT), fields (by type, as the text form shows them),
 *                    words (with --hex: 64-bit words as hex, header first)
 * </pre>
 * A wildcard source or tag is null. A sequence number that is not known is null. Positions count half slots in a stamped ring, bytes in an
 * Agrona ring, and records in a return ring. {@code settled} is false if no two passes agreed; parts may then be from different times. Of
 * each ring at most {@link JobReader#KEPT_RECORDS} records are listed; {@code count} counts all. Times are milliseconds since the epoch. An
 * {@code ageMs} is the age at {@code readMs}, or null if the rank does not say. A rank reads its clock only now and then, so an age may be
 * too high by the time between two such readings.
 */
public final class InspectJson {
    private static final int FORMAT = 2;

    private final JsonWriter json;
    private final InspectOptions options;
    private final long readMs;

    private InspectJson(final JsonWriter json, final InspectOptions options, final long readMs) {
        this.json = json;
        this.options = options;
        this.readMs = readMs;
    }

    /**
     * Writes a job.
     *
     * @param job     the job
     * @param options what to show; queues are always complete
     * @param out     gets the text
     */
    public static void write(final JobView job, final InspectOptions options, final PrintStream out) {
        final InspectJson writer = new InspectJson(new JsonWriter(out), options, job.readMs());
        writer.json.object().member("format", FORMAT);
        writer.header(job);
        writer.json.array("ranks");
        job.ranks().stream().filter(options::shows).forEach(writer::rank);
        writer.json.end().array("pairs");
        job.pairs().stream().filter(options::shows).forEach(writer::pair);
        writer.json.end().array("windows");
        job.windows().forEach(writer::window);
        writer.json.end().array("feeds");
        job.feeds().forEach(feed -> FeedJson.write(feed, writer.json));
        writer.json.end().end();
    }

    private void header(final JobView job) {
        json.object("job").member("path", job.path().toString()).member("state", job.state().word())
            .member("id", RecordNames.hex(job.jobId())).member("layout", JobFileDescriptor.LAYOUT_VERSION)
            .member("size", job.ranks().size()).member("createdMs", job.createdMs()).member("readMs", job.readMs())
            .member("failureEpoch", job.failureEpoch()).member("kept", job.isKept());
        if (job.abortStatus() == 0) {
            json.member("abort", null);
        } else {
            json.object("abort").member("status", job.abortStatus()).member("reason", job.abortReason()).end();
        }
        json.end().object("geometry");
        for (final GeometrySetting setting : GeometrySetting.values()) {
            json.member(setting.propertyName(), job.geometry().value(setting));
        }
        json.end();
    }

    private void rank(final RankView rank) {
        final RankRow row = rank.row();
        json.object().member("rank", row.rank()).member("name", orNull(rank.name())).member("state", row.state().name())
            .member("reason", row.reason().name()).member("sinceMs", row.sinceMs()).member("liveness", rank.liveness().name())
            .member("incarnation", row.incarnation()).member("pid", row.pid()).member("startMs", row.startTimeMs())
            .member("cores", orNull(row.cores().toString()))
            .member("asleep", rank.isAsleep()).member("problem", orNull(rank.problem())).member("settled", rank.isSettled());
        json.object("counters");
        for (final Counter counter : Counter.values()) {
            json.member(counter.name(), rank.counter(counter));
        }
        json.end().array("posted");
        for (final QueueEntry entry : rank.queues().posted()) {
            entry(entry).member("tagMask", entry.mask()).end();
        }
        json.end().array("unexpected");
        for (final QueueEntry entry : rank.queues().unexpected()) {
            entry(entry).member("length", entry.length()).end();
        }
        json.end();
        WaitJson.write(rank.waits(), readMs, json);
        EndpointJson.write(rank.endpoints(), json);
        json.array("errors");
        for (final ErrorEntry error : rank.errors().entries()) {
            json.object().member("count", error.count()).member("firstMs", error.firstMs()).member("lastMs", error.lastMs())
                .member("text", error.text()).end();
        }
        json.end().member("errorLogDamage", orNull(rank.errors().damage())).end();
    }

    private JsonWriter entry(final QueueEntry entry) {
        return json.object().member("stamp", entry.stamp())
            .member("ageMs", entry.isAgeKnown() ? entry.ageMs(readMs) : null).member("context", entry.context())
            .member("source", entry.source() == Matcher.ANY_SOURCE ? null : entry.source())
            .member("tag", entry.mask() == Matcher.ANY_TAG_MASK ? null : entry.tag());
    }

    private void window(final WindowView window) {
        json.object().member("window", window.window()).member("rank", window.rank()).member("mode", window.mode())
            .member("length", window.length()).member("problem", orNull(window.problem())).member("lock", window.lock())
            .member("closing", window.isClosing()).array("holders");
        window.holders().forEach(json::value);
        json.end().array("waiting");
        for (final WindowView.Waiter waiter : window.waiters()) {
            json.object().member("rank", waiter.rank()).member("lock", waiter.lock())
                .member("ageMs", waiter.sinceMs() == RankClock.UNKNOWN ? null : waiter.ageMs(readMs)).end();
        }
        json.end().member("bypasses", window.bypasses()).member("bypassLimit", window.bypassLimit() < 0 ? null : window.bypassLimit())
            .member("tainted", window.isTainted()).member("taintedBy", window.isTainted() ? window.taintedBy() : null).end();
    }

    private void pair(final PairView pair) {
        json.object().member("source", pair.source()).member("destination", pair.destination())
            .member("sourceIncarnation", pair.ends().sourceIncarnation())
            .member("destinationIncarnation", pair.ends().destinationIncarnation())
            .member("refusal", orNull(pair.refusal())).member("problem", orNull(pair.problem())).member("settled", pair.isSettled())
            .array("damage");
        pair.damage().forEach(json::value);
        json.end();
        final SendReading sends = pair.sends();
        json.object("sends").member("state", sends.state()).member("machine", sends.machine())
            .member("queued", sends.queued()).member("pendingLong", sends.pending())
            .member("packetsOut", sends.packetsOut()).member("lanes", sends.lanes()).member("uncreditedBytes", sends.uncredited())
            .member("messages", sends.messages()).member("besideRingBytes", sends.besideRing())
            .member("changedMs", sends.changedMs()).end();
        final PairReading reading = pair.reading();
        if (reading == null) {
            json.member("ring", null).member("pool", null).member("returns", null).member("consumedBytes", null)
                .member("doneBelow", null).end();
            return;
        }
        ring("ring", reading.ring());
        for (final RingRecord record : reading.ring().records()) {
            record(record.position(), RecordNames.type(record.type(), record.isCorrupt()), RecordNames.fields(record),
                RecordNames.hex(record));
        }
        json.end().end().object("pool").member("size", reading.pool().size());
        for (final PacketState state : PacketState.values()) {
            json.member(state.name(), reading.pool().count(state));
        }
        json.member("unknown", reading.pool().countUnknown()).end();
        ring("returns", reading.returns());
        for (final ReturnRecord record : reading.returns().records()) {
            record(record.position(), RecordNames.type(record.type(), record.isCorrupt()), RecordNames.fields(record),
                RecordNames.hex(record));
        }
        json.end().end().member("consumedBytes", reading.consumed()).member("doneBelow", reading.done()).end();
    }

    /** Writes a ring up to its array of records, which stays open. */
    private void ring(final String name, final RingReading<?> ring) {
        json.object(name).member("capacity", ring.capacity()).member("head", ring.head()).member("tail", ring.tail())
            .member("count", ring.count()).member("lastSequence", sequence(ring.lastSequence()))
            .member("takenSequence", sequence(ring.takenSequence())).array("records");
    }

    private static Long sequence(final int sequence) {
        return sequence == RingReading.UNKNOWN ? null : Integer.toUnsignedLong(sequence);
    }

    private void record(final long position, final String type, final Map<String, Object> fields, final String words) {
        json.object().member("position", position).member("type", type).object("fields");
        fields.forEach(json::member);
        json.end();
        if (options.hex()) {
            json.member("words", words);
        }
        json.end();
    }

    private static String orNull(final String text) {
        return text.isEmpty() ? null : text;
    }
}

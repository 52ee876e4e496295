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
package io.tombolo.engine.telemetry;

import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.flight.ByteRing;
import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightRing;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.latency.LatencyKind;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Records the events of a rank in its rank file, for readers in other processes and after its death. Allocates nothing. Used by the
 * progress owner alone.
 */
public final class FlightRecorder implements AutoCloseable {
    private final FlightRing ring;
    // By the settings, so that no recording of the JVM switches it off.
    private final boolean alwaysRecordsAll;
    private final List<MessageSwitch> switches = new CopyOnWriteArrayList<>();
    // Null if the JVM has no flight recorder.
    private final JvmEvents jvm;
    private final RecorderWait wait;
    // Null if the rank keeps no bytes of messages.
    private final RecordedStreams streams;
    private final Latencies latencies;
    // Both are stored by the watch thread, and loaded without order: an event more or less at the edge of a recording does no harm.
    private JvmEvents messages;
    private boolean isFollowed;
    // By peer: System.nanoTime() when sends began to wait; 0 if none waits.
    private final long[] stalledSince;

    /**
     * Begins to record.
     *
     * @param section   of the rank file, zeros.
     * @param job       that the rank has joined.
     * @param settings  how to record.
     * @param latencies that get the times of stalls, locks and receives.
     * @param errors    handler that is told if the file of the recorder is refused.
     * @throws IOException if there is no room for the file of the streams.
     */
    public FlightRecorder(
        final AtomicBuffer section, final JobDirectory job, final RecordingSettings settings, final Latencies latencies,
        final ErrorHandler errors) throws IOException {
        this.latencies = latencies;
        this.alwaysRecordsAll = settings.recordsAll();
        this.wait = settings.waitNs() == 0 ? null :
            // The last place of the ring is not readable while it is written.
            new RecorderWait(
                job, RecordedRing.EVENTS, FlightDescriptor.capacity(section.capacity()) - 1, settings.waitNs(), errors);
        // Before the ring, whose header tells a recorder that the file is there.
        this.streams = settings.payloadBytes() == 0 ? null : RecordedStreams.create(job, settings, errors);
        this.ring = new FlightRing(section, alwaysRecordsAll, wait);
        this.stalledSince = new long[job.size()];
        this.jvm = JvmEvents.of(String.valueOf(job.path().getFileName()), job.rank());
        this.isFollowed = streams != null;
        followJvm();
    }

    /** Tells a class of the message path whether it records short messages that complete at once. */
    @FunctionalInterface
    public interface MessageSwitch {
        /**
         * Sets a field, which the progress owner loads without order, as it would load a final one.
         *
         * @param all false to leave these messages out.
         */
        void recordAll(boolean all);
    }

    /**
     * Sets a switch now, and again whenever a recording of the JVM begins or ends to want messages: then by the watch thread.
     *
     * @param messageSwitch to set.
     */
    public void add(final MessageSwitch messageSwitch) {
        switches.add(messageSwitch);
        messageSwitch.recordAll(alwaysRecordsAll || messages != null);
    }

    /** Looks whether a recording of the JVM wants messages. Called by the watch thread. */
    public void followJvm() {
        final JvmEvents wanted = jvm != null && jvm.hasMessages() ? jvm : null;
        if (wanted != messages) {
            messages = wanted;
            isFollowed = streams != null || wanted != null;
            for (final MessageSwitch messageSwitch : switches) {
                messageSwitch.recordAll(alwaysRecordsAll || wanted != null);
            }
        }
    }

    /**
     * Returns the events of this rank for the JVM.
     *
     * @return events, or null if the JVM has no flight recorder.
     */
    JvmEvents jvm() {
        return jvm;
    }

    /**
     * Returns how many events were recorded.
     *
     * @return events since the start of the rank.
     */
    public long recorded() {
        return ring.recorded();
    }

    /**
     * Returns the ring for the decisions of this rank that a replay needs.
     *
     * @return always the same; null if the rank keeps no bytes for a recorder.
     */
    public ByteRing order() {
        return streams == null ? null : streams.order();
    }

    /** Begins a turn of progress: the next event reads the clock. Any thread. */
    public void turn() {
        ring.turn();
    }

    /**
     * Records an event of a message.
     *
     * @param kind    of the event.
     * @param peer    rank, or any.
     * @param number  of the message between the two ranks; 0 if it is not known.
     * @param context of the communicator.
     * @param tag     or any.
     * @param length  bytes.
     */
    public void message(
        final FlightKind kind, final int peer, final long number, final int context, final int tag, final long length) {
        ring.record(kind, 0, peer, (int) number, context, tag, length);
    }

    /**
     * Records a short message that has left at once.
     *
     * @param peer    rank.
     * @param number  of the message between the two ranks.
     * @param context of the communicator.
     * @param tag     of the message.
     * @param length  bytes.
     */
    public void sent(final int peer, final long number, final int context, final int tag, final long length) {
        message(FlightKind.SENT, peer, number, context, tag, length);
        tellJvm(false, Outcome.SUCCESS, peer, context, tag, length, false, 0);
    }

    /**
     * Records a message that a call took out of the ring without a posted receive.
     *
     * @param peer    rank.
     * @param number  of the message between the two ranks.
     * @param context of the communicator.
     * @param tag     of the message.
     * @param length  bytes.
     * @param bytes   received, less than the length if it was truncated.
     * @param isLong  whether it came by rendezvous.
     */
    public void received(
        final int peer, final long number, final int context, final int tag, final long length, final long bytes, final boolean isLong) {
        message(FlightKind.RECEIVED, peer, number, context, tag, length);
        tellJvm(
            true, bytes < length ? Outcome.TRUNCATED : Outcome.SUCCESS, peer, context, tag, length, isLong, JvmEvents.UNKNOWN_NS);
    }

    /**
     * Reads the clock for the post of a send or receive.
     *
     * @return {@link System#nanoTime()}, or 0 if no recording of the JVM wants messages.
     */
    public long postTime() {
        return messages == null ? 0 : System.nanoTime() | 1;
    }

    /**
     * Gives the end of a send or receive to the recordings of the JVM that want messages, if there are any.
     *
     * @param isReceive whether it is a receive.
     * @param outcome   how it ended.
     * @param peer      rank, or any.
     * @param context   of the communicator.
     * @param tag       of the message.
     * @param length    of the message, in bytes.
     * @param isLong    whether it went by rendezvous.
     * @param postedNs  of {@link #postTime}.
     */
    public void endedForJvm(
        final boolean isReceive, final Outcome outcome, final int peer, final int context, final int tag, final long length,
        final boolean isLong, final long postedNs) {
        tellJvm(
            isReceive, outcome, peer, context, tag, length, isLong,
            postedNs == 0 ? JvmEvents.UNKNOWN_NS : System.nanoTime() - postedNs);
    }

    private void tellJvm(
        final boolean isReceive, final Outcome outcome, final int peer, final int context, final int tag, final long length,
        final boolean isLong, final long waitedNs) {
        final JvmEvents wanted = messages;
        if (wanted != null) {
            wanted.message(isReceive, outcome, peer, context, tag, length, isLong, waitedNs);
        }
    }

    /**
     * Records the end of a send or receive.
     *
     * @param kind    of the event.
     * @param outcome how it ended.
     * @param peer    rank, or any if no message came.
     * @param number  of the message between the two ranks, or -1 if it has none.
     * @param context of the communicator.
     * @param tag     of the message.
     * @param length  of the message, in bytes.
     */
    public void ended(
        final FlightKind kind, final Outcome outcome, final int peer, final long number, final int context, final int tag,
        final long length) {
        ring.record(kind, outcome.code(), peer, (int) number, context, tag, length);
    }

    /**
     * Returns whether somebody wants more than the event of the end of a send or receive.
     *
     * @return true if {@link #endedForJvm} and {@link #bytes} have to be called at each end; then all messages are recorded.
     */
    public boolean isFollowed() {
        return isFollowed;
    }

    /**
     * Returns whether the bytes of messages are kept.
     *
     * @return true if {@link #bytes} has to be called at the end of each send and receive; then all messages are recorded.
     */
    public boolean keepsBytes() {
        return streams != null;
    }

    /**
     * Keeps bytes of a message that lie in one piece of memory; does nothing if no bytes are kept.
     *
     * @param detail  {@link FlightKind#SENT_BYTES} or 0; and {@link FlightKind#LAST_PIECE} if no further bytes of the message follow.
     * @param peer    rank.
     * @param number  of the message between the two ranks.
     * @param context of the communicator.
     * @param base    array, or null.
     * @param offset  offset in the array, or address; the memory is valid.
     * @param length  bytes, 0 for a message without any.
     */
    public void bytes(
        final int detail, final int peer, final long number, final int context, final Object base, final long offset,
        final long length) {
        if (streams == null) {
            return;
        }
        final ByteRing payload = streams.payload();
        long done = 0;
        do {
            final int piece = (int) Math.min(length - done, payload.longest());
            final long position = payload.append(base, offset + done, piece);
            done += piece;
            // After its bytes: a recorder that sees the event finds them in the stream.
            ring.record(
                FlightKind.PAYLOAD, done == length ? detail : detail & ~FlightKind.LAST_PIECE, peer, (int) number, context, piece,
                position);
        } while (done < length);
    }

    /**
     * Reads the clock for a message that has come, if it is measured.
     *
     * @param number of the message.
     * @return {@link System#nanoTime()}, or 0 if it is not measured.
     */
    public long sample(final long number) {
        return !latencies.isOff() && latencies.isSampled(number) ? System.nanoTime() | 1 : 0;
    }

    /**
     * Records that a receive has taken a message that was measured.
     *
     * @param peer         source.
     * @param arrivedNs    {@link #sample} at its arrival; 0 if it is not measured.
     * @param isUnexpected whether it had no receive when it came.
     * @return {@link System#nanoTime()} of the match, or 0 if the message is not measured.
     */
    public long matched(final int peer, final long arrivedNs, final boolean isUnexpected) {
        if (arrivedNs == 0) {
            return 0;
        }
        final long now = isUnexpected ? System.nanoTime() | 1 : arrivedNs;
        latencies.record(LatencyKind.ARRIVAL_MATCH, peer, now - arrivedNs);
        if (isUnexpected) {
            latencies.record(LatencyKind.UNEXPECTED, peer, now - arrivedNs);
        }
        return now;
    }

    /**
     * Records that a receive whose message was measured has its message.
     *
     * @param peer      source.
     * @param matchedNs of {@link #matched}; not 0.
     */
    public void completed(final int peer, final long matchedNs) {
        latencies.record(LatencyKind.MATCH_COMPLETION, peer, System.nanoTime() - matchedNs);
    }

    /**
     * Records that sends to a peer begin to wait for credit or room, unless they wait already.
     *
     * @param peer   rank.
     * @param queued sends that wait.
     */
    public void stall(final int peer, final int queued) {
        if (stalledSince[peer] == 0) {
            stalledSince[peer] = System.nanoTime() | 1;
            ring.record(FlightKind.STALL_BEGAN, 0, peer, 0, 0, 0, queued);
        }
    }

    /**
     * Records that all sends which waited have left, if any had waited.
     *
     * @param peer rank.
     */
    public void endStall(final int peer) {
        if (stalledSince[peer] != 0) {
            final long ns = System.nanoTime() - stalledSince[peer];
            stalledSince[peer] = 0;
            ring.record(FlightKind.STALL_ENDED, 0, peer, 0, 0, 0, ns);
            latencies.record(LatencyKind.CREDIT_STALL, peer, ns);
        }
    }

    /**
     * Records an event of a peer.
     *
     * @param kind        of the event.
     * @param outcome     that operations with the peer have.
     * @param peer        rank.
     * @param incarnation of the peer.
     */
    public void peer(final FlightKind kind, final Outcome outcome, final int peer, final int incarnation) {
        ring.record(kind, outcome.code(), peer, incarnation, 0, 0, 0);
        if (kind == FlightKind.PEER_GONE && jvm != null) {
            jvm.peerGone(outcome, peer, incarnation);
        }
    }

    /**
     * Records an event of the lock of a window.
     *
     * @param kind    of the event.
     * @param detail  bits of {@link FlightKind}.
     * @param peer    rank.
     * @param context that names the window.
     * @param ns      time of the wait so far, in nanoseconds.
     */
    public void lock(final FlightKind kind, final int detail, final int peer, final int context, final long ns) {
        ring.record(kind, detail, peer, 0, context, 0, ns);
        if (kind == FlightKind.LOCK_GRANTED) {
            latencies.record(LatencyKind.LOCK_WAIT, peer, ns);
        }
    }

    /**
     * Records that the state of an endpoint has changed.
     *
     * @param state    code of the new state.
     * @param peer     rank, or -1.
     * @param endpoint number.
     */
    public void endpoint(final int state, final int peer, final int endpoint) {
        ring.record(FlightKind.ENDPOINT, state, peer, endpoint, 0, 0, 0);
    }

    /** Records that this rank falls asleep, unless nothing has happened since it last did. */
    public void sleep() {
        ring.sleep();
    }

    /** Records that somebody has woken this rank. */
    public void awake() {
        ring.turn();
        ring.awake();
    }

    /** Unmaps the files of the recorder and of the streams. Nothing is recorded any more. */
    @Override
    public void close() {
        if (streams != null) {
            streams.close();
        }
        if (wait != null) {
            wait.close();
        }
    }
}

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
package io.tombolo.engine.completion;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.RevokedException;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.TruncatedException;
import io.tombolo.engine.node.Node;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * Describes the outcome of a failed call in one line: the call, the other rank, the sizes. Any thread.
 */
public final class FailureMessages {
    /** Name of the setting that limits the wait for a rank that no process has joined as. */
    public static final String ABSENT_TIMEOUT_PROPERTY = "tombolo.absent.timeout.ms";

    /** Name of the setting that limits the private memory of messages that are fetched to be read in place. */
    public static final String FETCH_BYTES_PROPERTY = "tombolo.fetch.bytes";

    private final Node node;

    /**
     * Describes failures at one rank.
     *
     * @param node of this rank, which knows the names of the others.
     */
    public FailureMessages(final Node node) {
        this.node = node;
    }

    /**
     * Describes the outcome of an operation.
     *
     * @param kind      of the operation
     * @param status    result of the operation, not a success
     * @param worldRank the source of the status, in the world; negative if it is no rank
     * @param capacity  of a receive, in bytes
     * @return an exception with a message of one line
     */
    public MessagingException of(final Operation.Kind kind, final Status status, final int worldRank, final long capacity) {
        final int rank = status.source();
        if (rank == Communicator.ANY_SOURCE && isOfRank(status.outcome())) {
            return ofAny(kind, status, capacity);
        }
        final String what = what(kind, status, capacity);
        return switch (status.outcome()) {
            case PEER_FAILED, PEER_LEFT -> kind.isSend() ? collective(status.outcome(), rank, worldRank, what) :
                gone(status.outcome(), rank, worldRank, status.length(), status.messageLength(), what);
            case TRUNCATED -> truncated(rank, status.tag(), status.messageLength(), capacity);
            case PROMISE_BROKEN -> new MessagingException(
                status.outcome(), "message of " + status.messageLength() + " bytes breaks the promise of EXACT_LENGTH: " + what);
            case INSUFFICIENT_RESOURCES -> kind == Operation.Kind.VIEW ? new MessagingException(
                status.outcome(), "no room for a message that was not sent from a MemoryRegion in one piece: receive it, or raise " +
                FETCH_BYTES_PROPERTY + ": " + what) : collective(status.outcome(), rank, worldRank, what);
            default -> collective(status.outcome(), rank, worldRank, what);
        };
    }

    private static String what(final Operation.Kind kind, final Status status, final long capacity) {
        final String envelope =
            (status.source() == Communicator.ANY_SOURCE ? "any source" : "rank " + status.source()) + " with tag " + status.tag();
        if (kind.isSend()) {
            return "send to " + envelope + " and length " + status.messageLength();
        }
        return switch (kind) {
            case PROBE, MATCH -> "probe of " + envelope;
            case VIEW -> "message in place from " + envelope + " and length " + status.messageLength();
            default -> "receive from " + envelope + " and capacity " + capacity + progress(status);
        };
    }

    private static String progress(final Status status) {
        return status.length() >= status.messageLength() ? "" :
            ", " + status.length() + " of " + status.messageLength() + " bytes had come";
    }

    private static boolean isOfRank(final Outcome outcome) {
        return outcome == Outcome.PEER_FAILED || outcome == Outcome.PEER_LEFT || outcome == Outcome.PROTOCOL_ERROR;
    }

    private static MessagingException ofAny(final Operation.Kind kind, final Status status, final long capacity) {
        final String message = "every other rank of the communicator has died or left, or the pair with it was given up: " +
            what(kind, status, capacity);
        return status.outcome() == Outcome.PROTOCOL_ERROR ? new MessagingException(status.outcome(), message) :
            new PeerFailedException(status.outcome(), Communicator.ANY_SOURCE, message);
    }

    /**
     * Describes the outcome of a collective call, or of another call that the caller describes.
     *
     * @param outcome   not a success
     * @param rank      rank at fault, in the group
     * @param worldRank the same in the world; negative if it is unknown
     * @param what      description of the call, the end of the line
     * @return an exception with a message of one line
     */
    public MessagingException collective(final Outcome outcome, final int rank, final int worldRank, final String what) {
        return switch (outcome) {
            case PEER_FAILED, PEER_LEFT -> gone(outcome, rank, worldRank, 0, 0, what);
            case PROTOCOL_ERROR -> new MessagingException(
                outcome, "rank " + rank + " wrote what cannot be right, the pair is given up: " + what);
            case INSUFFICIENT_RESOURCES -> new MessagingException(
                outcome, "no room in a table or in the job directory, see the error handler: " + what);
            case PEER_ABSENT -> new MessagingException(outcome, "no process has joined as rank " + rank + " within " +
                TimeUnit.NANOSECONDS.toMillis(node.settings().absentNs()) + " ms: " + what + " (" + ABSENT_TIMEOUT_PROPERTY + ")");
            case TRUNCATED -> new MessagingException(outcome, "ranks of a group call different collective operations: " + what);
            case CANCELLED -> new MessagingException(
                outcome, "rank " + rank + " was interrupted, or its time was up, or a function of it failed: " + what);
            case INCOMPLETE -> new MessagingException(
                outcome, "the message was passed on, and did not arrive whole where it came from: " + what);
            case ABORTED -> new MessagingException(outcome, "the job was aborted: " + what);
            case REVOKED -> new RevokedException("the communicator was revoked: " + what);
            default -> new MessagingException(outcome, outcome + ": " + what);
        };
    }

    private PeerFailedException gone(
        final Outcome outcome, final int rank, final int worldRank, final long received, final long messageLength, final String what) {
        final String name = worldRank < 0 ? "" : node.name(worldRank);
        final int incarnation = worldRank < 0 ? 0 : node.lastEnded(worldRank);
        return new PeerFailedException(outcome, rank, name, incarnation, received, messageLength,
            "rank " + rank + who(rank, worldRank, name, incarnation) + (outcome == Outcome.PEER_LEFT ? " has left: " : " died: ") + what);
    }

    /** Names a rank of a group by its number in the world, if that is another one, by its name, and by its incarnation. */
    private static String who(final int rank, final int worldRank, final String name, final int incarnation) {
        final StringJoiner text = new StringJoiner(", ", " (", ")").setEmptyValue("");
        if (worldRank >= 0 && worldRank != rank) {
            text.add("rank " + worldRank + " of the world");
        }
        if (!name.isEmpty()) {
            text.add(name);
        }
        if (!name.isEmpty() || incarnation > 1) {
            text.add("incarnation " + incarnation);
        }
        return text.toString();
    }

    static TruncatedException truncated(final int source, final int tag, final long length, final long capacity) {
        return new TruncatedException(
            "message of " + length + " bytes from rank " + source + " with tag " + tag + " does not fit capacity " + capacity);
    }
}

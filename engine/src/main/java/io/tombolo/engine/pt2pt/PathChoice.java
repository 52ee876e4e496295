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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.SendExplanation;
import io.tombolo.engine.api.SendPath;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.pair.PairGeometry;

/**
 * Decides which way a message goes, by thresholds that never change. Sends ask here, and so does {@code explain}. Immutable.
 */
public final class PathChoice {
    private static final String MORE_BUDGET = raise(GeometrySetting.UNEXPECTED_BYTES) + " or post receives earlier";

    private final int inlineLimit;
    private final int packetLength;
    private final long registeredLimit;
    private final String inlineRule;

    /**
     * Reads the thresholds of a job.
     *
     * @param geometry of the job.
     */
    public PathChoice(final JobGeometry geometry) {
        this.packetLength = geometry.intValue(GeometrySetting.PACKET_LENGTH);
        this.inlineLimit = PairGeometry.inlineLimit(geometry);
        this.inlineRule = inlineLimit == geometry.intValue(GeometrySetting.INLINE_LIMIT) ? name(GeometrySetting.INLINE_LIMIT, inlineLimit) :
            inlineLimit == packetLength ? name(GeometrySetting.PACKET_LENGTH, packetLength) :
            inlineLimit + ", what a ring of " + name(GeometrySetting.RING_SLOTS, geometry.value(GeometrySetting.RING_SLOTS)) + " carries";
        this.registeredLimit = geometry.value(GeometrySetting.REGISTERED_LIMIT);
    }

    int packetLength() {
        return packetLength;
    }

    /**
     * Returns how long a message in the ring can be.
     *
     * @return bytes.
     */
    public int inlineLimit() {
        return inlineLimit;
    }

    /**
     * Returns the length up to which every message travels in the ring, whatever its memory.
     */
    int shortLimit() {
        return (int) Math.min(inlineLimit, registeredLimit - 1);
    }

    /**
     * Returns whether it matters that a message is in a region. If not, the search for the region is saved.
     *
     * @param length    of the message, in bytes.
     * @param isCovered whether the destination keeps room for the message.
     * @return true if the message goes by get from a region.
     */
    public boolean mayBeRegistered(final long length, final boolean isCovered) {
        return length >= registeredLimit || length > packetLength || !isCovered;
    }

    /**
     * Decides which way a message goes.
     *
     * @param length        of the message, in bytes.
     * @param kind          of its memory.
     * @param isSynchronous whether the send ends with the match.
     * @param isCovered     whether the destination keeps room for the message.
     * @return the way that the message goes.
     */
    public SendPath decide(final long length, final MemoryKind kind, final boolean isSynchronous, final boolean isCovered) {
        final boolean isEager = length <= packetLength && isCovered;
        if (kind == MemoryKind.REGION && (length >= registeredLimit || !isEager)) {
            return SendPath.REGISTERED;
        }
        if (length <= inlineLimit && isEager && !isSynchronous && kind != MemoryKind.SEGMENTS) {
            return SendPath.SHORT;
        }
        return isEager ? SendPath.EAGER : SendPath.STAGED;
    }

    /**
     * Explains a decision.
     *
     * @param length    of the message, in bytes.
     * @param kind      of its memory.
     * @param isCovered whether the destination keeps room for the message.
     * @return the way that a standard send goes, and why.
     */
    public SendExplanation explain(final long length, final MemoryKind kind, final boolean isCovered) {
        final SendPath path = decide(length, kind, false, isCovered);
        return switch (path) {
            case SHORT -> new SendExplanation(path, atMost(length, inlineRule), lower(GeometrySetting.INLINE_LIMIT));
            case EAGER -> eager(length, kind);
            case REGISTERED -> registered(length, isCovered);
            case STAGED -> staged(length, kind, isCovered);
        };
    }

    private SendExplanation eager(final long length, final MemoryKind kind) {
        final String limit = kind == MemoryKind.SEGMENTS ? "segments never go short" :
            above(length, inlineRule) +
                (kind == MemoryKind.REGION ? ", below " + name(GeometrySetting.REGISTERED_LIMIT, registeredLimit) : ", in " + kind.label());
        return new SendExplanation(SendPath.EAGER,
            limit + ", " + atMost(length, name(GeometrySetting.PACKET_LENGTH, packetLength)), insteadOfEager(length, kind));
    }

    private String insteadOfEager(final long length, final MemoryKind kind) {
        if (kind == MemoryKind.SEGMENTS) {
            return "send it in one piece, or " + lower(GeometrySetting.PACKET_LENGTH);
        }
        final String inline = length <= GeometrySetting.INLINE_LIMIT.max() ? raise(GeometrySetting.INLINE_LIMIT) + " (and ring), or " : "";
        final String limit = lower(GeometrySetting.REGISTERED_LIMIT);
        return inline + (kind == MemoryKind.REGION ? limit :
            "send it from a MemoryRegion" + (length < registeredLimit ? " and " + limit : ""));
    }

    private SendExplanation registered(final long length, final boolean isCovered) {
        final boolean isLimit = length >= registeredLimit;
        final String because = "in a memory region, and " +
            (isLimit ? "not below " + name(GeometrySetting.REGISTERED_LIMIT, registeredLimit) : budgetOrPacket(length, isCovered));
        final String limit = isLimit ? raise(GeometrySetting.REGISTERED_LIMIT) : "";
        final String rest = length > packetLength ? raise(GeometrySetting.PACKET_LENGTH) : isCovered ? "" : MORE_BUDGET;
        return new SendExplanation(
            SendPath.REGISTERED, because, limit + (limit.isEmpty() || rest.isEmpty() ? "" : ", and ") + rest);
    }

    private SendExplanation staged(final long length, final MemoryKind kind, final boolean isCovered) {
        return new SendExplanation(SendPath.STAGED, "in " + kind.label() + ", and " + budgetOrPacket(length, isCovered),
            length <= packetLength ? MORE_BUDGET : "send it from a MemoryRegion, or " + raise(GeometrySetting.PACKET_LENGTH));
    }

    private String budgetOrPacket(final long length, final boolean isCovered) {
        return length > packetLength || isCovered ? above(length, name(GeometrySetting.PACKET_LENGTH, packetLength)) :
            "the receiver has " + GeometrySetting.UNEXPECTED_BYTES.propertyName() + " of this rank that it has not received";
    }

    private static String atMost(final long length, final String limit) {
        return length + " bytes are not more than " + limit;
    }

    private static String above(final long length, final String limit) {
        return length + " bytes are more than " + limit;
    }

    private static String raise(final GeometrySetting setting) {
        return "raise " + setting.propertyName();
    }

    private static String lower(final GeometrySetting setting) {
        return "lower " + setting.propertyName();
    }

    private static String name(final GeometrySetting setting, final long value) {
        return setting.propertyName() + "=" + value;
    }
}

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
package io.tombolo.ringbuffers.wait;

/**
 * What an entry of a wait waits for. Ranks are numbers of the world, {@link #ANY_RANK} or {@link #NO_RANK}. Contexts are those of messages.
 * What a kind does not name is 0, and the tag {@link #NO_TAG}.
 */
public enum WaitKind {
    /**
     * A message: from a rank or any rank, with a tag or any tag, in a context. The length is that of the buffer; the number is the mask of
     * the tag's bits that must agree, -1 for all of them.
     */
    RECEIVE(1, "message"),

    /** A message that is to be found, not received: rank, tag and context as of {@link #RECEIVE}. */
    PROBE(2, "message for a probe"),

    /**
     * The receiver of a long or synchronous message, or of one without credit: a rank, with tag, context and length. In {@link
     * WaitCall#CLOSE} there is no rank, and the number counts the sends.
     */
    SEND(3, "receiver of a message"),

    /** Room for a message: credit, room in the ring, packets or staging lanes of the rank. Rank, tag, context and length of the message. */
    ROOM(4, "room for a message"),

    /**
     * The other members of a group, in a collective call. The number is that of the call: the calls of the group that this rank has
     * completed, plus 1. The length is the name of the group in {@link io.tombolo.ringbuffers.job.GroupProgressTable}, the context that of
     * its collective messages. The rank is the member that the call waits for now, or {@link #NO_RANK}. The tag says whom else it waits
     * for: {@link #ALL_MEMBERS}, {@link #MEMBER_TO_COME} or {@link #MEMBER_IN_CALL}.
     */
    COLLECTIVE(5, "members of a group"),

    /**
     * The other members of a group, in a call that repairs or makes a group. As {@link #COLLECTIVE}, but the number is that of the
     * agreement ({@link io.tombolo.ringbuffers.job.GroupProgressTable#contributedTo}), and there is no tag.
     */
    AGREEMENT(6, "members of a group to agree"),

    /** The lock of a rank's part of a window. The number is that of the window, the tag 1 for an exclusive lock, else 0. */
    LOCK(7, "lock of a window"),

    /** The answers of a rank to accesses of its part of a window. The number is that of the window. */
    RMA(8, "answers of a window"),

    /** Memory to lend: the pool of claims is used up. The rank is the destination, with tag, context and length of the message. */
    CLAIM(9, "memory for a claim"),

    /** Room in a feed: its readers. The number is that of the feed's file; there is no rank. */
    FEED_ROOM(10, "room in a feed"),

    /** A message of a feed, or its writer: the rank is that of the writer, the number that of the feed's file. */
    FEED_MESSAGE(11, "message of a feed"),

    /** An event or message of an endpoint, a receive queue or an event dispatcher. The number is that of its file, if it has one. */
    QUEUE(12, "event of an endpoint"),

    /** A change of a member: the rank is to join, leave or be replaced. */
    MEMBER(13, "member"),

    /** Anything else. */
    OTHER(14, "something else");

    /** Any rank may end the wait. */
    public static final int ANY_RANK = -1;

    /** No rank in particular ends the wait. */
    public static final int NO_RANK = -2;

    /** Tag of a collective call: it waits for all members that have not come to it. */
    public static final int ALL_MEMBERS = 0;

    /** Tag of a collective call: it waits for no other member than the one that is named, which has not done its part of the call. */
    public static final int MEMBER_TO_COME = 1;

    /** Tag of a collective call: it waits for no other member than the one that is named, which has begun the call. */
    public static final int MEMBER_IN_CALL = 2;

    /** Any tag, or none. */
    public static final int NO_TAG = -1;

    private static final WaitKind[] BY_CODE = byCode();

    private final int code;
    private final String text;

    WaitKind(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    private static WaitKind[] byCode() {
        final WaitKind[] kinds = new WaitKind[values().length + 1];
        for (final WaitKind kind : values()) {
            kinds[kind.code] = kind;
        }
        return kinds;
    }

    /**
     * Finds a kind.
     *
     * @param code as stored.
     * @return the kind; null if there is none, as in a damaged file.
     */
    public static WaitKind of(final int code) {
        return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /**
     * Returns the code of the kind in the file.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the kind in words.
     *
     * @return text for people, without an article.
     */
    public String text() {
        return text;
    }
}

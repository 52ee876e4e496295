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

/** The call in which a thread waits. */
public enum WaitCall {
    /** A blocking send. */
    SEND(1, "send"),
    /** A blocking receive. */
    RECV(2, "recv"),
    /** A blocking probe. */
    PROBE(3, "probe"),
    /** A wait for a request. */
    WAIT(4, "wait"),
    /** A wait for all of several requests. */
    WAIT_ALL(5, "waitAll"),
    /** A wait for one of several requests. */
    WAIT_ANY(6, "waitAny"),
    /** A wait for at least one of several requests. */
    WAIT_SOME(7, "waitSome"),
    /** A barrier. */
    BARRIER(8, "barrier"),
    /** A copy of a communicator. */
    DUP(9, "dup"),
    /** A split of a communicator. */
    SPLIT(10, "split"),
    /** A group of named ranks. */
    GROUP(11, "group"),
    /** An agreement on flags. */
    AGREE(12, "agree"),
    /** A group without its lost members. */
    SHRINK(13, "shrink"),
    /** A group with new members in place of the lost ones. */
    REPLACE(14, "replace"),
    /** The creation of a window. */
    WINDOW(15, "window creation"),
    /** The end of a window. */
    WINDOW_CLOSE(16, "window close"),
    /** A lock of a window. */
    LOCK(17, "lock"),
    /** The end of an epoch of a window. */
    UNLOCK(18, "unlock"),
    /** The end of the accesses of a window. */
    FLUSH(19, "flush"),
    /** A claim of memory for a message. */
    CLAIM(20, "claim"),
    /** A send to several ranks. */
    MULTICAST(21, "multicast"),
    /** A poll that waits for messages. */
    POLL(22, "poll"),
    /** The search for a feed or for its readers. */
    FEED_OPEN(23, "feed"),
    /** A message to a feed. */
    FEED_SEND(24, "send to a feed"),
    /** A message from a feed. */
    FEED_RECEIVE(25, "poll of a feed"),
    /** A call of an endpoint. */
    ENDPOINT(26, "endpoint"),
    /** A wait of an event dispatcher. */
    EVENTS(27, "event dispatcher"),
    /** A wait for a member. */
    MEMBER(28, "wait for a member"),
    /** The close of the engine. */
    CLOSE(29, "close"),
    /** Any other call. */
    OTHER(30, "call"),
    /** A fence, or the begin or end of an epoch of a window without locks. */
    EPOCH(31, "window epoch"),
    /** The collective operation of this name. */
    BCAST(32, "bcast"),
    /** The collective operation of this name. */
    REDUCE(33, "reduce"),
    /** The collective operation of this name. */
    ALLREDUCE(34, "allreduce"),
    /** The collective operation of this name. */
    GATHER(35, "gather"),
    /** The collective operation of this name. */
    GATHERV(36, "gatherv"),
    /** The collective operation of this name. */
    SCATTER(37, "scatter"),
    /** The collective operation of this name. */
    SCATTERV(38, "scatterv"),
    /** The collective operation of this name. */
    ALLGATHER(39, "allgather"),
    /** The collective operation of this name. */
    ALLGATHERV(40, "allgatherv"),
    /** The collective operation of this name. */
    ALLTOALL(41, "alltoall"),
    /** The collective operation of this name. */
    ALLTOALLV(42, "alltoallv"),
    /** The collective operation of this name. */
    REDUCE_SCATTER(43, "reduceScatter"),
    /** The collective operation of this name. */
    REDUCE_SCATTER_BLOCK(44, "reduceScatterBlock"),
    /** The collective operation of this name. */
    SCAN(45, "scan"),
    /** The collective operation of this name. */
    EXSCAN(46, "exscan");

    private static final WaitCall[] BY_CODE = byCode();

    private final int code;
    private final String text;

    WaitCall(final int code, final String text) {
        this.code = code;
        this.text = text;
    }

    private static WaitCall[] byCode() {
        final WaitCall[] calls = new WaitCall[values().length + 1];
        for (final WaitCall call : values()) {
            calls[call.code] = call;
        }
        return calls;
    }

    /**
     * Finds a call.
     *
     * @param code as stored.
     * @return the call; null if there is none, as in a damaged file.
     */
    public static WaitCall of(final int code) {
        return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /**
     * Returns the code of the call in the file.
     *
     * @return from 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the call in words.
     *
     * @return text for people and programs.
     */
    public String text() {
        return text;
    }
}

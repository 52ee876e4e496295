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
package io.tombolo.ringbuffers.counters;

/**
 * The registry of all counters. Each has a code, which is its place in the counters section and never changes its meaning, and a label for
 * people.
 * <p>
 * Codes by layer: ring 0-15, pool 16-31, point to point 32-63, windows 64-95, matching 96-127, progress 128-159, membership 160-191,
 * endpoints 192-223. A value is a count since the rank joined, unless its label says "now", "high water" or "longest". Short messages may
 * be counted only when the rank waits next: the count of a rank that makes no call may lag by seven messages. Codes of removed counters
 * stay unused.
 */
public enum Counter {
    /** Messages sent short (inline in a ring record). */
    SENT_SHORT(0, "messages sent short (inline in a ring record)"),

    /** Messages received short (inline in a ring record). */
    RECEIVED_SHORT(1, "messages received short (inline in a ring record)"),

    /** Sends put off because the pair ring was full. */
    RING_FULL(2, "sends put off because the pair ring was full"),

    /** Ring records read. */
    RECORDS_READ(4, "ring records read"),

    /** Control packets sent. */
    CONTROL_SENT(5, "control packets sent"),

    /** Control packets received. */
    CONTROL_RECEIVED(6, "control packets received"),

    /** Records read from return rings. */
    RETURNS_RECEIVED(8, "records read from return rings"),

    /** Batches of records that were published at once. */
    BATCHES_SENT(9, "batches of records that were published at once"),

    /** Records published in batches. */
    RECORDS_BATCHED(10, "records published in batches"),

    /** Sends put off because the packet pool was empty. */
    POOL_EMPTY(16, "sends put off because the packet pool was empty"),

    /** Sends put off because no staging lane was free. */
    LANE_EMPTY(19, "sends put off because no staging lane was free"),

    /** Pool packets taken back from a dead peer. */
    PACKETS_RECLAIMED(20, "pool packets taken back from a dead peer"),

    /** Sends put off because their staging lanes were full, or a part that is exposed was not yet got. */
    LANE_FULL(23, "sends put off because their staging lanes were full, or a part that is exposed was not yet got"),

    /** Messages sent eager (through pool packets). */
    SENT_EAGER(32, "messages sent eager (through pool packets)"),

    /** Messages received eager (through pool packets). */
    RECEIVED_EAGER(33, "messages received eager (through pool packets)"),

    /** Messages sent by rendezvous from registered memory. */
    SENT_RENDEZVOUS_REGISTERED(34, "messages sent by rendezvous from registered memory"),

    /** Messages received by rendezvous from registered memory. */
    RECEIVED_RENDEZVOUS_REGISTERED(35, "messages received by rendezvous from registered memory"),

    /** Messages sent by rendezvous through a staging lane. */
    SENT_RENDEZVOUS_STAGED(36, "messages sent by rendezvous through a staging lane"),

    /** Messages received by rendezvous through a staging lane. */
    RECEIVED_RENDEZVOUS_STAGED(37, "messages received by rendezvous through a staging lane"),

    /** Payload bytes sent. */
    BYTES_SENT(38, "payload bytes sent"),

    /** Payload bytes received. */
    BYTES_RECEIVED(39, "payload bytes received"),

    /** Eager sends turned into rendezvous for want of credit. */
    EAGER_TURNED_RENDEZVOUS(40, "eager sends turned into rendezvous for want of credit"),

    /** Messages truncated by a receive that was too small. */
    TRUNCATIONS(41, "messages truncated by a receive that was too small"),

    /** Protocol errors: bytes from a peer that failed a check. */
    PROTOCOL_ERRORS(42, "protocol errors: bytes from a peer that failed a check"),

    /** DONE_GET sent. */
    DONE_GET_SENT(44, "DONE_GET sent"),

    /** DONE_GET received. */
    DONE_GET_RECEIVED(45, "DONE_GET received"),

    /** Long messages that the completion watermark in the credit line has completed. */
    DONE_IN_ORDER(61, "long messages that the word in the credit line said were done"),

    /** CONT_GET sent. */
    CONT_GET_SENT(46, "CONT_GET sent"),

    /** CONT_GET received. */
    CONT_GET_RECEIVED(47, "CONT_GET received"),

    /** Sends waiting for room, now. */
    SEND_QUEUE_CURRENT(48, "sends waiting for room, now"),

    /** Sends waiting for room on the way to one peer, high water. */
    SEND_QUEUE_HIGH_WATER(49, "sends waiting for room on the way to one peer, high water"),

    /** Sends cancelled. */
    SENDS_CANCELLED(50, "sends cancelled"),

    /** Receives cancelled. */
    RECEIVES_CANCELLED(51, "receives cancelled"),

    /** Payload bytes copied through staging lanes. */
    BYTES_STAGED(52, "payload bytes copied through staging lanes"),

    /** Operations ended with an error status. */
    OPERATIONS_FAILED(54, "operations ended with an error status"),

    /** Messages sent ready. */
    SENT_READY(55, "messages sent ready"),

    /** Ready messages that found no posted receive. */
    READY_WITHOUT_RECEIVE(56, "ready messages that found no posted receive"),

    /** Messages sent synchronous. */
    SENT_SYNCHRONOUS(57, "messages sent synchronous"),

    /** Messages sent buffered. */
    SENT_BUFFERED(58, "messages sent buffered"),

    /** Events that the send machine refused. */
    SEND_EVENTS_REFUSED(63, "events that the send machine refused"),

    /** Messages passed on while they were still arriving. */
    SENT_FORWARDED(59, "messages passed on while they were still arriving"),

    /** Destinations that multicasts have skipped: they had no room, or were absent or gone. */
    MULTICAST_SKIPPED(62, "destinations that multicasts have skipped"),

    /** Waits of messages that are passed on for more of their data. */
    AWAITING_DATA(60, "waits of messages that are passed on for more of their data"),

    /** LOCK sent. */
    LOCK_SENT(64, "LOCK sent"),

    /** LOCK_GRANTED sent. */
    LOCK_GRANTED_SENT(65, "LOCK_GRANTED sent"),

    /** PUT sent. */
    PUT_SENT(66, "PUT sent"),

    /** GET sent. */
    GET_SENT(67, "GET sent"),

    /** GET_RESPONSE sent. */
    GET_RESPONSE_SENT(68, "GET_RESPONSE sent"),

    /** ACCUMULATE sent. */
    ACCUMULATE_SENT(69, "ACCUMULATE sent"),

    /** RMA_DONE sent. */
    RMA_DONE_SENT(70, "RMA_DONE sent"),

    /** LOCK_PUT sent. */
    LOCK_PUT_SENT(71, "LOCK_PUT sent"),

    /** LOCK_GET sent. */
    LOCK_GET_SENT(72, "LOCK_GET sent"),

    /** LOCK_ACCUMULATE sent. */
    LOCK_ACCUMULATE_SENT(73, "LOCK_ACCUMULATE sent"),

    /** Packets of windows received. */
    WINDOW_PACKETS_RECEIVED(74, "packets of windows received"),

    /** Window locks granted here. */
    WINDOW_LOCKS_GRANTED(75, "window locks granted here"),

    /** Window locks that had to wait here. */
    WINDOW_LOCKS_QUEUED(76, "window locks that had to wait here"),

    /** Shared window locks granted past a waiting exclusive one. */
    WINDOW_LOCKS_BYPASSED(77, "shared window locks granted past a waiting exclusive one"),

    /** Windows tainted by the death of a rank. */
    WINDOWS_TAINTED(78, "windows tainted by the death of a rank"),

    /** Turns of the agent for windows. */
    WINDOW_AGENT_POKES(79, "turns of the agent for windows"),

    /** Messages that found a posted receive. */
    EXPECTED_MESSAGES(96, "messages that found a posted receive"),

    /** Messages that found no posted receive. */
    UNEXPECTED_MESSAGES(97, "messages that found no posted receive"),

    /** Unexpected messages held, now. */
    UNEXPECTED_CURRENT(98, "unexpected messages held, now"),

    /** Unexpected messages held, high water. */
    UNEXPECTED_HIGH_WATER(99, "unexpected messages held, high water"),

    /** Unexpected bytes held, now. */
    UNEXPECTED_BYTES_CURRENT(100, "unexpected bytes held, now"),

    /** Unexpected bytes held, high water. */
    UNEXPECTED_BYTES_HIGH_WATER(101, "unexpected bytes held, high water"),

    /** Receives posted, now. */
    POSTED_CURRENT(102, "receives posted, now"),

    /** Receives posted, high water. */
    POSTED_HIGH_WATER(103, "receives posted, high water"),

    /** Envelopes compared while matching. */
    MATCH_ATTEMPTS(104, "envelopes compared while matching"),

    /** Polls put off because the matching nodes were used up. */
    MATCH_NODES_FULL(105, "polls put off because the matching nodes were used up"),

    /** Envelopes compared in the longest search. */
    LONGEST_SCAN(106, "envelopes compared in the longest search"),

    /** Receives posted with a wildcard or a tag mask. */
    WILDCARD_POSTS(107, "receives posted with a wildcard or a tag mask"),

    /** Messages dropped because their communicator was closed. */
    MESSAGES_DROPPED(108, "messages dropped because their communicator was closed"),

    /** Receives that moved over into the head of the posted list. */
    HAND_OVERS(110, "receives that moved over into the head of the posted list"),

    /** Progress turns. */
    PROGRESS_TURNS(128, "progress turns"),

    /** Sleeps of an idle rank. */
    IDLE_SLEEPS(129, "sleeps of an idle rank"),

    /** Sleeping peers woken. */
    WAKE_UPS_RUNG(130, "sleeping peers woken"),

    /** Sleeps ended by a peer. */
    WAKE_UPS_RECEIVED(131, "sleeps ended by a peer"),

    /** Sleeps that found work only at the backstop. */
    LOST_WAKE_UPS(132, "sleeps that found work only at the backstop"),

    /** Commands taken from other threads. */
    COMMANDS(134, "commands taken from other threads"),

    /** 1 if ranks share cores, so that this rank yields while it waits and does not spin; else 0. */
    CORES_SHARED(135, "whether ranks share its cores, 1 or 0, now"),

    /** Pair files created. */
    PAIRS_OPENED(160, "pair files created"),

    /** Pair files attached. */
    PAIRS_ATTACHED(161, "pair files attached"),

    /** Pair files that could not be attached. */
    PAIRS_REFUSED(162, "pair files that could not be attached"),

    /** Peers proven dead. */
    PEER_FAILURES(163, "peers proven dead"),

    /** Peers that left. */
    PEERS_LEFT(164, "peers that left"),

    /** Memory regions created. */
    REGIONS_OPENED(165, "memory regions created"),

    /** Memory regions of peers attached. */
    REGIONS_ATTACHED(166, "memory regions of peers attached"),

    /** Errors written to the distinct error log. */
    ERRORS_LOGGED(167, "errors written to the distinct error log"),

    /** Errors that the distinct error log had no room for. */
    ERRORS_DROPPED(168, "errors that the distinct error log had no room for"),

    /** Peers whose next incarnation has taken their place. */
    PEERS_REPLACED(169, "peers replaced by their next incarnation"),

    /** Records in the rings to peers that were replaced before they had read them: nobody reads them. */
    RECORDS_STALE(170, "records to peers that were replaced before they read them"),

    /** Messages sent by endpoints. */
    ENDPOINT_MESSAGES_SENT(192, "messages sent by endpoints"),

    /** Receive buffers of endpoints that were completed. */
    ENDPOINT_MESSAGES_RECEIVED(193, "receive buffers of endpoints completed"),

    /** Messages of endpoints that found no receive buffer. */
    ENDPOINT_MESSAGES_WAITED(194, "messages of endpoints that waited for a receive buffer"),

    /** Messages of endpoints that were dropped because their connection had ended or was broken. */
    ENDPOINT_MESSAGES_DROPPED(195, "messages of endpoints dropped because their connection had ended"),

    /** Connections of endpoints. */
    ENDPOINTS_CONNECTED(196, "connections of endpoints established"),

    /** Connections of endpoints that were broken here. */
    ENDPOINTS_BROKEN(197, "connections of endpoints broken by this rank"),

    /** Events that found no room in an event dispatcher. */
    EVENTS_OVERFLOWED(198, "events that found no room in an event dispatcher");

    private final int code;
    private final String label;

    Counter(final int code, final String label) {
        this.code = code;
        this.label = label;
    }

    /**
     * Returns the place of the counter in the counters section; it is the same in every version.
     *
     * @return 0 to {@link CountersDescriptor#CAPACITY} - 1.
     */
    public int code() {
        return code;
    }

    /**
     * Returns a description of the counter for people.
     *
     * @return a short line without a full stop.
     */
    public String label() {
        return label;
    }
}

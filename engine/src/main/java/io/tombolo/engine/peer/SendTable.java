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
package io.tombolo.engine.peer;

import static io.tombolo.engine.peer.SendState.AWAITING_CONTROL_BUFFERS;
import static io.tombolo.engine.peer.SendState.AWAITING_CONTROL_FLOW;
import static io.tombolo.engine.peer.SendState.AWAITING_DATA;
import static io.tombolo.engine.peer.SendState.AWAITING_DATA_BUFFERS;
import static io.tombolo.engine.peer.SendState.AWAITING_DATA_FLOW;
import static io.tombolo.engine.peer.SendState.AWAITING_DONE_GET;
import static io.tombolo.engine.peer.SendState.CHECK_CONTROL_BUFFERS;
import static io.tombolo.engine.peer.SendState.CHECK_CONTROL_FLOW;
import static io.tombolo.engine.peer.SendState.CHECK_DATA_BUFFERS;
import static io.tombolo.engine.peer.SendState.CHECK_DATA_FLOW;
import static io.tombolo.engine.peer.SendState.CHECK_QUEUE;
import static io.tombolo.engine.peer.SendState.DECIDE_TYPE;
import static io.tombolo.engine.peer.SendState.IDLE;
import static io.tombolo.engine.peer.SendState.POST_CONTROL;
import static io.tombolo.engine.peer.SendState.POST_DATA;
import static io.tombolo.engine.peer.SendState.SIGNAL_COMPLETION;

import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The send machine: which event leads from which state to which. Anything else is refused ({@link SendCursor#on}).
 * <p>
 * Two kinds of cursor walk the table. Each peer has a cursor for its send queue, which goes through it head by head and stays in the upper
 * half. A message that is too long for a record leaves this cursor, "parked", once its envelope is published. From then on the message has
 * a cursor of its own in the lower half, so a long message that waits holds up no other.
 * <pre>
 *   idle
 *    |      ^
 *    v      |
 *   decide type &lt;--------------------------------------------- check queue &lt;--------- signal completion
 *    |                                                           ^                    ^   ^
 *    v    ^                                                      | parked             |   |
 *   check control buffers --&gt; check control flow --&gt; post control + ------------------+   |
 *      |     ^    |              |    ^                      |                            |
 *      v     |    + credit       v    |                      | more                       |
 *   awaiting control buffers   awaiting control flow         |                            |
 *                                                            v                            |
 *   check data buffers ------&gt; check data flow ------&gt; post data ---------&gt; awaiting done get
 *      |     ^                   |    ^
 *      v     |                   v    |
 *   awaiting data buffers      awaiting data flow, awaiting data
 * </pre>
 * If the queue is empty, the ring has room and a packet is free where one is needed, a message skips the upper half: the checks and the
 * record are the same, and no row is counted.
 */
public final class SendTable {
    private static final String BY_CANCEL = "S3.20";
    private static final String BY_CREDIT = "S3.26";
    private static final String BY_DONE_GET = "S3.27";
    private static final String BY_FORWARDING = "S3.30";

    /** All transitions, in the order of the specification. */
    public static final TransitionTable<SendState, SendEvent> TRANSITIONS = TransitionTable
        .of("send", SendState.class, SendEvent.class)
        .row(IDLE, SendEvent.RECORD_AVAILABLE, DECIDE_TYPE, "S3.1")
        .row(DECIDE_TYPE, SendEvent.TYPE_DECIDED, CHECK_CONTROL_BUFFERS, "S3.2")
        .row(DECIDE_TYPE, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(CHECK_CONTROL_BUFFERS, SendEvent.NO_BUFFERS, AWAITING_CONTROL_BUFFERS, "S3.3")
        .row(CHECK_CONTROL_BUFFERS, SendEvent.BUFFERS_OK, CHECK_CONTROL_FLOW, "S3.4")
        .row(AWAITING_CONTROL_BUFFERS, SendEvent.BUFFERS_AVAILABLE, CHECK_CONTROL_FLOW, "S3.5")
        .row(AWAITING_CONTROL_BUFFERS, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(CHECK_CONTROL_FLOW, SendEvent.FLOW_RESTRICTED, AWAITING_CONTROL_FLOW, "S3.6")
        .row(CHECK_CONTROL_FLOW, SendEvent.FLOW_OK, POST_CONTROL, "S3.7")
        .row(AWAITING_CONTROL_FLOW, SendEvent.FLOW_ENABLED, POST_CONTROL, "S3.8")
        .row(AWAITING_CONTROL_FLOW, SendEvent.CREDIT_AVAILABLE, DECIDE_TYPE, BY_CREDIT)
        .row(AWAITING_CONTROL_FLOW, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(POST_CONTROL, SendEvent.MESSAGE_COMPLETE, SIGNAL_COMPLETION, "S3.9")
        .row(POST_CONTROL, SendEvent.MORE_DIRECT, CHECK_DATA_FLOW, "S3.10")
        .row(POST_CONTROL, SendEvent.MORE_BUFFERED, CHECK_DATA_BUFFERS, "S3.11")
        .row(POST_CONTROL, SendEvent.NO_DATA, AWAITING_DATA, BY_FORWARDING)
        .row(POST_CONTROL, SendEvent.PARKED, CHECK_QUEUE, "S3.28")
        // The ring had room but took no record: its positions are damaged, and the pair will be given up.
        .row(POST_CONTROL, SendEvent.FLOW_RESTRICTED, AWAITING_CONTROL_FLOW, "S3.6")
        .row(CHECK_DATA_BUFFERS, SendEvent.NO_BUFFERS, AWAITING_DATA_BUFFERS, "S3.12")
        .row(CHECK_DATA_BUFFERS, SendEvent.BUFFERS_OK, CHECK_DATA_FLOW, "S3.12")
        .row(AWAITING_DATA_BUFFERS, SendEvent.BUFFERS_AVAILABLE, CHECK_DATA_FLOW, "S3.13")
        .row(AWAITING_DATA_BUFFERS, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET)
        .row(AWAITING_DATA_BUFFERS, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(CHECK_DATA_FLOW, SendEvent.FLOW_RESTRICTED, AWAITING_DATA_FLOW, "S3.14")
        .row(CHECK_DATA_FLOW, SendEvent.FLOW_OK, POST_DATA, "S3.14")
        .row(CHECK_DATA_FLOW, SendEvent.NO_DATA, AWAITING_DATA, BY_FORWARDING)
        .row(CHECK_DATA_FLOW, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET)
        .row(CHECK_DATA_FLOW, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(AWAITING_DATA_FLOW, SendEvent.FLOW_ENABLED, POST_DATA, "S3.15")
        .row(AWAITING_DATA_FLOW, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET)
        .row(AWAITING_DATA_FLOW, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(AWAITING_DATA, SendEvent.DATA_AVAILABLE, CHECK_DATA_FLOW, BY_FORWARDING)
        .row(AWAITING_DATA, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET)
        .row(AWAITING_DATA, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(POST_DATA, SendEvent.MORE_DIRECT, CHECK_DATA_FLOW, "S3.16")
        .row(POST_DATA, SendEvent.MORE_BUFFERED, CHECK_DATA_BUFFERS, "S3.16")
        .row(POST_DATA, SendEvent.MESSAGE_COMPLETE, SIGNAL_COMPLETION, "S3.17")
        .row(POST_DATA, SendEvent.ALL_EXPOSED, AWAITING_DONE_GET, BY_DONE_GET)
        .row(AWAITING_DONE_GET, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET)
        .row(AWAITING_DONE_GET, SendEvent.RECORD_ENDED, SIGNAL_COMPLETION, BY_CANCEL)
        .row(SIGNAL_COMPLETION, SendEvent.SIGNALLED, CHECK_QUEUE, "S3.18")
        .row(CHECK_QUEUE, SendEvent.MORE_RECORDS, DECIDE_TYPE, "S3.19")
        .row(CHECK_QUEUE, SendEvent.NO_MORE_RECORDS, IDLE, "S3.19")
        .build();

    private SendTable() {
    }
}

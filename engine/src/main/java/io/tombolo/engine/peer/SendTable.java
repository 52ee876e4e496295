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

import static io.tombolo.engine.peer.SendState.AWAITING_CAR;
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
import static io.tombolo.engine.peer.SendState.CHECK_READY_CAR;
import static io.tombolo.engine.peer.SendState.DECIDE_TYPE;
import static io.tombolo.engine.peer.SendState.POST_CONTROL;
import static io.tombolo.engine.peer.SendState.POST_DATA;
import static io.tombolo.engine.peer.SendState.SIGNAL_COMPLETION;

import java.util.Arrays;
import java.util.List;

/**
 * The send machine: which event leads from which state to which. Anything else is refused ({@link SendCursor#on}).
 * <p>
 * Two kinds of cursor walk it. One for each peer goes over the queue of what is sent there, head by head, and stays in the upper half:
 * a message that is too long for a record is parked there once its envelope has left. From then on the message has a cursor of its own in
 * the lower half, so that a long message that waits holds up no other.
 * <pre>
 *   awaiting car
 *    |      ^
 *    v      |
 *   decide type &lt;--------------------------------------------- check ready car &lt;-- signal completion
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
 * A message that finds the queue empty, a packet if it needs one and room in the ring goes through the upper half in one go: the same
 * checks, the same record, and no row is counted.
 */
public final class SendTable {
    /** Not a row. */
    static final int NONE = -1;

    private static final String BY_CANCEL = "S3.20";
    private static final String BY_CREDIT = "S3.26";
    private static final String BY_DONE_GET = "S3.27";
    private static final String BY_FORWARDING = "S3.30";

    private static final SendRow[] ROWS = {
        new SendRow(AWAITING_CAR, SendEvent.CAR_AVAILABLE, DECIDE_TYPE, "S3.1"),
        new SendRow(DECIDE_TYPE, SendEvent.TYPE_DECIDED, CHECK_CONTROL_BUFFERS, "S3.2"),
        new SendRow(DECIDE_TYPE, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(CHECK_CONTROL_BUFFERS, SendEvent.NO_BUFFERS, AWAITING_CONTROL_BUFFERS, "S3.3"),
        new SendRow(CHECK_CONTROL_BUFFERS, SendEvent.BUFFERS_OK, CHECK_CONTROL_FLOW, "S3.4"),
        new SendRow(AWAITING_CONTROL_BUFFERS, SendEvent.BUFFERS_AVAILABLE, CHECK_CONTROL_FLOW, "S3.5"),
        new SendRow(AWAITING_CONTROL_BUFFERS, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(CHECK_CONTROL_FLOW, SendEvent.FLOW_RESTRICTED, AWAITING_CONTROL_FLOW, "S3.6"),
        new SendRow(CHECK_CONTROL_FLOW, SendEvent.FLOW_OK, POST_CONTROL, "S3.7"),
        new SendRow(AWAITING_CONTROL_FLOW, SendEvent.FLOW_ENABLED, POST_CONTROL, "S3.8"),
        new SendRow(AWAITING_CONTROL_FLOW, SendEvent.CREDIT_AVAILABLE, DECIDE_TYPE, BY_CREDIT),
        new SendRow(AWAITING_CONTROL_FLOW, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(POST_CONTROL, SendEvent.MESSAGE_COMPLETE, SIGNAL_COMPLETION, "S3.9"),
        new SendRow(POST_CONTROL, SendEvent.MORE_DIRECT, CHECK_DATA_FLOW, "S3.10"),
        new SendRow(POST_CONTROL, SendEvent.MORE_BUFFERED, CHECK_DATA_BUFFERS, "S3.11"),
        new SendRow(POST_CONTROL, SendEvent.NO_DATA, AWAITING_DATA, BY_FORWARDING),
        new SendRow(POST_CONTROL, SendEvent.PARKED, CHECK_READY_CAR, "S3.28"),
        // The ring had room and took no record all the same: its positions are damaged, and the pair will be given up.
        new SendRow(POST_CONTROL, SendEvent.FLOW_RESTRICTED, AWAITING_CONTROL_FLOW, "S3.6"),
        new SendRow(CHECK_DATA_BUFFERS, SendEvent.NO_BUFFERS, AWAITING_DATA_BUFFERS, "S3.12"),
        new SendRow(CHECK_DATA_BUFFERS, SendEvent.BUFFERS_OK, CHECK_DATA_FLOW, "S3.12"),
        new SendRow(AWAITING_DATA_BUFFERS, SendEvent.BUFFERS_AVAILABLE, CHECK_DATA_FLOW, "S3.13"),
        new SendRow(AWAITING_DATA_BUFFERS, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET),
        new SendRow(AWAITING_DATA_BUFFERS, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(CHECK_DATA_FLOW, SendEvent.FLOW_RESTRICTED, AWAITING_DATA_FLOW, "S3.14"),
        new SendRow(CHECK_DATA_FLOW, SendEvent.FLOW_OK, POST_DATA, "S3.14"),
        new SendRow(CHECK_DATA_FLOW, SendEvent.NO_DATA, AWAITING_DATA, BY_FORWARDING),
        new SendRow(CHECK_DATA_FLOW, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET),
        new SendRow(CHECK_DATA_FLOW, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(AWAITING_DATA_FLOW, SendEvent.FLOW_ENABLED, POST_DATA, "S3.15"),
        new SendRow(AWAITING_DATA_FLOW, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET),
        new SendRow(AWAITING_DATA_FLOW, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(AWAITING_DATA, SendEvent.DATA_AVAILABLE, CHECK_DATA_FLOW, BY_FORWARDING),
        new SendRow(AWAITING_DATA, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET),
        new SendRow(AWAITING_DATA, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(POST_DATA, SendEvent.MORE_DIRECT, CHECK_DATA_FLOW, "S3.16"),
        new SendRow(POST_DATA, SendEvent.MORE_BUFFERED, CHECK_DATA_BUFFERS, "S3.16"),
        new SendRow(POST_DATA, SendEvent.MESSAGE_COMPLETE, SIGNAL_COMPLETION, "S3.17"),
        new SendRow(POST_DATA, SendEvent.ALL_EXPOSED, AWAITING_DONE_GET, BY_DONE_GET),
        new SendRow(AWAITING_DONE_GET, SendEvent.DONE_GET, SIGNAL_COMPLETION, BY_DONE_GET),
        new SendRow(AWAITING_DONE_GET, SendEvent.CAR_ENDED, SIGNAL_COMPLETION, BY_CANCEL),
        new SendRow(SIGNAL_COMPLETION, SendEvent.SIGNALLED, CHECK_READY_CAR, "S3.18"),
        new SendRow(CHECK_READY_CAR, SendEvent.MORE_CARS, DECIDE_TYPE, "S3.19"),
        new SendRow(CHECK_READY_CAR, SendEvent.NO_MORE_CARS, AWAITING_CAR, "S3.19"),
    };

    private static final int EVENTS = SendEvent.values().length;
    private static final byte[] INDEX = index();

    private SendTable() {
    }

    private static byte[] index() {
        final byte[] index = new byte[SendState.values().length * EVENTS];
        Arrays.fill(index, (byte) NONE);
        for (int row = 0; row < ROWS.length; row++) {
            final int place = ROWS[row].from().ordinal() * EVENTS + ROWS[row].event().ordinal();
            if (index[place] != NONE) {
                throw new IllegalStateException("two rows for " + ROWS[row]);
            }
            index[place] = (byte) row;
        }
        return index;
    }

    /**
     * Returns the rows.
     *
     * @return all of them, in the order of the source.
     */
    public static List<SendRow> rows() {
        return List.of(ROWS);
    }

    /** Finds the row of a state and an event, or {@link #NONE}. */
    static int row(final SendState from, final SendEvent event) {
        return INDEX[from.ordinal() * EVENTS + event.ordinal()];
    }

    static SendState to(final int row) {
        return ROWS[row].to();
    }

    static SendRow at(final int row) {
        return ROWS[row];
    }

    static int size() {
        return ROWS.length;
    }
}

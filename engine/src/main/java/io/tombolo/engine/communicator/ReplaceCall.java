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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;

/**
 * Makes a group again with the present incarnations of its ranks, at one rank that is a member already. It waits until no row says that its
 * rank is gone, and then {@linkplain MeetingCall meets} the others, of which the newcomers come by a call of their own. If a rank is lost
 * in the meeting, it waits for the next incarnation of that rank.
 */
final class ReplaceCall extends PendingCall<MessageCalls> {
    private final MessageCalls calls;
    private final GroupOpener opener;
    private MeetingCall meeting;

    ReplaceCall(final MessageCalls calls, final GroupOpener opener) {
        super(calls.progress(), "replace");
        this.calls = calls;
        this.opener = opener;
    }

    @Override
    WaitCall waitCall() {
        return WaitCall.REPLACE;
    }

    @Override
    long waitState() {
        return meeting == null ? -1 : meeting.waitState();
    }

    @Override
    void addTo(final ShownWait wait) {
        if (meeting != null) {
            meeting.addTo(wait);
            return;
        }
        for (int member = 0; member < calls.members().size(); member++) {
            if (calls.members().lossOf(member) != Outcome.SUCCESS) {
                wait.add(WaitKind.MEMBER, calls.members().ranks()[member], WaitKind.NO_TAG, 0, 0, 0);
            }
        }
    }

    @Override
    boolean advance() {
        while (true) {
            if (meeting == null) {
                final MeetingCall next = new MeetingCall(opener, calls.members().ranks());
                if (next.isAnyLost()) {
                    return false;
                }
                meeting = next;
            }
            if (!meeting.advance()) {
                return false;
            }
            if (meeting.failure() != Outcome.PEER_FAILED && meeting.failure() != Outcome.PEER_LEFT) {
                return true;
            }
            meeting = null;
        }
    }

    /**
     * Withdraws, for a rank that does not wait any longer.
     *
     * @return false if the group has been made meanwhile.
     */
    boolean withdraw() {
        return meeting == null || meeting.withdraw();
    }

    @Override
    MessageCalls result() {
        return meeting.result();
    }
}

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
package io.tombolo.engine;

import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;

/**
 * The membership listener of a process of {@link ServicesSoakTest}. Each end that is reported begins a new epoch, because later messages go
 * to the next process.
 */
final class ServiceReports implements MemberListener {
    private final ServiceBoard board;
    private final long since = System.nanoTime();
    // By service: the last incarnation whose end was reported.
    private final int[] ended = new int[ServiceBoard.SERVICES];
    private final int[] joined = new int[ServiceBoard.SERVICES];

    ServiceReports(final ServiceBoard board) {
        this.board = board;
    }

    /** Returns the last incarnation of a service whose end was reported. */
    int ended(final int service) {
        return ended[service];
    }

    @Override
    public void onJoined(final Member member) {
        check(member, joined[member.rank()] < member.incarnation(), "joined");
        joined[member.rank()] = member.incarnation();
    }

    @Override
    public void onLeft(final Member member) {
        end(member, "left");
        check(member, board.killTime(member.rank(), serial(member)) == 0, "left");
    }

    @Override
    public void onFailed(final Member member) {
        end(member, "failed");
        final long killed = board.killTime(member.rank(), serial(member));
        if (killed > since) {
            TestOutput.say("time told after kill, by the listener" + ((board.stops() & 1) == 1 ? " during a stop " : " ") +
                (System.nanoTime() - killed) / 1000);
        }
    }

    private int serial(final Member member) {
        return board.serial(member.rank(), member.incarnation());
    }

    private void end(final Member member, final String how) {
        check(member, joined[member.rank()] == member.incarnation() && ended[member.rank()] < member.incarnation(), how);
        check(member, serial(member) <= board.ended(member.rank()), how);
        ended[member.rank()] = member.incarnation();
    }

    private static void check(final Member member, final boolean holds, final String how) {
        if (!holds) {
            ServiceRank.violation("listener: " + how + " " + member);
        }
    }
}

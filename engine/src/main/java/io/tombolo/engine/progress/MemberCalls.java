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
package io.tombolo.engine.progress;

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemberListener;
import io.tombolo.engine.api.MemberState;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Members;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.RankRequest;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The calls about members: queries, the wait for a member, and the calls of the application's listener. Any thread that the engine's level
 * allows.
 */
public final class MemberCalls {
    private static final int NO_RANK = -1;

    private final Progress progress;
    private final Node node;
    private final Members members;

    /**
     * Makes the calls of one rank.
     *
     * @param progress of this rank.
     * @param node     of this rank.
     */
    public MemberCalls(final Progress progress, final Node node) {
        this.progress = progress;
        this.node = node;
        this.members = new Members(node.job());
    }

    /**
     * Returns the ranks that a process has joined as.
     *
     * @return in the order of their numbers.
     */
    public List<Member> members() {
        return members.all();
    }

    /**
     * Returns a rank.
     *
     * @param rank from 0; range checked.
     * @return the rank at this moment.
     */
    public Member member(final int rank) {
        return members.member(rank);
    }

    /**
     * Finds a rank by its name.
     *
     * @param name to look up.
     * @return number of the rank.
     * @throws IllegalArgumentException if no rank has the name.
     */
    public int rankOf(final String name) {
        final int rank = node.job().rankOf(name);
        if (rank == NO_RANK) {
            throw new IllegalArgumentException(
                "no rank has the name " + name + ": no process has joined with it yet, see awaitMember and EngineContext.name");
        }
        return rank;
    }

    /**
     * Waits until a rank is live and operations reach it. The application then knows of the end of the incarnation before.
     *
     * @param rank      from 0; range checked.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return the rank.
     * @throws DeadlineException  if the time is up.
     * @throws InterruptException if the thread is interrupted.
     */
    public Member await(final int rank, final long timeoutNs) {
        return await(new Awaited(rank, null), timeoutNs);
    }

    /**
     * Waits until a rank with a name is live and operations reach it. The application then knows of the end of the incarnation before.
     *
     * @param name      of the rank.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return the rank.
     * @throws DeadlineException        if the time is up.
     * @throws InterruptException       if the thread is interrupted.
     * @throws IllegalArgumentException if no rank can have the name.
     */
    public Member await(final String name, final long timeoutNs) {
        return await(new Awaited(NO_RANK, RankRequest.checkName(name)), timeoutNs);
    }

    private Member await(final Awaited awaited, final long timeoutNs) {
        try {
            return awaitShown(awaited, timeoutNs);
        } finally {
            progress.waits().end(awaited);
        }
    }

    private Member awaitShown(final Awaited awaited, final long timeoutNs) {
        progress.handlerCalls().refuse("awaitMember");
        final long start = System.nanoTime();
        int idle = 0;
        Member member = look(awaited);
        while (member == null) {
            final long leftNs = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : timeoutNs - (System.nanoTime() - start);
            if (leftNs <= 0) {
                progress.limit(OrderLimit.TIME_UP);
                throw new DeadlineException("time is up after " + TimeUnit.NANOSECONDS.toMillis(timeoutNs) + " ms: " + describe(awaited));
            }
            if (Thread.currentThread().isInterrupted()) {
                progress.limit(OrderLimit.INTERRUPTED);
                throw new InterruptException("interrupted while waiting: " + describe(awaited));
            }
            if (progress.waitSteps().isToShow(idle + 1)) {
                awaited.show(progress.waits(), Deadline.after(leftNs));
            }
            idle = progress.waitSteps().step(idle + 1, leftNs, awaited);
            member = look(awaited);
        }
        tell(member.rank(), member.incarnation() - 1);
        return member;
    }

    /** Makes progress, by which this rank begins to deal with the next incarnation, and returns the member if it has come. */
    private Member look(final Awaited awaited) {
        progress.poll();
        final int rank = awaited.rank();
        final Member member = rank == NO_RANK ? null : members.member(rank);
        return member != null && member.isLive() && member.incarnation() == node.incarnation(rank) ? member : null;
    }

    private String describe(final Awaited awaited) {
        final int rank = awaited.rank();
        if (rank == NO_RANK) {
            return "no process has joined as " + awaited.name;
        }
        final Member member = members.member(rank);
        final String who = "rank " + rank + (member.name().isEmpty() ? "" : " (" + member.name() + ")");
        if (member.state() == MemberState.FREE) {
            return "no process has joined as " + who;
        }
        return who + " is " + member.state() + " (" + member.reason() + ") since " + member.since() + (member.isLive() ?
            ", but there is no room for the messages of its incarnation before: receive them" : "");
    }

    /**
     * Lets the next operation that names a rank go to the incarnation after this one. Does not wait.
     *
     * @param rank        any.
     * @param incarnation whose end the application knows.
     */
    private void tell(final int rank, final int incarnation) {
        final Operation tell = new Operation();
        tell.begin(Operation.Kind.TELL);
        tell.destination = rank;
        tell.length = incarnation;
        progress.submit(tell);
    }

    /**
     * Calls a listener from now on.
     *
     * @param listener of the application.
     */
    public void listen(final MemberListener listener) {
        progress.handlerCalls().listener(member -> tell(listener, member));
    }

    private void tell(final MemberListener listener, final Member member) {
        try {
            switch (member.state()) {
                case LEFT -> listener.onLeft(member);
                case FAILED -> listener.onFailed(member);
                default -> listener.onJoined(member);
            }
        } catch (final Throwable listeners) {
            // Errors as well, as with the error handler.
            report(member, listeners);
        }
        if (member.isGone()) {
            tellUnlessClosed(member);
        }
    }

    private void report(final Member member, final Throwable failure) {
        node.error(() -> new IllegalStateException(
            "the memberListener has thrown " + failure + " when told that rank " + member.rank() + " is " + member.state(), failure));
    }

    private void tellUnlessClosed(final Member member) {
        try {
            tell(member.rank(), member.incarnation());
        } catch (final IllegalStateException | OutOfMemoryError closed) {
            // Without memory the next operation says that the rank has ended, once more.
            return;
        }
    }

    /** What a wait is for. The wait is over when the row has changed so that progress can be made. */
    private final class Awaited implements BooleanSupplier, Awaitable {
        private final int number;
        private final String name;

        Awaited(final int number, final String name) {
            this.number = number;
            this.name = name;
        }

        int rank() {
            return name == null ? number : node.job().rankOf(name);
        }

        @Override
        public void show(final Waits waits, final long deadlineNs) {
            waits.begin(this, rank(), WaitCall.MEMBER, WaitMode.ALL, deadlineNs)
                .add(WaitKind.MEMBER, rank() == NO_RANK ? WaitKind.NO_RANK : rank(), WaitKind.NO_TAG, 0, 0, 0).publish();
        }

        @Override
        public boolean getAsBoolean() {
            final int rank = rank();
            return rank != NO_RANK && node.isLive(rank);
        }
    }
}

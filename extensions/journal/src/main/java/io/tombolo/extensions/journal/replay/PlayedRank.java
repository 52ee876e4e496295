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
package io.tombolo.extensions.journal.replay;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Plays one rank for a rank that is replayed: sends what that one had received from it, in the same order, takes what it sends, compares
 * that with the record, and takes part in its collective calls. One thread.
 */
final class PlayedRank {
    private static final int MOST_SENDS = 1 << 12;
    private static final long MOST_BYTES = 256L << 20;
    private static final long PAUSE_NS = 50_000;
    private static final long STEP_MS = 20;

    private final int rank;
    private final int replayed;
    private final FirstDifference difference;
    private final BooleanSupplier hasReplayedEnded;
    private final Map<Integer, Group> communicators = new HashMap<>();
    private final Map<Integer, Queue<SentMessage>> expected = new HashMap<>();
    private final Queue<PlayedSend> sends = new ArrayDeque<>();
    private final Message message = new Message();
    private PlayedScript script;
    private Engine engine;
    private long bytesUnderWay;
    private boolean isReplayedGone;
    private volatile boolean isInCall;

    private record PlayedSend(Request request, long length) {
    }

    /** A communicator, and the number of the replayed rank in it. */
    private record Group(Communicator communicator, int replayed) {
    }

    PlayedRank(final int rank, final int replayed, final FirstDifference difference, final BooleanSupplier hasReplayedEnded) {
        this.rank = rank;
        this.replayed = replayed;
        this.difference = difference;
        this.hasReplayedEnded = hasReplayedEnded;
    }

    /**
     * Plays the rank until the replayed one has ended.
     *
     * @param newScript what to do; the caller closes it.
     * @param directory of the job.
     * @param size      of the job.
     * @throws IOException if the journal cannot be read.
     */
    void play(final PlayedScript newScript, final Path directory, final int size) throws IOException {
        script = newScript;
        engine = Engine.launch(new EngineContext().directory(directory).rank(rank).size(size).threadLevel(ThreadLevel.SINGLE));
        try {
            communicators.put(0, new Group(engine.world(), replayed));
            follow();
            while (!isReplayedGone && !(script.isCutOff() && isAllTaken())) {
                pauseUnless(step());
            }
            takeRest();
        } catch (final MessagingException | InterruptException gone) {
            takeRest();
        } finally {
            engine.close(0, TimeUnit.MILLISECONDS);
        }
    }

    /** Returns whether nothing is under way between the two ranks. A rank that leaves then ends a call that waits for it in vain. */
    private boolean isAllTaken() {
        return sends.isEmpty() && expected.values().stream().allMatch(Queue::isEmpty);
    }

    /** Returns whether the rank is in a call that ends only with the replayed rank, or by an interrupt. Any thread. */
    boolean isInCall() {
        return isInCall;
    }

    private void follow() throws IOException {
        while (!isReplayedGone && script.next()) {
            switch (script.step()) {
                case SEND -> send();
                case EXPECT -> {
                    final SentMessage sent = script.sent();
                    expected.computeIfAbsent(sent.context(), context -> new ArrayDeque<>()).add(sent);
                }
                default -> call(script.call());
            }
            step();
        }
    }

    private void send() throws IOException {
        final Group group = communicators.get(script.context());
        if (group == null) {
            return;
        }
        while (!isReplayedGone && (sends.size() >= MOST_SENDS || bytesUnderWay >= MOST_BYTES)) {
            pauseUnless(step());
        }
        final byte[] bytes = script.bytes();
        final PlayedSend send = new PlayedSend(new Request(), bytes.length);
        group.communicator().isend(new UnsafeBuffer(bytes), 0, bytes.length, group.replayed(), script.tag(), send.request());
        sends.add(send);
        bytesUnderWay += bytes.length;
    }

    private void call(final CollectiveCall call) {
        final Group group = communicators.get(call.context());
        if (call.named().length > 0) {
            if (CollectiveCall.index(call.named(), rank) >= 0) {
                takeExpected();
                isInCall = true;
                keep(call, engine.group(call.named()));
                isInCall = false;
            }
        } else if (group != null) {
            takeExpected();
            switch (call.kind()) {
                case BARRIER -> barrier(group.communicator());
                case GROUP -> {
                    isInCall = true;
                    split(call, group.communicator());
                    isInCall = false;
                }
                default -> communicators.remove(call.context()).communicator().close();
            }
        }
    }

    private void split(final CollectiveCall call, final Communicator parent) {
        final int own = CollectiveCall.index(call.members(), rank);
        final int other = CollectiveCall.index(call.members(), replayed);
        if (own < 0) {
            parent.split(Communicator.UNDEFINED, 0);
        } else {
            keep(call, parent.split(call.color(), call.key() + own - other));
        }
    }

    private void keep(final CollectiveCall call, final Communicator made) {
        communicators.put(call.made(), new Group(made, CollectiveCall.index(call.members(), replayed)));
    }

    private void barrier(final Communicator communicator) {
        boolean isOver = false;
        while (!isOver) {
            try {
                communicator.within(STEP_MS, TimeUnit.MILLISECONDS).barrier();
                isOver = true;
            } catch (final DeadlineException goesOn) {
                step();
            }
        }
    }

    /** Takes what the replayed rank had sent before a collective call. It has sent it before its call now, too. */
    private void takeExpected() {
        while (!isReplayedGone && expected.values().stream().anyMatch(queue -> !queue.isEmpty())) {
            pauseUnless(step());
        }
    }

    private boolean step() {
        boolean hasWorked = engine.poll() > 0;
        while (!sends.isEmpty() && sends.peek().request().test()) {
            bytesUnderWay -= sends.remove().length();
            hasWorked = true;
        }
        for (final Map.Entry<Integer, Queue<SentMessage>> queue : expected.entrySet()) {
            while (!queue.getValue().isEmpty() && take(communicators.get(queue.getKey()))) {
                compare(queue.getValue().remove(), read());
                hasWorked = true;
            }
        }
        isReplayedGone = isReplayedGone || hasReplayedEnded.getAsBoolean();
        return hasWorked;
    }

    private boolean take(final Group group) {
        return group != null && group.communicator().improbe(group.replayed(), Communicator.ANY_TAG, message);
    }

    private byte[] read() {
        final byte[] bytes = new byte[Math.toIntExact(message.status().messageLength())];
        message.recv(new UnsafeBuffer(bytes), 0, bytes.length);
        return bytes;
    }

    private void compare(final SentMessage recorded, final byte[] now) {
        final int tag = message.status().tag();
        if (!recorded.isSame(tag, now)) {
            difference.report("rank " + replayed + " differs from its record at its message " + recorded.number() + " to rank " + rank +
                ": recorded: " + recorded.describe() + "; now: " + SentMessage.describe(tag, now.length, now));
        }
    }

    /** Looks for messages that are too many or too few, once the replayed rank has ended. */
    private void takeRest() {
        for (final Map.Entry<Integer, Queue<SentMessage>> queue : expected.entrySet()) {
            try {
                while (!queue.getValue().isEmpty() && take(communicators.get(queue.getKey()))) {
                    compare(queue.getValue().remove(), read());
                }
            } catch (final MessagingException nothing) {
                // It has sent nothing more.
            }
            if (!queue.getValue().isEmpty()) {
                difference.report("rank " + replayed + " has ended without its message " + queue.getValue().peek().number() + " to rank " +
                    rank + ": recorded: " + queue.getValue().peek().describe() + ", and " + (queue.getValue().size() - 1) + " more");
            }
        }
        for (final Group group : communicators.values()) {
            reportExtra(group);
        }
    }

    private void reportExtra(final Group group) {
        try {
            if (script.isComplete() && take(group)) {
                final int tag = message.status().tag();
                final byte[] bytes = read();
                difference.report("rank " + replayed + " sends a message to rank " + rank + " that is not in its record: " +
                    SentMessage.describe(tag, bytes.length, bytes));
            }
        } catch (final MessagingException nothing) {
            // It has sent nothing more.
        }
    }

    private static void pauseUnless(final boolean hasWorked) {
        if (!hasWorked) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}

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
package io.tombolo.extensions.journal.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.Status;
import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * The consumer of the example {@link CatchUp}. Its balances follow from the updates that it has received. It takes updates from three
 * sources by the same rule: one that it has is dropped, and before one that is too far ahead it reads the updates between in the journal of
 * the publisher.
 */
final class AccountConsumer {
    private static final long PAUSE_NS = 1_000_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    private final Engine engine;
    private final Path journal;
    private final LongConsumer onApplied;
    private final long[] balances = new long[CatchUp.ACCOUNTS];
    private RecordedUpdates published;
    private long last;
    private long fromPublisher;

    /**
     * Creates a consumer without updates.
     *
     * @param engine    of this rank.
     * @param journal   directory in which this job is recorded.
     * @param onApplied gets the number of each update that was applied.
     */
    AccountConsumer(final Engine engine, final Path journal, final LongConsumer onApplied) {
        this.engine = engine;
        this.journal = journal;
        this.onApplied = onApplied;
    }

    void run() throws IOException {
        // After the launch: from now on the publisher's messages wait here, so that the journal and the live updates leave no hole.
        final Member me = engine.member();
        final long job = jobOf(engine.awaitMember(CatchUp.PUBLISHER, 1, TimeUnit.MINUTES));
        try (RecordedUpdates sent = updates(job, CatchUp.PUBLISHER, 1, true)) {
            published = sent;
            for (int incarnation = 1; incarnation < me.incarnation(); incarnation++) {
                try (RecordedUpdates received = updates(job, me.rank(), incarnation, false)) {
                    takeAll(received);
                }
            }
            final long known = last - fromPublisher;
            final long live = receive();
            System.out.println("incarnation " + me.incarnation() + " has applied " + last + " updates, each once: " + known +
                " from its own journal, " + fromPublisher + " from that of the publisher, " + live + " live");
        }
    }

    /** Takes what an earlier incarnation of this rank had received. */
    private void takeAll(final RecordedUpdates received) throws IOException {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (!received.hasEnded()) {
            if (received.next()) {
                take(received.number(), received.account(), received.amount());
            } else if (!received.hasEnded()) {
                // The recorder has not come to the end of the dead process yet.
                pause(deadline);
            }
        }
    }

    /** Takes live updates until the publisher has sent its last one, and returns how many. */
    private long receive() throws IOException {
        final Communicator world = engine.world();
        final Status status = new Status();
        final long[] update = new long[CatchUp.WORDS];
        long live = 0;
        world.recv(update, 0, CatchUp.WORDS, CatchUp.PUBLISHER, Communicator.ANY_TAG, status);
        while (status.tag() == CatchUp.UPDATE) {
            if (take(update[0], update[1], update[2])) {
                live++;
            }
            world.recv(update, 0, CatchUp.WORDS, CatchUp.PUBLISHER, Communicator.ANY_TAG, status);
        }
        catchUp(update[0]);
        if (last != update[0]) {
            throw new IllegalStateException("the last update is " + update[0] + ", not " + last);
        }
        world.send(balances, 0, CatchUp.ACCOUNTS, CatchUp.PUBLISHER, CatchUp.BALANCES);
        return live;
    }

    /** Takes an update; returns whether it is new. */
    private boolean take(final long number, final long account, final long amount) throws IOException {
        if (number <= last) {
            return false;
        }
        catchUp(number - 1);
        apply(number, account, amount);
        return true;
    }

    /** Reads updates in the journal of the publisher, up to a number. It has each one before a later one is received. */
    private void catchUp(final long number) throws IOException {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (last < number) {
            if (!published.next()) {
                // The recorder is a little behind the publisher.
                pause(deadline);
            } else if (published.number() > last) {
                apply(published.number(), published.account(), published.amount());
                fromPublisher++;
            }
        }
    }

    private void apply(final long number, final long account, final long amount) {
        if (number != last + 1) {
            throw new IllegalStateException("update " + number + " came after update " + last);
        }
        balances[(int) account] += amount;
        last = number;
        onApplied.accept(number);
    }

    private RecordedUpdates updates(final long job, final int rank, final int incarnation, final boolean isSent) {
        return new RecordedUpdates(
            new JournalRank(Journal.queue(journal, job, rank, incarnation), job, rank, incarnation), isSent);
    }

    /** Finds the job of a process in the journal, which may hold several. */
    private long jobOf(final Member member) throws IOException {
        final long deadline = System.nanoTime() + PATIENCE_NS;
        while (true) {
            for (final JournalRank rank : recorded()) {
                if (rank.rank() == member.rank() && rank.incarnation() == member.incarnation() && isRecordOf(member, rank)) {
                    return rank.jobId();
                }
            }
            pause(deadline);
        }
    }

    private List<JournalRank> recorded() throws IOException {
        try {
            return Journal.open(journal).ranks();
        } catch (final JournalException none) {
            // The recorder has not begun yet.
            return List.of();
        }
    }

    private boolean isRecordOf(final Member member, final JournalRank rank) throws IOException {
        try (JournalCursor cursor = rank.cursor()) {
            final StartExcerpt start = cursor.next() ? cursor.event().start() : null;
            if (start == null || start.pid() != member.pid()) {
                return false;
            }
            if (start.payload().capacity() == 0) {
                throw incomplete();
            }
            return true;
        }
    }

    private void pause(final long deadline) throws JournalException {
        if (System.nanoTime() > deadline) {
            throw incomplete();
        }
        LockSupport.parkNanos(PAUSE_NS);
    }

    private JournalException incomplete() {
        return new JournalException(
            journal + " does not have the messages of this job: start it with 'run --journal " + journal + " --payload --lossless'");
    }
}

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
package io.tombolo.tools.why;

import static io.tombolo.ringbuffers.wait.WaitCall.AGREE;
import static io.tombolo.ringbuffers.wait.WaitCall.ALLREDUCE;
import static io.tombolo.ringbuffers.wait.WaitCall.BARRIER;
import static io.tombolo.ringbuffers.wait.WaitCall.BCAST;
import static io.tombolo.ringbuffers.wait.WaitCall.CLAIM;
import static io.tombolo.ringbuffers.wait.WaitCall.CLOSE;
import static io.tombolo.ringbuffers.wait.WaitCall.DUP;
import static io.tombolo.ringbuffers.wait.WaitCall.EVENTS;
import static io.tombolo.ringbuffers.wait.WaitCall.FEED_OPEN;
import static io.tombolo.ringbuffers.wait.WaitCall.FEED_RECEIVE;
import static io.tombolo.ringbuffers.wait.WaitCall.FEED_SEND;
import static io.tombolo.ringbuffers.wait.WaitCall.LOCK;
import static io.tombolo.ringbuffers.wait.WaitCall.MEMBER;
import static io.tombolo.ringbuffers.wait.WaitCall.RECV;
import static io.tombolo.ringbuffers.wait.WaitCall.SEND;
import static io.tombolo.ringbuffers.wait.WaitCall.UNLOCK;
import static io.tombolo.ringbuffers.wait.WaitCall.WAIT;
import static io.tombolo.ringbuffers.wait.WaitCall.WAIT_ALL;
import static io.tombolo.ringbuffers.wait.WaitCall.WAIT_ANY;
import static io.tombolo.ringbuffers.wait.WaitKind.ANY_RANK;
import static io.tombolo.ringbuffers.wait.WaitKind.MEMBER_IN_CALL;
import static io.tombolo.ringbuffers.wait.WaitKind.MEMBER_TO_COME;
import static io.tombolo.ringbuffers.wait.WaitKind.NO_RANK;
import static io.tombolo.ringbuffers.wait.WaitMode.ALL;
import static io.tombolo.ringbuffers.wait.WaitMode.ANY;
import static io.tombolo.tools.why.TestJob.collective;
import static io.tombolo.tools.why.TestJob.entry;
import static io.tombolo.tools.why.TestJob.receive;
import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.wait.WaitEntry;
import io.tombolo.ringbuffers.wait.WaitKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is found in jobs without files. */
class DiagnosisTest {
    private static final String CERTAIN = "certain (looked at twice, 100 ms apart)";

    private final TestJob job = new TestJob(4);

    private List<FindingKind> kinds() {
        return job.findings().stream().map(Finding::kind).toList();
    }

    private Finding first() {
        return job.findings().get(0);
    }

    @Test
    void shouldFindNothingIfNobodyWaits() {
        assertThat(job.findings()).isEmpty();
    }

    @Test
    void shouldNameADeadlockThoseBehindItAndANearMiss() {
        job.recv(1, 0, 7).unexpected(1, 0, 8, 0, 40);
        for (final int rank : new int[] {0, 2, 3}) {
            job.completed(rank, 4).wait(rank, BARRIER, ALL, collective(5));
        }
        job.completed(1, 4);
        assertThat(job.texts()).containsExactly(
            "deadlock of 2 ranks, " + CERTAIN,
            "near miss: rank 0 sent 40 bytes with tag 8 to rank 1, unexpected for 12.4 s; the posted receive wants tag 7",
            "ranks 2 and 3 wait behind them (barrier 5 of the world)");
        assertThat(first().details()).containsExactly(
            new Detail(0, "rank 0 waits 12.3 s in barrier 5 of the world; missing: rank 1", "acme.Program.run(Program.java:10)"),
            new Detail(1, "rank 1 waits 12.3 s for a message from rank 0 with tag 7", "acme.Program.run(Program.java:11)"));
        assertThat(first().ranks()).containsExactly(0, 1);
        assertThat(first().certainty()).isEqualTo(Certainty.CERTAIN);
    }

    @Test
    void shouldNotCallAWaitForARankThatRunsADeadlock() {
        job.recv(0, 1, 7).recv(2, 0, 7);
        assertThat(job.texts()).containsExactly(
            "rank 0 waits 12.3 s for a message from rank 1 with tag 7; rank 1 is in no call that waits",
            "rank 2 waits 12.3 s for a message from rank 0 with tag 7; rank 0 waits as well");
    }

    @Test
    void shouldSayThatARequestIsOfACollectiveCall() {
        job.wait(0, WAIT, ALL, collective(3));
        assertThat(job.texts()).containsExactly(
            "rank 0 waits 12.3 s in nonblocking collective call 3 of the world; missing: ranks 1-3; ranks 1-3 are in no call that waits");
    }

    @Test
    void shouldNameRanksTogetherThatWaitForTheSame() {
        for (final int rank : new int[] {0, 2, 3}) {
            job.wait(rank, BARRIER, ALL, collective(1));
        }
        assertThat(job.texts()).containsExactly(
            "ranks 0, 2 and 3 wait up to 12.3 s in barrier 1 of the world; missing: rank 1; rank 1 is in no call that waits");
        assertThat(first().details()).hasSize(3);
    }

    @Test
    void shouldNameAReductionAndTheRankThatIsMissing() {
        job.wait(0, ALLREDUCE, ALL, collective(3)).wait(2, ALLREDUCE, ALL, collective(3)).wait(3, ALLREDUCE, ALL, collective(3));
        for (int rank = 0; rank < 4; rank++) {
            job.completed(rank, 2);
        }
        assertThat(job.texts()).containsExactly(
            "ranks 0, 2 and 3 wait up to 12.3 s in allreduce 3 of the world; missing: rank 1; rank 1 is in no call that waits");
    }

    /** Rank 3 has not come either, but a broadcast does not wait for it. */
    @Test
    void shouldNameOnlyTheRootOfABroadcast() {
        job.wait(0, BCAST, ALL, collective(1, 1, MEMBER_TO_COME)).wait(2, BCAST, ALL, collective(1, 1, MEMBER_TO_COME));
        assertThat(job.texts()).containsExactly(
            "ranks 0 and 2 wait up to 12.3 s in bcast 1 of the world; missing: rank 1; rank 1 is in no call that waits");
        job.recv(1, 2, 7);
        assertThat(first().ranks()).containsExactly(1, 2);
        assertThat(first().details().get(1).text()).isEqualTo("rank 2 waits 12.3 s in bcast 1 of the world; missing: rank 1");
    }

    /** The root cannot publish before a slow reader has read, and the others wait for the root. */
    @Test
    void shouldNameASlowReaderAndTheRootThatWaitsForIt() {
        job.completed(0, 2).wait(0, BCAST, ALL, collective(3, 2, MEMBER_TO_COME));
        job.completed(1, 2).wait(1, BCAST, ALL, collective(3, 0, MEMBER_TO_COME));
        job.recv(2, 1, 7);
        assertThat(first().ranks()).containsExactly(0, 1, 2);
        assertThat(first().details()).extracting(Detail::text).startsWith(
            "rank 0 waits 12.3 s in bcast 3 of the world; missing: rank 2",
            "rank 1 waits 12.3 s in bcast 3 of the world; missing: rank 0");
    }

    /** Two ranks exchange pieces: each shows that it waits for the other one, and both go on. */
    @Test
    void shouldNotHoldRanksThatAreInTheCall() {
        job.wait(0, BCAST, ALL, collective(1, 1, MEMBER_IN_CALL)).wait(1, BCAST, ALL, collective(1, 0, MEMBER_IN_CALL));
        assertThat(kinds()).containsOnly(FindingKind.WAIT);
    }

    @Test
    void shouldCountAReceiveWhoseMessageIsThereAsEnded() {
        job.recv(0, 1, 7).recv(1, 0, 7).unexpected(1, 0, 7, 0, 8);
        assertThat(kinds()).containsExactly(FindingKind.WAIT, FindingKind.WAIT);
    }

    @Test
    void shouldCountRequestsWithoutAPostedReceiveAsEnded() {
        job.wait(0, WAIT_ALL, ALL, receive(1, 7), receive(2, 7)).recv(1, 0, 7).withoutPosted(0);
        assertThat(kinds()).containsExactly(FindingKind.WAIT, FindingKind.WAIT);
        job.recv(0, 1, 7);
        assertThat(kinds()).contains(FindingKind.DEADLOCK);
    }

    @Test
    void shouldWaitForOneOfSeveralRequests() {
        job.wait(0, WAIT_ANY, ANY, receive(1, 7), receive(2, 8)).recv(1, 0, 7);
        assertThat(kinds()).doesNotContain(FindingKind.DEADLOCK);
        job.recv(2, 0, 9);
        assertThat(first().ranks()).containsExactly(0, 1, 2);
        assertThat(first().details().get(0).text()).isEqualTo("rank 0 waits 12.3 s in waitAny for one of 2 requests: " +
            "for a message from rank 1 with tag 7; for a message from rank 2 with tag 8");
    }

    @Test
    void shouldNotBeSureOfAWaitForOneOfManyRequests() {
        job.wait(0, WAIT_ANY, ANY, 0, 17, receive(1, 7)).recv(1, 0, 7);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: rank 0 waits for more than is shown");
    }

    @Test
    void shouldHoldAReceiveFromAnySourceWhileAllOthersWait() {
        job.recv(0, ANY_RANK, 7).recv(1, 0, 7).recv(2, 1, 7);
        assertThat(kinds()).doesNotContain(FindingKind.DEADLOCK);
        job.phase(3, RankPhase.LEFT, "");
        assertThat(first().text()).isEqualTo("deadlock of 3 ranks, " + CERTAIN);
        assertThat(first().details().get(0).text()).isEqualTo("rank 0 waits 12.3 s for a message from any rank with tag 7");
    }

    @Test
    void shouldSayThatNobodyIsLeft() {
        job.recv(0, ANY_RANK, -1).phase(2, RankPhase.LEFT, "").phase(3, RankPhase.DIED, "");
        job.phase(1, RankPhase.LEFT, "");
        assertThat(job.texts()).containsExactly("nobody is left that could end the wait of rank 0, " + CERTAIN);
        assertThat(first().kind()).isEqualTo(FindingKind.NOBODY_LEFT);
        assertThat(first().details().get(0).text()).isEqualTo("rank 0 waits 12.3 s for a message from any rank with any tag");
    }

    @Test
    void shouldLookForSendersInTheCommunicatorOfAReceive() {
        job.group(0, 12, false).group(1, 12, false);
        job.wait(0, RECV, ALL, new WaitEntry(WaitKind.RECEIVE, ANY_RANK, 7, 12, 8, 0)).recv(1, 0, 7);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, " + CERTAIN);
        assertThat(first().details().get(0).text()).endsWith("from any rank with tag 7 in communicator 12");
    }

    @Test
    void shouldNameLongSendsThatCross() {
        job.wait(0, SEND, ALL, entry(WaitKind.SEND, 1, 7, 100_000, 0)).unexpected(1, 0, 7, 0, 100_000);
        job.wait(1, SEND, ALL, entry(WaitKind.SEND, 0, 7, 100_000, 0)).unexpected(0, 1, 7, 0, 100_000);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, " + CERTAIN);
        assertThat(first().details().get(1).text()).isEqualTo("rank 1 waits 12.3 s until rank 0 receives 100000 bytes with tag 7");
    }

    @Test
    void shouldCountASendThatWasMatchedAsFree() {
        job.wait(0, SEND, ALL, entry(WaitKind.SEND, 1, 7, 100_000, 0)).recv(1, 0, 8);
        assertThat(kinds()).containsExactly(FindingKind.WAIT, FindingKind.WAIT);
        job.fill(0, 1);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: the wait of rank 0 may end without an act of these ranks");
    }

    @Test
    void shouldNameDifferentCollectiveCalls() {
        job.wait(0, BARRIER, ALL, collective(1)).wait(1, BARRIER, ALL, collective(1)).wait(2, DUP, ALL, collective(1))
            .wait(3, BARRIER, ALL, collective(1));
        assertThat(job.texts()).containsExactly("deadlock of 4 ranks, " + CERTAIN,
            "different collective calls of the world: ranks 0, 1 and 3 are in barrier and rank 2 is in dup");
    }

    @Test
    void shouldNotWaitForMembersThatHaveEnteredOrCompletedTheCall() {
        job.wait(0, BARRIER, ALL, collective(1)).wait(1, BARRIER, ALL, collective(1)).completed(2, 1).recv(2, 0, 7).completed(3, 1);
        assertThat(kinds()).containsOnly(FindingKind.WAIT);
    }

    @Test
    void shouldLeaveACallToTheEngineIfAMemberIsGone() {
        job.wait(0, BARRIER, ALL, collective(1)).recv(1, 0, 7).phase(2, RankPhase.DIED, "");
        assertThat(kinds()).doesNotContain(FindingKind.DEADLOCK);
        // An agreement goes on without it.
        final WaitEntry agreement = entry(WaitKind.AGREEMENT, WaitKind.NO_RANK, -1, Groups.WORLD, 1);
        assertThat(new TestJob(3).wait(0, AGREE, ALL, agreement).recv(1, 0, 7).phase(2, RankPhase.DIED, "").texts())
            .containsExactly("deadlock of 2 ranks, " + CERTAIN);
    }

    @Test
    void shouldNameTheHolderOfALockWithAQueueBehindIt() {
        job.window(0, 5, 1, 2, 3).recv(1, 2, 7);
        job.wait(2, LOCK, ALL, entry(WaitKind.LOCK, 0, 1, 0, 5)).wait(3, LOCK, ALL, entry(WaitKind.LOCK, 0, 1, 0, 5));
        assertThat(job.texts()).containsExactly("deadlock of 2 ranks, " + CERTAIN,
            "rank 3 waits behind them (for the exclusive lock of window 5 of rank 0; before it: ranks 1 and 2)");
        assertThat(first().details()).extracting(Detail::text).containsExactly(
            "rank 1 waits 12.3 s for a message from rank 2 with tag 7",
            "rank 2 waits 12.3 s for the exclusive lock of window 5 of rank 0; before it: rank 1");
    }

    @Test
    void shouldNotCallASlowRankADeadlock() {
        job.recv(0, 1, 7).recv(1, 0, 7).phase(1, RankPhase.STOPPED, "is stopped (pid 7)");
        assertThat(job.texts()).containsExactly("rank 1 is stopped (pid 7)",
            "rank 0 waits 12.3 s for a message from rank 1 with tag 7; rank 1 is stopped",
            "rank 1 waits 12.3 s for a message from rank 0 with tag 7; rank 0 waits as well");
    }

    @Test
    void shouldSayWhyADeadlockIsNotCertain() {
        job.recv(0, 1, 7).wait(1, RECV, ALL, 3_200, 1, receive(0, 7));
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: rank 1 gives up in 3.2 s");
        assertThat(first().details().get(1).text()).endsWith("with tag 7, at most 3.2 s more");
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).multiple(1).texts())
            .containsExactly("deadlock of 2 ranks, possible: rank 1 may have other threads, which do not wait");
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).fill(1, 0).texts())
            .containsExactly("deadlock of 2 ranks, possible: something is under way between ranks 0 and 1");
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).withoutLook(0).texts())
            .containsExactly("deadlock of 2 ranks, possible: rank 0 has not looked for messages and fallen asleep again meanwhile");
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).withoutPosted(1).texts())
            .containsExactly("deadlock of 2 ranks, possible: the wait of rank 1 may end without an act of these ranks");
    }

    @Test
    void shouldExplainADeadJob() {
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).dead(0, 5_000).dead(1, 4_000).texts())
            .containsExactly("deadlock of 2 ranks, certain (they waited at the same time when the job died)");
        assertThat(new TestJob(2).recv(0, 1, 7).recv(1, 0, 7).dead(0, 5_000).dead(1, 99).texts())
            .containsExactly("deadlock of 2 ranks, possible: the waits may not have been at the same time when the job died");
    }

    @Test
    void shouldWaitForOneOfTheThreadsOfARank() {
        job.multiple(0).recv(0, 1, 7).recv(0, 2, 7).recv(1, 0, 7);
        assertThat(kinds()).doesNotContain(FindingKind.DEADLOCK);
        job.recv(2, 0, 7);
        assertThat(first().ranks()).containsExactly(0, 1, 2);
    }

    @Test
    void shouldNameARankThatWaitsForItself() {
        job.recv(0, 0, 7);
        assertThat(first().text()).isEqualTo("deadlock of 1 rank, " + CERTAIN);
    }

    @Test
    void shouldNameMessagesInOtherCommunicators() {
        job.group(1, 12, true).recv(1, 0, 7).unexpected(1, 0, 7, 12, 1).unexpected(1, 0, 7, 1, 8).unexpected(1, 2, 8, 0, 8);
        assertThat(job.texts().get(0)).isEqualTo("near miss: rank 0 sent 1 byte with tag 7 in communicator 12 to rank 1, " +
            "unexpected for 12.4 s; the posted receive is in the world; rank 1 has closed communicator 12");
        assertThat(kinds()).containsExactly(FindingKind.NEAR_MISS, FindingKind.WAIT);
    }

    @Test
    void shouldCountFurtherNearMisses() {
        job.recv(1, 0, 7);
        for (int tag = 10; tag < 15; tag++) {
            job.unexpected(1, 0, tag, 0, 8);
        }
        assertThat(job.texts().get(3)).isEqualTo("near misses: 2 more messages to rank 1");
    }

    @Test
    void shouldNameAnEmptyReceiveQueue() {
        job.emptyQueue(0, 3);
        assertThat(job.texts()).containsExactly("receive queue 2 of rank 0 has no buffers; 3 messages wait for one");
    }

    @Test
    void shouldExplainAPoolOfClaimsThatIsUsedUp() {
        job.sends(0, 1).wait(0, CLAIM, ALL, entry(WaitKind.CLAIM, 2, 7, 100, 0)).recv(1, 0, 9);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: the wait of rank 0 may end without an act of these ranks");
        assertThat(first().details().get(0).text())
            .isEqualTo("rank 0 waits 12.3 s for memory for a claim of 100 bytes, which messages to rank 1 hold");
    }

    @Test
    void shouldNameTheReadersThatHoldAWriterBack() {
        final WaitEntry room = entry(WaitKind.FEED_ROOM, NO_RANK, -1, 0, 3);
        job.feed(0, 3, 100, 1, 2).feed(0, 4, 200, 3).wait(0, FEED_SEND, ALL, room).recv(1, 0, 9);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: the wait of rank 0 may end without an act of these ranks");
        assertThat(first().details().get(0).text())
            .isEqualTo("rank 0 waits 12.3 s for room in feed 3; behind farthest: ranks 1 and 2");
        // A reader that is gone is cut off, and another thread of the writer's rank may read.
        assertThat(new TestJob(2).feed(0, 3, 100, 1).wait(0, FEED_SEND, ALL, room).phase(1, RankPhase.DIED, "").findings().get(0).kind())
            .isEqualTo(FindingKind.WAIT);
        assertThat(new TestJob(2).feed(0, 3, 100, 0).multiple(0).wait(0, FEED_SEND, ALL, room).findings().get(0).kind())
            .isEqualTo(FindingKind.WAIT);
    }

    @Test
    void shouldSayThatAFeedOrARankIsNotThere() {
        assertThat(job.wait(0, FEED_OPEN, ALL, entry(WaitKind.FEED_MESSAGE, NO_RANK, -1, 0, 0))
            .wait(1, MEMBER, ALL, entry(WaitKind.MEMBER, NO_RANK, -1, 0, 0)).texts()).containsExactly(
            "rank 0 waits 12.3 s for a feed that no rank has made", "rank 1 waits 12.3 s for a rank that has not joined");
    }

    @Test
    void shouldNameRanksTogetherThatDoTheSame() {
        job.wait(0, BARRIER, ALL, collective(1)).phase(2, RankPhase.STOPPED, "is stopped");
        assertThat(job.texts()).contains("rank 0 waits 12.3 s in barrier 1 of the world; missing: ranks 1-3; " +
            "ranks 1 and 3 are in no call that waits, rank 2 is stopped");
    }

    @Test
    void shouldExplainTheCloseOfAnEngine() {
        job.sends(0, 1).sends(0, 2).wait(0, CLOSE, ALL, 4_000, 1, entry(WaitKind.SEND, NO_RANK, -1, 0, 3)).recv(1, 0, 9);
        assertThat(first().text()).isEqualTo("deadlock of 2 ranks, possible: rank 0 gives up in 4.0 s");
        assertThat(first().details().get(0).text())
            .isEqualTo("rank 0 waits 12.3 s in close until 3 sends end, to ranks 1 and 2, at most 4.0 s more");
        assertThat(new TestJob(1).wait(0, CLOSE, ALL, entry(WaitKind.SEND, NO_RANK, -1, 0, 1)).texts())
            .containsExactly("rank 0 waits 12.3 s in close until 1 send ends");
    }

    @Test
    void shouldSayWhatEachKindOfWaitWaitsFor() {
        assertThat(new TestJob(2).wait(0, RECV, ALL, entry(WaitKind.ROOM, 1, 7, 40, 0)).recv(1, 0, 9).findings().get(0)
            .details().get(0).text()).isEqualTo("rank 0 waits 12.3 s for room for 40 bytes with tag 7 to rank 1");
        assertThat(new TestJob(2).wait(0, FEED_RECEIVE, ALL, entry(WaitKind.FEED_MESSAGE, 1, -1, 0, 3)).recv(1, 0, 9).findings().get(0)
            .details().get(0).text()).isEqualTo("rank 0 waits 12.3 s for a message of feed 3 of rank 1");
        assertThat(new TestJob(2).wait(0, EVENTS, ALL, entry(WaitKind.QUEUE, ANY_RANK, -1, 0, 3)).recv(1, 0, 9).texts())
            .containsExactly("deadlock of 2 ranks, " + CERTAIN);
        // A rank that waits answers accesses to its windows.
        assertThat(new TestJob(2).wait(0, UNLOCK, ALL, entry(WaitKind.RMA, 1, -1, 0, 3)).recv(1, 0, 9).texts().get(0))
            .isEqualTo("rank 0 waits 12.3 s for answers of rank 1 for window 3; rank 1 waits as well");
        assertThat(new TestJob(2).wait(0, MEMBER, ALL, entry(WaitKind.MEMBER, 1, -1, 0, 0)).phase(1, RankPhase.ABSENT, "").texts())
            .containsExactly("rank 0 waits 12.3 s for a change of rank 1; rank 1 has never joined");
    }

    @Test
    void shouldReadEntriesOfADamagedFile() {
        job.wait(0, RECV, ALL, receive(99, 7)).wait(1, BARRIER, ALL, entry(WaitKind.COLLECTIVE, -2, 0, -5, 1))
            .wait(2, LOCK, ALL, entry(WaitKind.LOCK, -2, 0, 0, 5)).wait(3, RECV, ALL, 0, 3);
        assertThat(kinds()).containsOnly(FindingKind.WAIT);
    }
}

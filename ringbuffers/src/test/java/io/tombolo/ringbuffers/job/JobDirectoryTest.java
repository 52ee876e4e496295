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
package io.tombolo.ringbuffers.job;

import static io.tombolo.ringbuffers.job.Jobs.TIMEOUT_NS;
import static io.tombolo.ringbuffers.job.Jobs.awaitState;
import static io.tombolo.ringbuffers.job.Jobs.geometry;
import static io.tombolo.ringbuffers.job.Jobs.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class JobDirectoryTest {
    @TempDir
    Path temporary;

    private Path directory;

    @BeforeEach
    void name() {
        directory = temporary.resolve("deep").resolve("job");
    }

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void shouldCreateForTheOwnerAloneAndMoveThroughTheStates() throws IOException {
        final JobDirectory job = JobDirectory.join(directory, 1, 3, geometry(), TIMEOUT_NS);
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        for (final String name : new String[]{"job.dat", "create.lock", "rank-1.lock"}) {
            assertThat(Files.getPosixFilePermissions(directory.resolve(name)))
                .as(name).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(job.state(1)).isEqualTo(RankState.JOINING);
        job.markLive();
        assertThat(job.state(1)).isEqualTo(RankState.LIVE);
        assertThatThrownBy(job::markLive).isInstanceOf(IllegalStateException.class).hasMessageContaining("LIVE");
        assertThat(job.state(0)).isEqualTo(RankState.FREE);
        assertThat(job.rank()).isEqualTo(1);
        assertThat(job.size()).isEqualTo(3);
        assertThat(job.geometry()).isEqualTo(geometry());
        assertThat(job.incarnation(1)).isEqualTo(1);
        assertThat(job.incarnation(0)).isZero();
        assertThat(job.pid(1)).isEqualTo(ProcessHandle.current().pid());
        assertThat(job.startTimeMs(1)).isPositive();
        assertThat(job.anchorWallNs(1)).isPositive();
        job.close();
        job.close();
        assertThat(job.state(1)).isEqualTo(RankState.LEFT);
        assertThat(job.failureEpoch()).as("joining, live, left").isEqualTo(3);
    }

    @Test
    void shouldNameItsFiles() throws IOException {
        try (JobDirectory job = join(directory, 0, 2)) {
            assertThat(job.path()).isEqualTo(directory);
            assertThat(job.pairPath(new PairEnds(0, 3, 1, 12))).isEqualTo(directory.resolve("pair-0.3-1.12.dat"));
            assertThat(job.rankPath(1, 5)).isEqualTo(directory.resolve("rank-1.5.dat"));
            assertThat(job.socketPath(1, 5)).isEqualTo(directory.resolve("rank-1.5.sock"));
            assertThat(job.heapPath(1, 5, 4)).isEqualTo(directory.resolve("heap-1.5-4.dat"));
            assertThat(job.nodesPath(1, 5, 4)).isEqualTo(directory.resolve("nodes-1.5-4.dat"));
            assertThat(job.streamsPath(1, 5)).isEqualTo(directory.resolve("record-1.5.dat"));
            assertThat(job.latencyPath(1, 5, 0)).isEqualTo(directory.resolve("latency-1.5-0.dat"));
            assertThat(job.windowPath(1, 5, 4)).isEqualTo(directory.resolve("window-1.5-4.dat"));
            assertThat(job.queuePath(1, 5, 4)).isEqualTo(directory.resolve("queue-1.5-4.dat"));
            assertThat(job.feedPath(1, 5, 4)).isEqualTo(directory.resolve("feed-1.5-4.dat"));
            assertThatThrownBy(() -> job.rankPath(2, 1)).hasMessage("rank=2 must be from 0 to 1");
            assertThatThrownBy(() -> job.latencyPath(0, 1, 2)).hasMessage("rank=2 must be from 0 to 1");
            assertThatThrownBy(() -> job.pairPath(new PairEnds(0, 1, 2, 1))).hasMessage("rank=2 must be from 0 to 1");
            assertThatThrownBy(() -> job.state(-1)).hasMessage("rank=-1 must be from 0 to 1");
        }
    }

    private static int code(final JobDirectory job, final PairEnds pair) {
        return job.pairCode(pair.source(), pair.sourceIncarnation(), pair.destination(), pair.destinationIncarnation());
    }

    @Test
    void shouldAnnounceAndRefusePairs() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2); JobDirectory one = join(directory, 1, 2)) {
            final PairEnds there = new PairEnds(0, 1, 1, 1);
            assertThat(code(one, there)).isZero();
            assertThat(zero.publishPair(there, 7)).isTrue();
            assertThat(zero.refusals(1, 1).isRefused()).isFalse();
            assertThat(code(one, there)).isEqualTo(7);
            assertThat(one.publishPair(there, -2)).isTrue();
            assertThat(zero.publishPair(there, 8)).as("replaces a refusal").isFalse();
            assertThat(zero.publishPair(there, -1)).as("replaces a lower refusal").isFalse();
            assertThat(code(zero, there)).isEqualTo(-2);
            assertThat(zero.publishPair(there, -3)).isTrue();
            assertThat(code(one, there)).isEqualTo(-3);
            assertThat(zero.refusals(1, 1).isRefused()).isTrue();
            assertThat(one.refusals(0, 1).isRefused()).isTrue();
            assertThat(one.refusals(1, 1).isRefused()).isFalse();
            assertThat(code(one, there.reversed())).isZero();
        }
    }

    @Test
    void shouldTellThePairsOfIncarnationsApart() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2); JobDirectory one = join(directory, 1, 2)) {
            final PairEnds old = new PairEnds(0, 1, 1, 1);
            final PairEnds next = new PairEnds(0, 1, 1, 2);
            assertThat(zero.publishPair(old, -1)).isTrue();
            assertThat(code(zero, next)).isZero();
            assertThat(zero.refusals(1, 2).isRefused()).isFalse();
            assertThat(zero.publishPair(next, 1)).isTrue();
            assertThat(code(one, next)).isEqualTo(1);
            assertThat(code(one, old)).isZero();
            assertThat(one.publishPair(old, -1)).as("a late refusal by the old incarnation").isFalse();
            assertThat(zero.publishPair(old, 1)).as("a late announcement to the old incarnation").isFalse();
            assertThat(code(one, next)).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseARankThatIsAliveInThisJvm() throws IOException {
        try (JobDirectory job = join(directory, 1, 2)) {
            assertThatThrownBy(() -> join(directory, 1, 2)).isInstanceOf(JobException.class)
                .hasMessageContaining("rank 1 (pid " + ProcessHandle.current().pid() + ") is alive since 2");
            assertThat(job.state(1)).isEqualTo(RankState.LIVE);
            assertThat(job.probe(1)).isFalse();
        }
    }

    @Test
    void shouldRefuseOtherSizeAndGeometry() throws IOException {
        try (JobDirectory job = join(directory, 0, 2)) {
            assertThatThrownBy(() -> join(directory, 1, 3)).isInstanceOf(JobException.class)
                .hasMessage(directory + ": the job has tombolo.size=2, rank 1 was started with 3: set tombolo.size, or --capacity of " +
                    "'tombolo run', to 2");
            final JobGeometry other = JobGeometry.builder().set(GeometrySetting.MATCH_NODES, 128).build();
            assertThatThrownBy(() -> JobDirectory.join(directory, 1, 2, other, TIMEOUT_NS))
                .hasMessage(directory + ": the job has tombolo.match.nodes=64, rank 1 was started with 128");
            assertThat(job.state(1)).isEqualTo(RankState.FREE);
        }
        assertThatThrownBy(() -> join(directory, 2, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldLetARankThatHasLeftJoinAgainWhileOthersLive() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2)) {
            join(directory, 1, 2).close();
            assertThat(zero.probe(1)).isFalse();
            try (JobDirectory again = join(directory, 1, 2)) {
                assertThat(again.jobId()).isEqualTo(zero.jobId());
                assertThat(again.incarnation()).isEqualTo(2);
                assertThat(zero.incarnation(1)).isEqualTo(2);
                assertThat(zero.state(1)).isEqualTo(RankState.LIVE);
                assertThat(zero.state(1, 1)).isEqualTo(RankState.LEFT);
                assertThat(zero.probe(1)).isFalse();
            }
        }
    }

    @Test
    void shouldProveASimulatedDeathOnce() throws IOException {
        try (JobDirectory zero = join(directory, 0, 3); JobDirectory two = join(directory, 2, 3);
            JobDirectory one = join(directory, 1, 3)) {
            assertThat(zero.probe(1)).isFalse();
            final long epoch = zero.failureEpoch();
            two.simulateDeath(1);
            assertThat(zero.probe(1)).isTrue();
            assertThat(two.probe(1)).isTrue();
            assertThat(zero.state(1)).isEqualTo(RankState.FAILED);
            assertThat(zero.reason(1)).isEqualTo(StateReason.PROCESS_GONE);
            assertThat(two.failureEpoch()).isEqualTo(epoch + 1);
            assertThatThrownBy(() -> zero.simulateDeath(1)).hasMessageContaining("rank=1");
            one.leave();
            assertThat(zero.state(1)).isEqualTo(RankState.FAILED);
            assertThat(two.failureEpoch()).isEqualTo(epoch + 1);
        }
    }

    @Test
    void shouldCountEachDeathOnceWhenManyProbeAtTheSameMoment() throws IOException, InterruptedException {
        final int victims = 40;
        final int probers = 4;
        final List<JobDirectory> jobs = new ArrayList<>();
        for (int rank = 0; rank <= victims; rank++) {
            jobs.add(join(directory, rank, victims + 1));
        }
        final long epoch = jobs.get(0).failureEpoch();
        final CyclicBarrier barrier = new CyclicBarrier(probers);
        final List<Thread> threads = new ArrayList<>();
        final AtomicInteger missed = new AtomicInteger();
        for (int i = 0; i < probers; i++) {
            final Thread thread = new Thread(() -> {
                for (int victim = 1; victim <= victims; victim++) {
                    if (await(barrier) == 0) {
                        jobs.get(0).simulateDeath(victim);
                    }
                    await(barrier);
                    missed.addAndGet(jobs.get(0).probe(victim) ? 0 : 1);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(missed.get()).isZero();
        assertThat(jobs.get(0).failureEpoch()).isEqualTo(epoch + victims);
        jobs.forEach(JobDirectory::close);
    }

    @Test
    void shouldWatchTheNextLiveSuccessorByItself() throws IOException {
        try (JobDirectory zero = join(directory, 0, 4); JobDirectory one = join(directory, 1, 4);
            JobDirectory two = join(directory, 2, 4)) {
            zero.simulateDeath(1);
            awaitState(zero, 1, RankState.FAILED);
            zero.simulateDeath(2);
            awaitState(zero, 2, RankState.FAILED);
            assertThat(one.state(2)).isEqualTo(RankState.FAILED);
            assertThat(two.state(0)).isEqualTo(RankState.LIVE);
        }
    }

    @Test
    void shouldNotTakeAMissingLockFileOrAClosedTableForDeath() throws IOException {
        try (JobDirectory job = join(directory, 0, 2)) {
            final RankLocks outside = RankLocks.open(directory, 12345);
            assertThat(outside.probeAlive(1)).isTrue();
            outside.release(1, outside.tryHold(1));
            assertThat(outside.probeAlive(1)).isFalse();
            outside.close();
            assertThat(outside.probeAlive(1)).isTrue();
            assertThat(job.probe(1)).isFalse();
        }
    }

    @Test
    void shouldKeepTheFirstAbort() throws IOException {
        try (JobDirectory zero = join(directory, 0, 2); JobDirectory one = join(directory, 1, 2)) {
            assertThat(zero.abortStatus()).isZero();
            assertThat(zero.abortReason()).isEmpty();
            final long epoch = zero.failureEpoch();
            one.abort(3, "disc is full");
            zero.abort(4, "me too");
            assertThat(zero.abortStatus()).isEqualTo(3);
            assertThat(zero.abortReason()).isEqualTo("disc is full");
            assertThat(zero.failureEpoch()).isEqualTo(epoch + 1);
            assertThatThrownBy(() -> zero.abort(0, "fine")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void shouldCutALongReason() throws IOException {
        try (JobDirectory job = join(directory, 0, 1)) {
            job.abort(1, "x".repeat(1000));
            assertThat(job.abortReason()).isEqualTo("x".repeat(240));
        }
    }

    @Test
    void shouldPutADeadJobAsideForOneGeneration() throws IOException {
        final JobDirectory first = join(directory, 0, 2);
        Files.writeString(directory.resolve("notes.txt"), "mine");
        Files.createFile(first.pairPath(new PairEnds(0, 1, 1, 1)));
        first.abort(9, "first");
        first.simulateDeath(0);

        final JobDirectory second = join(directory, 0, 2);
        assertThat(second.jobId()).isNotEqualTo(first.jobId());
        assertThat(second.abortStatus()).isZero();
        assertThat(second.state(0)).isEqualTo(RankState.LIVE);
        assertThat(directory.resolve("notes.txt")).exists();
        assertThat(directory.resolve("pair-0.1-1.1.dat")).doesNotExist();
        assertThat(directory.resolve("previous").resolve("pair-0.1-1.1.dat")).exists();
        try (JobDirectory previous = JobDirectory.inspect(directory.resolve("previous"))) {
            assertThat(previous.abortReason()).isEqualTo("first");
        }
        first.close();
        assertThat(second.probe(0)).isFalse();
        second.simulateDeath(0);

        try (JobDirectory third = join(directory, 0, 2); JobDirectory previous = JobDirectory.inspect(directory.resolve("previous"))) {
            assertThat(previous.jobId()).isEqualTo(second.jobId());
            assertThat(directory.resolve("previous").resolve("pair-0.1-1.1.dat")).doesNotExist();
            assertThat(third.state(0)).isEqualTo(RankState.LIVE);
        }
        second.close();
    }

    @Test
    void shouldAttachToAJobThatNobodyHasJoinedYet() throws IOException {
        join(directory, 0, 1).close();
        Files.delete(directory.resolve("job.dat"));
        final JobFile created = JobFile.create(directory.resolve("job.dat"), 2, geometry());
        try (JobDirectory job = join(directory, 1, 2)) {
            assertThat(job.jobId()).isEqualTo(created.jobId());
            assertThat(directory.resolve("previous")).doesNotExist();
        }
    }

    @Test
    void shouldDeleteEverythingWhenTheLastHasLeft() throws IOException {
        final JobDirectory zero = join(directory, 0, 2);
        final JobDirectory one = join(directory, 1, 2);
        Files.createFile(zero.pairPath(new PairEnds(0, 1, 1, 1)));
        zero.leave();
        zero.destroyIfLast();
        assertThat(directory.resolve("job.dat")).exists();
        one.leave();
        one.destroyIfLast();
        assertThat(directory).doesNotExist();
        zero.destroyIfLast();
        zero.close();
        one.close();
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldKeepTheFilesOfAJobThatFailedOrIsNotComplete() throws IOException {
        final JobDirectory zero = join(directory, 0, 3);
        zero.close();
        zero.destroyIfLast();
        assertThat(directory.resolve("job.dat")).exists();
        final JobDirectory one = join(directory, 1, 3);
        final JobDirectory two = join(directory, 2, 3);
        one.simulateDeath(1);
        assertThat(two.probe(1)).isTrue();
        two.close();
        two.destroyIfLast();
        one.close();
        assertThat(directory.resolve("job.dat")).exists();
    }

    @Test
    void shouldNotDeleteTheNextJobNorOtherPeoplesFiles() throws IOException {
        final JobDirectory old = join(directory, 0, 1);
        old.close();
        final JobDirectory next = join(directory, 0, 1);
        old.destroyIfLast();
        assertThat(directory.resolve("job.dat")).exists();
        Files.writeString(directory.resolve("notes.txt"), "mine");
        next.close();
        next.destroyIfLast();
        assertThat(directory).isDirectoryContaining("glob:**notes.txt");
        assertThat(directory.resolve("job.dat")).doesNotExist();
        assertThat(directory.resolve("previous")).doesNotExist();
    }

    @Test
    void shouldWorkInAnInterruptedThreadAndKeepItsFlag() throws IOException {
        Thread.currentThread().interrupt();
        final JobDirectory job = join(directory, 0, 2);
        try (JobDirectory other = join(directory, 1, 2)) {
            assertThat(job.probe(1)).isFalse();
            job.simulateDeath(1);
            assertThat(job.probe(1)).isTrue();
            assertThat(job.probe(0)).isFalse();
            assertThat(other.state(0)).isEqualTo(RankState.LIVE);
        }
        job.close();
        job.destroyIfLast();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldInspectReadOnlyOrSayThatThereIsNoJob() throws IOException {
        assertThatThrownBy(() -> JobDirectory.inspect(directory)).isInstanceOf(NoSuchJobException.class)
            .hasMessageContaining(directory.toString());
        try (JobDirectory job = join(directory, 1, 2); JobDirectory view = JobDirectory.inspect(directory)) {
            assertThat(view.rank()).isEqualTo(-1);
            assertThat(view.size()).isEqualTo(2);
            assertThat(view.geometry()).isEqualTo(job.geometry());
            assertThat(view.probe(1)).isFalse();
            job.simulateDeath(1);
            assertThat(view.probe(1)).isTrue();
            assertThat(view.state(1)).isEqualTo(RankState.LIVE);
            assertThatThrownBy(() -> view.abort(1, "no")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> view.publishPair(new PairEnds(1, 1, 0, 1), 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(view::markLive).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldNotLeakFilesOverManyJobs() throws IOException {
        join(directory, 0, 1).close();
        final long before = Jobs.openFiles();
        for (int i = 0; i < 50; i++) {
            final Path each = temporary.resolve("job-" + i);
            try (JobDirectory zero = join(each, 0, 2); JobDirectory one = join(each, 1, 2);
                RankFile file = RankFile.create(one)) {
                assertThat(zero.probe(1)).isFalse();
                assertThat(file.counters()).isNotNull();
            }
        }
        assertThat(Jobs.openFiles()).isLessThanOrEqualTo(before + 2);
    }

    @Test
    void shouldOfferADefaultParentForTheOwnerAlone() throws IOException {
        final Path parent = JobDirectory.defaultParent();
        assertThat(parent.getFileName()).hasToString("tombolo-" + Files.getOwner(Path.of("/proc/self")).getName());
        assertThat(Files.getPosixFilePermissions(parent)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    private static int await(final CyclicBarrier barrier) {
        try {
            return barrier.await();
        } catch (final InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldStillExpectARankWhenTheOthersHaveLeftInOrder() throws IOException {
        final long id;
        try (JobDirectory first = join(directory, 0, 2)) {
            id = first.jobId();
        }
        try (JobDirectory late = join(directory, 1, 2)) {
            assertThat(late.jobId()).isEqualTo(id);
            assertThat(late.state(0)).isEqualTo(RankState.LEFT);
        }
    }
}

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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Group records: the first proposal decides, a record in use is never lost, and no number of groups, agreements and deaths exhausts them.
 */
@Timeout(30)
class GroupRecordsTest {
    private static final long MASK = ~0xffL;
    private static final long LATER = 1L << 20;
    private static final int FULL = GroupRecordDescriptor.records(2);

    @Test
    void shouldDecideOnTheFirstProposalOfEachNumber(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupRecords others = new GroupRecords(one);
            final int record = records.allocate(8, 0);
            assertThat(records.agreed(record)).isZero();
            assertThat(records.agree(record, 0x101, MASK)).isEqualTo(0x101);
            assertThat(others.agree(record, 0x102, MASK)).isEqualTo(0x101);
            assertThat(others.agree(record, 0x203, MASK)).isEqualTo(0x203);
            assertThat(records.agree(record, 0x204, MASK)).isEqualTo(0x203);
            assertThat(records.agreed(record)).isEqualTo(0x203);
            assertThat(records.settle(record, 1, 0x101, MASK)).isEqualTo(0x101);
            assertThat(records.settle(record, 2, 0x202, MASK)).isEqualTo(0x202);
            assertThat(others.settle(record, 1, 0x103, MASK)).isEqualTo(0x101);
            assertThat(others.settle(record, 2, 0x204, MASK)).isEqualTo(0x202);
            assertThat(others.settled(record, 1)).isEqualTo(0x101);
        }
    }

    @Test
    void shouldDecideOnceHoweverManyPropose(@TempDir final Path directory) throws Exception {
        final int threads = 4;
        final int agreements = 5_000;
        try (JobDirectory job = Jobs.join(directory, 0, 1)) {
            final GroupRecords records = new GroupRecords(job);
            final CyclicBarrier start = new CyclicBarrier(threads);
            final Set<Long> sums = new HashSet<>();
            final FutureTask<?>[] tasks = new FutureTask<?>[threads];
            for (int thread = 0; thread < threads; thread++) {
                final long own = thread;
                tasks[thread] = new FutureTask<>(() -> {
                    long sum = 0;
                    for (long number = 1; number <= agreements; number++) {
                        start.await();
                        sum = 31 * sum + records.agree(GroupRecords.WORLD, number << 8 | own, MASK);
                    }
                    return sum;
                });
                new Thread(tasks[thread]).start();
            }
            for (final FutureTask<?> task : tasks) {
                sums.add((Long) task.get());
            }
            assertThat(sums).hasSize(1);
        }
    }

    @Test
    void shouldKeepTheFieldsOfAGroup(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupRecords others = new GroupRecords(one);
            final int record = records.allocate(8, 77, 0b11);
            assertThat(others.hold(record, 8)).isTrue();
            assertThat(others.hold(record, 9)).isFalse();
            assertThat(others.hold(-1, 8)).isFalse();
            assertThat(others.hold(GroupRecords.WORLD, 0)).isTrue();
            assertThat(others.hold(record, 0)).isFalse();
            assertThat(others.name(record)).isEqualTo(8);
            assertThat(others.find(77, 0)).isEqualTo(record);
            assertThat(others.find(77, record)).isEqualTo(GroupRecords.NONE);
            assertThat(others.key(record)).isEqualTo(77);
            final long[] words = new long[1];
            others.members(record, words);
            assertThat(words).containsExactly(0b11);
            assertThat(others.isRevoked(record)).isFalse();
            final long epoch = one.failureEpoch();
            records.revoke(record);
            assertThat(others.isRevoked(record)).isTrue();
            assertThat(one.failureEpoch()).isGreaterThan(epoch);
            records.free(record, 8);
            assertThat(others.name(record)).isEqualTo(GroupRecords.NONE);
            assertThat(others.find(77, 0)).isEqualTo(GroupRecords.NONE);
        }
    }

    @Test
    void shouldReclaimWhatNobodyUses(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupProgressTable table = new GroupProgressTable(zero);
            final GroupProgressTable others = new GroupProgressTable(one);
            final int used = records.allocate(1, 0);
            final int alsoUsed = records.allocate(2, 0);
            final int closed = records.allocate(3, 0);
            table.open(1);
            others.open(2);
            table.close(table.open(3));
            records.revoke(closed);
            records.agree(closed, 0x101, MASK);
            for (long name = 4; name < 4 * FULL; name++) {
                assertThat(records.allocate(name, 0)).isPositive().isNotIn(used, alsoUsed);
            }
            assertThat(records.hold(used, 1)).isTrue();
            assertThat(records.hold(alsoUsed, 2)).isTrue();
            assertThat(records.hold(closed, 3)).isFalse();
            assertThat(records.isRevoked(closed)).isFalse();
            assertThat(records.agreed(closed)).isZero();
        }
    }

    @Test
    void shouldSayThatAllAreInUse(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 3); JobDirectory one = Jobs.join(directory, 1, 3);
            JobDirectory two = Jobs.join(directory, 2, 3)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupProgressTable[] tables = {new GroupProgressTable(zero), new GroupProgressTable(one), new GroupProgressTable(two)};
            for (int name = 1; name < FULL; name++) {
                assertThat(records.allocate(name, 0)).isPositive();
                assertThat(tables[name % 3].open(name)).isPositive();
            }
            assertThat(records.allocate(FULL, 0)).isEqualTo(GroupRecords.NONE);
            tables[0].close(tables[0].find(0, 3));
            assertThat(records.allocate(FULL, 0)).isPositive();
        }
    }

    /** A rank that dies leaves its groups, a record that it prepares, and one that it reclaims. */
    @Test
    void shouldReclaimWhatTheDeadHaveLeft(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupRecords others = new GroupRecords(one);
            final GroupProgressTable own = new GroupProgressTable(zero);
            final GroupProgressTable table = new GroupProgressTable(one);
            final int shared = others.allocate(1, 0);
            own.open(1);
            for (int name = 2; name < 600; name++) {
                others.allocate(name, 0);
                table.open(name);
            }
            final int marked = others.allocate(900, 0);
            final JobFile file = zero.file();
            file.word(JobFileDescriptor.recordOffset(2, marked), GroupRecordDescriptor.mark(1, 1, LATER));
            final long reclaimed = GroupRecordDescriptor.reclaiming(GroupRecordDescriptor.mark(1, 1, LATER + 1));
            file.word(JobFileDescriptor.recordOffset(2, shared), reclaimed);
            one.simulateDeath(1);
            assertThat(zero.probe(1)).isTrue();
            final Set<Integer> taken = new HashSet<>();
            for (long name = 1000; name < 1000 + FULL - 2; name++) {
                final int record = records.allocate(name, 0);
                assertThat(taken.add(record)).as("record %d", record).isTrue();
            }
            assertThat(taken).contains(marked).doesNotContain(shared);
            assertThat(records.hold(shared, 1)).isTrue();
        }
    }

    /** A rank that reclaims is slower than a member that opens the group: the member has the record, and the reclaimer frees it no more. */
    @Test
    void shouldTakeARecordBackFromARankThatReclaimsIt(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupRecords records = new GroupRecords(zero);
            final int record = records.allocate(1, 0);
            final int offset = JobFileDescriptor.recordOffset(2, record);
            final long prepared = GroupRecordDescriptor.mark(1, 1, LATER);
            final long reclaimed = GroupRecordDescriptor.reclaiming(prepared);
            final JobFile file = one.file();
            file.word(offset, prepared);
            assertThat(records.hold(record, 1)).isFalse();
            file.word(offset, reclaimed);
            assertThat(records.hold(record, 2)).isFalse();
            assertThat(records.hold(record, 1)).isTrue();
            GroupRecordWords.unmark(file.words(), offset, reclaimed, 0);
            assertThat(records.name(record)).isEqualTo(1);
        }
    }

    @Test
    void shouldOutliveManyDeaths(@TempDir final Path directory) throws Exception {
        outlive(directory, 200);
    }

    @Test
    @Tag("nightly")
    void shouldOutliveAThousandDeaths(@TempDir final Path directory) throws Exception {
        outlive(directory, 1000);
    }

    /** Each rank that dies leaves open groups, more than there are records in the end. The survivor has its group all the time. */
    private static void outlive(final Path directory, final int deaths) throws Exception {
        final int groups = 2 * GroupRecordDescriptor.RECORDS_A_RANK;
        try (JobDirectory zero = Jobs.join(directory, 0, deaths + 1)) {
            final GroupRecords records = new GroupRecords(zero);
            final GroupProgressTable table = new GroupProgressTable(zero);
            final int kept = records.allocate(1, 0);
            table.open(1);
            long name = 2;
            for (int rank = 1; rank <= deaths; rank++) {
                try (JobDirectory victim = Jobs.join(directory, rank, deaths + 1)) {
                    final GroupRecords others = new GroupRecords(victim);
                    final GroupProgressTable opened = new GroupProgressTable(victim);
                    for (int group = 0; group < groups; group++, name++) {
                        assertThat(others.allocate(name, 0)).isPositive().isNotEqualTo(kept);
                        assertThat(opened.open(name)).isPositive();
                    }
                    victim.simulateDeath(rank);
                    assertThat(zero.probe(rank)).isTrue();
                }
            }
            assertThat(records.hold(kept, 1)).isTrue();
        }
    }
}

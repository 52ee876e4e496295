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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All ranks find the progress of a rank, even after its end, and never take it for that of another group.
 */
class GroupProgressTableTest {
    @Test
    void shouldReturnTheProgressOfARank(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupProgressTable own = new GroupProgressTable(zero);
            final GroupProgressTable other = new GroupProgressTable(one);
            assertThat(other.load(0, 0, other.find(0, 0))).isZero();
            own.store(0, 5);
            final int entry = own.open(8);
            own.store(entry, 7);
            assertThat(other.load(0, 0, other.find(0, 0))).isEqualTo(5);
            assertThat(other.load(0, 8, other.find(0, 8))).isEqualTo(7);
            assertThat(other.find(0, 9)).isEqualTo(GroupProgressTable.NONE);
            assertThat(other.find(1, 8)).isEqualTo(GroupProgressTable.NONE);
            assertThat(other.load(0, 9, entry)).isEqualTo(GroupProgressTable.NONE);
            own.close(entry);
            zero.leave();
            assertThat(other.load(0, 8, other.find(0, 8))).isEqualTo(7);
        }
    }

    @Test
    void shouldListTheGroupsOfARankForAnInspector(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory inspector = JobDirectory.inspect(directory)) {
            final GroupProgressTable own = new GroupProgressTable(zero);
            assertThat(GroupCalls.of(inspector, 1)).containsExactly(new GroupCalls(0, false, 0, 0));
            own.store(0, 5);
            own.contribute(own.open(8), 3, -7);
            own.close(own.open(9));
            assertThat(GroupCalls.of(inspector, 0)).containsExactly(
                new GroupCalls(0, false, 5, 0), new GroupCalls(8, false, 0, 3), new GroupCalls(9, true, 0, 0));
        }
    }

    @Test
    void shouldReuseTheOldestEntryFirst(@TempDir final Path directory) throws Exception {
        try (JobDirectory job = Jobs.join(directory, 0, 1)) {
            final GroupProgressTable table = new GroupProgressTable(job);
            for (int group = 1; group < JobFileDescriptor.CALLS_CAPACITY; group++) {
                assertThat(table.open(group)).isPositive();
            }
            assertThat(table.open(5000)).isEqualTo(GroupProgressTable.NONE);
            final int first = table.find(0, 17);
            table.close(first);
            table.close(table.find(0, 900));
            table.store(first, 3);
            assertThat(table.load(0, 17, first)).isEqualTo(3);
            assertThat(table.open(5000)).isPositive();
            assertThat(table.open(5001)).isPositive();
            assertThat(table.find(0, 17)).isEqualTo(GroupProgressTable.NONE);
            assertThat(table.load(0, 17, first)).isEqualTo(GroupProgressTable.NONE);
            assertThat(table.load(0, 5000, table.find(0, 5000))).isZero();
            assertThat(table.open(5002)).isEqualTo(GroupProgressTable.NONE);
        }
    }

    @Test
    void shouldReturnTheContributionOfARank(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupProgressTable own = new GroupProgressTable(zero);
            final GroupProgressTable other = new GroupProgressTable(one);
            final int entry = own.open(8);
            assertThat(other.contributedTo(0, 8, entry)).isZero();
            own.contribute(entry, 1, -7);
            assertThat(other.contributedTo(0, 8, entry)).isEqualTo(1);
            assertThat(other.contribution(0, entry)).isEqualTo(-7);
            own.contribute(0, 5, 3);
            assertThat(other.contributedTo(0, 0, other.find(0, 0))).isEqualTo(5);
            own.close(entry);
            assertThat(other.contributedTo(0, 8, entry)).isEqualTo(1);
            assertThat(other.contributedTo(0, 9, entry)).isEqualTo(GroupProgressTable.NONE);
        }
    }

    /** The entries of an earlier incarnation: nobody waits for it any more, and its words stay until the entry is used again. */
    @Test
    void shouldCloseWhatWasInherited(@TempDir final Path directory) throws Exception {
        try (JobDirectory zero = Jobs.join(directory, 0, 2); JobDirectory one = Jobs.join(directory, 1, 2)) {
            final GroupProgressTable before = new GroupProgressTable(zero);
            final GroupProgressTable other = new GroupProgressTable(one);
            final int entry = before.open(8);
            before.store(entry, 4);
            before.store(0, 6);
            before.contribute(0, 5, 3);
            // A process that died while it opened the next entry.
            final int halfOpen = JobFileDescriptor.callOffset(2, 0, entry + 1) + JobFileDescriptor.CALL_GROUP_OFFSET;
            zero.file().word(halfOpen, Long.MIN_VALUE);
            new GroupProgressTable(zero).closeInherited();
            assertThat(other.isClosed(0, entry)).isTrue();
            assertThat(other.load(0, 8, entry)).isEqualTo(4);
            assertThat(zero.file().word(halfOpen)).as("may be opened again").isZero();
            assertThat(other.isClosed(0, 0)).isFalse();
            assertThat(other.load(0, 0, 0)).isZero();
            assertThat(other.contributedTo(0, 0, 0)).isZero();
        }
    }
}

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

import java.util.ArrayList;
import java.util.List;

/**
 * How far a rank has come in the calls of a group, as its table in the job file says.
 *
 * @param group     name of the group; 0 for that of all ranks.
 * @param isClosed  whether the rank has closed the group.
 * @param word      how far it has come in the calls of the group.
 * @param agreement number of the last agreement to which it contributes; 0 if there was none.
 */
public record GroupCalls(long group, boolean isClosed, long word, long agreement) {
    /**
     * Reads all entries of a rank's table. An entry that the rank gives to another group meanwhile is left out. Any thread.
     *
     * @param job  joined or inspected.
     * @param rank whose table to read.
     * @return new list, that of group 0 first.
     */
    public static List<GroupCalls> of(final JobDirectory job, final int rank) {
        final List<GroupCalls> calls = new ArrayList<>();
        for (int entry = 0; entry < JobFileDescriptor.CALLS_CAPACITY; entry++) {
            final int offset = JobFileDescriptor.callOffset(job.size(), rank, entry);
            // Acquire; partner: the release stores in GroupProgressTable.open, in the order word, number, group.
            final long before = job.file().word(offset + JobFileDescriptor.CALL_GROUP_OFFSET);
            final long word = job.file().word(offset + JobFileDescriptor.CALL_WORD_OFFSET);
            final long agreement = job.file().word(offset + JobFileDescriptor.CALL_NUMBER_OFFSET);
            final long after = job.file().word(offset + JobFileDescriptor.CALL_GROUP_OFFSET);
            final long name = (after & Long.MAX_VALUE) - 1;
            if (entry == 0) {
                calls.add(new GroupCalls(0, false, word, agreement));
            } else if (name >= 0 && name == (before & Long.MAX_VALUE) - 1) {
                calls.add(new GroupCalls(name, after < 0, word, agreement));
            }
        }
        return calls;
    }
}

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
package io.tombolo.engine.collective;

import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;

/**
 * The mapped memory regions of the members of a group: the last few of each. One thread at a time.
 */
final class MemberRegions {
    private static final int MAPPED = 8;

    private final Node node;
    private final GroupMembers members;
    private final RegionFile[] files;
    private final int[] ids;
    private final int[] next;

    MemberRegions(final Node node, final GroupMembers members) {
        this.node = node;
        this.members = members;
        this.files = new RegionFile[members.size() * MAPPED];
        this.ids = new int[files.length];
        this.next = new int[members.size()];
    }

    /**
     * Returns where a range of a member's region is, and maps the region first if it is not mapped.
     *
     * @param member of the group.
     * @param id     of the region, unchecked.
     * @param offset in the data of the region, unchecked.
     * @param length of the range in bytes.
     * @return address; 0 if there is no such range in one piece.
     * @throws IOException if the region cannot be mapped.
     */
    long address(final int member, final int id, final long offset, final long length) throws IOException {
        final RegionFile file = id > 0 ? file(member, id) : null;
        return file != null && file.contains(offset, length) && file.isContiguous(offset, length) ? file.address(offset, length) : 0;
    }

    private RegionFile file(final int member, final int id) throws IOException {
        final int first = member * MAPPED;
        for (int i = first; i < first + MAPPED; i++) {
            if (ids[i] == id) {
                if (i == first + next[member]) {
                    // A call reads up to two regions of a member: the other one takes the place of a file that this call does not read.
                    next[member] = (next[member] + 1) % MAPPED;
                }
                return files[i];
            }
        }
        final int rank = members.ranks()[member];
        final RegionFile file =
            RegionFile.attach(node.heapPath(rank, members.incarnation(member), id), rank, id, node.settings().windowShift());
        final int at = first + next[member];
        next[member] = (next[member] + 1) % MAPPED;
        if (files[at] != null) {
            files[at].close();
        }
        files[at] = file;
        ids[at] = id;
        return file;
    }

    /** Unmaps all. */
    void close() {
        for (int i = 0; i < files.length; i++) {
            if (files[i] != null) {
                files[i].close();
                files[i] = null;
                ids[i] = 0;
            }
        }
    }
}

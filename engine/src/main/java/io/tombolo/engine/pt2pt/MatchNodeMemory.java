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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.node.Node;
import io.tombolo.engine.node.Shortage;
import io.tombolo.matching.MatchNodeDescriptor;
import io.tombolo.matching.SegmentSource;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of the matching nodes, where readers outside find them: the first nodes are in the rank file, more are in files that are created
 * when they are needed. If there is no space for a file, that is an exception, and the file is asked for again after a while. One thread at
 * a time.
 */
final class MatchNodeMemory implements SegmentSource {
    private static final int SEGMENTS_A_PART = RankFileDescriptor.MATCH_NODES / MatchNodeDescriptor.NODES_PER_SEGMENT;

    private final Node node;
    private final Shortage space = new Shortage();
    private AtomicBuffer part;
    private int parts;

    MatchNodeMemory(final Node node) {
        this.node = node;
    }

    @Override
    public AtomicBuffer segment(final int index, final int length) {
        if (index / SEGMENTS_A_PART == parts && !tryGrow()) {
            return null;
        }
        return new UnsafeBuffer(part, index % SEGMENTS_A_PART * MatchNodeDescriptor.SEGMENT_LENGTH, length);
    }

    private boolean tryGrow() {
        if (!space.tryEnd()) {
            return false;
        }
        try {
            part = node.matchNodes(parts);
        } catch (final IOException exception) {
            space.begin(exception);
            throw new UncheckedIOException(exception.getMessage(), exception);
        }
        parts++;
        return true;
    }
}

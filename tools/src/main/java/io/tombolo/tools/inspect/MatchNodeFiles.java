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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.MatchNodeFile;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRow;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The matching nodes of a rank: those in its rank file, and those in the files that it made when it needed more.
 */
final class MatchNodeFiles implements AutoCloseable {
    private final List<AtomicBuffer> parts = new ArrayList<>();
    private final List<MatchNodeFile> files = new ArrayList<>();

    private MatchNodeFiles(final RankFile file) {
        parts.add(file.section(RankFileSection.MATCH_NODES));
    }

    static MatchNodeFiles of(final JobDirectory job, final RankRow row, final RankFile file) throws IOException {
        final MatchNodeFiles nodes = new MatchNodeFiles(file);
        try {
            while (nodes.add(job, row)) {
                // Continue until no file is left.
            }
            return nodes;
        } catch (final IOException refused) {
            nodes.close();
            throw refused;
        }
    }

    private boolean add(final JobDirectory job, final RankRow row) throws IOException {
        try {
            final MatchNodeFile file = MatchNodeFile.attach(job, row.rank(), row.incarnation(), files.size() + 1);
            files.add(file);
            parts.add(file.nodes());
            return true;
        } catch (final NoSuchFileException none) {
            return false;
        }
    }

    /** The nodes of each file, valid until this is closed. */
    List<AtomicBuffer> parts() {
        return parts;
    }

    @Override
    public void close() {
        files.forEach(MatchNodeFile::close);
    }
}

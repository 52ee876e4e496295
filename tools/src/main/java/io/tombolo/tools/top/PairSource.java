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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.pair.PairFileReader;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.tools.inspect.PairTraffic;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Reads the ring of each pair of ranks at each sample. The files stay mapped until one end is replaced.
 */
final class PairSource implements AutoCloseable {
    private final JobDirectory job;
    private final PairGeometry geometry;
    private final Map<PairEnds, PairFileReader> readers = new HashMap<>();

    PairSource(final JobDirectory job) {
        this.job = job;
        this.geometry = PairGeometry.of(job.geometry());
    }

    /**
     * Counts what has left in a pair.
     *
     * @param ends       of the pair
     * @param shown      messages that have left as the source shows them
     * @param besideRing payload bytes of these messages that were not in the ring
     */
    PairTraffic traffic(final PairEnds ends, final long shown, final long besideRing) {
        PairFileReader reader = readers.get(ends);
        try {
            if (reader == null) {
                reader = PairFileReader.attach(job.pairPath(ends), geometry, ends);
                readers.put(ends, reader);
            }
            return PairTraffic.of(ends.source(), ends.destination(), shown, besideRing, reader.readRing(0), geometry);
        } catch (final IOException absent) {
            return PairTraffic.of(ends.source(), ends.destination(), shown, besideRing, null, geometry);
        }
    }

    /** Unmaps the files of other pairs. */
    void keep(final Set<PairEnds> present) {
        final Iterator<Map.Entry<PairEnds, PairFileReader>> each = readers.entrySet().iterator();
        while (each.hasNext()) {
            final Map.Entry<PairEnds, PairFileReader> entry = each.next();
            if (!present.contains(entry.getKey())) {
                entry.getValue().close();
                each.remove();
            }
        }
    }

    /** Unmaps all files. */
    @Override
    public void close() {
        keep(Set.of());
    }
}

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
package io.tombolo.jmh;

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.RingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Both sides of a pair file with the default geometry.
 */
final class PairFiles implements AutoCloseable {
    final OutboundPair outbound;
    final InboundPair inbound;

    PairFiles(final RingKind kind) throws IOException {
        final PairGeometry geometry = new PairGeometry(kind, size(GeometrySetting.RING_SLOTS), size(GeometrySetting.PACKETS),
            size(GeometrySetting.PACKET_LENGTH), size(GeometrySetting.RETURN_RECORDS));
        final Path directory = Files.createTempDirectory("tombolo-jmh");
        final Path path = directory.resolve("pair");
        final PairEnds pair = new PairEnds(0, 1, 1, 1);
        outbound = OutboundPair.create(path, geometry, pair);
        inbound = InboundPair.attach(path, geometry, pair);
        outbound.delete();
        Files.delete(directory);
    }

    private static int size(final GeometrySetting setting) {
        return Math.toIntExact(setting.defaultValue());
    }

    @Override
    public void close() {
        inbound.close();
        outbound.close();
    }
}

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
package io.tombolo.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A region is closed while sends from it are under way: its file keeps its name until the last of these sends ends.
 */
@Timeout(30)
class LocalRegionsTest {
    private static final int ROUNDS = 5_000;
    private static final int SPREAD = 64;

    @TempDir
    private Path directory;

    private final LocalRegions regions = new LocalRegions(ROUNDS, MappedFile.WINDOW_SHIFT, 0, error -> {
        throw new AssertionError(error);
    });

    private Path path(final int id) {
        return directory.resolve("region-" + id);
    }

    private LocalRegion make() throws IOException {
        final int id = regions.reserve();
        return regions.add(id, RegionFile.create(path(id), 0, id, 64, MappedFile.WINDOW_SHIFT));
    }

    @Test
    void shouldKeepTheNameUntilTheLastSendIsDone() throws IOException {
        final LocalRegion region = make();
        region.sendStarted();
        region.sendStarted();
        regions.remove(region);
        region.sendEnded();
        regions.deleteUnused();
        assertThat(path(region.id())).exists();
        region.sendEnded();
        assertThat(path(region.id())).doesNotExist();
        regions.deleteUnused();
        regions.deleteAll();
    }

    /** A region keeps its pages as long as an object refers to it, so nothing may refer to a closed one. */
    @Test
    void shouldDropAClosedRegionThatNoSendNeeds() throws Exception {
        final WeakReference<LocalRegion> closed = makeAndRemove();
        while (closed.get() != null) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the closed region is still held");
            }
            System.gc();
        }
    }

    private WeakReference<LocalRegion> makeAndRemove() throws IOException {
        final LocalRegion region = make();
        regions.remove(region);
        assertThat(path(region.id())).doesNotExist();
        return new WeakReference<>(region);
    }

    @Test
    void shouldDeleteTheNameIfTheLastSendEndsDuringTheClose() throws Exception {
        final AtomicReference<LocalRegion> handed = new AtomicReference<>();
        final AtomicInteger ended = new AtomicInteger();
        final Thread owner = new Thread(() -> {
            for (int round = 0; round < ROUNDS; round++) {
                LocalRegion region;
                while ((region = handed.getAcquire()) == null) {
                    Thread.yield();
                }
                handed.setPlain(null);
                // The delay varies, so that some sends end in the middle of the closing.
                for (int i = round % SPREAD; i > 0; i--) {
                    Thread.onSpinWait();
                }
                region.sendEnded();
                ended.setRelease(round + 1);
            }
        });
        owner.setDaemon(true);
        owner.start();
        for (int round = 0; round < ROUNDS; round++) {
            final LocalRegion region = make();
            region.sendStarted();
            handed.setRelease(region);
            regions.remove(region);
            while (ended.getAcquire() <= round) {
                assertThat(owner.isAlive() || ended.get() > round).as("progress of the owner in round %d", round).isTrue();
                Thread.yield();
            }
            regions.deleteUnused();
        }
        owner.join();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}

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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.ringbuffers.collective.CollectiveFileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The setting that limits the slots of a rank for collective operations: what needs one too many is made at no rank, and leaves nothing.
 */
@Timeout(60)
class CollectiveSlotsTest {
    private final RankThreads threads = new RankThreads();

    /** Makes a job in which one rank may have fewer slots than the others. */
    private static LocalJob job(final int size, final int limited, final int slots) {
        return LocalJob.of(size, context -> {
            if (context.rank() == limited) {
                context.collectiveSlots(slots);
            }
        });
    }

    private static void assertRefused(final int rank, final ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalStateException.class).hasMessage(
            "rank " + rank + " has as many slots for collective operations in use as tombolo.collective.slots allows: " +
                "close communicators and windows that are no longer used");
    }

    private static List<String> files(final LocalJob job) throws IOException {
        try (Stream<Path> files = Files.list(job.directory())) {
            return files.map(path -> path.getFileName().toString()).filter(name -> name.startsWith("collective-")).sorted().toList();
        }
    }

    private static long mappings(final LocalJob job) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(job.directory() + "/collective-")).count();
        }
    }

    @Test
    void shouldRefuseAtAllRanksWhatIsOneTooMany() throws Exception {
        try (LocalJob job = job(3, 1, 3)) {
            final List<List<Communicator>> open = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            threads.run(job, engine -> {
                final Communicator world = engine.world();
                open.get(engine.rank()).add(world.dup());
                open.get(engine.rank()).add(world.split(0, -engine.rank()));
                open.get(engine.rank()).forEach(Communicator::barrier);
                assertRefused(1, world::dup);
            });
            final List<String> files = files(job);
            final long mappings = mappings(job);
            threads.run(job, engine -> {
                final Communicator world = engine.world();
                for (int i = 0; i < 3 * CollectiveFileDescriptor.SLOTS; i++) {
                    assertRefused(1, world::dup);
                    assertRefused(1, () -> world.split(engine.rank(), 0));
                    assertRefused(1, () -> world.allocateWindow(Long.BYTES));
                }
                open.get(engine.rank()).forEach(Communicator::barrier);
                world.barrier();
            });
            assertThat(files).containsExactly("collective-0.1-0.dat", "collective-1.1-0.dat", "collective-2.1-0.dat");
            assertThat(files(job)).isEqualTo(files);
            assertThat(mappings(job)).isEqualTo(mappings).isPositive();
            threads.run(job, engine -> {
                open.get(engine.rank()).get(0).close();
                engine.world().barrier();
                for (int i = 0; i < 3; i++) {
                    try (Communicator next = engine.world().dup()) {
                        next.barrier();
                        assertRefused(1, engine.world()::dup);
                        engine.world().barrier();
                    }
                }
                engine.world().allocateWindow(Long.BYTES).close();
            });
            assertThat(files(job)).isEqualTo(files);
        }
    }

    /** The root of a broadcast closes the communicator before the other rank has read. */
    @Test
    void shouldCountASlotThatIsStillRead() throws Exception {
        try (LocalJob job = job(2, 0, 2)) {
            final Communicator[] group = new Communicator[2];
            threads.run(job, engine -> {
                group[engine.rank()] = engine.world().dup();
                if (engine.rank() == 0) {
                    group[0].bcast(Elements.of(7L), 0);
                    group[0].close();
                }
                assertRefused(0, engine.world()::dup);
            });
            final long[] read = new long[1];
            group[1].bcast(Elements.of(read), 0);
            assertThat(read[0]).isEqualTo(7);
            threads.run(job, engine -> engine.world().dup().barrier());
        }
    }

    /** A rank without a slot has not come, for the others: they wait until it comes again. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldRefuseAGroupOnlyAtTheRankThatHasNoSlot(final int limited) throws Exception {
        try (LocalJob job = job(2, limited, 2)) {
            threads.run(job, engine -> {
                final Communicator alone = engine.world().split(engine.rank(), 0);
                if (engine.rank() == limited) {
                    for (int i = 0; i < 3; i++) {
                        assertRefused(limited, () -> engine.group(0, 1));
                    }
                    alone.close();
                }
                try (Communicator group = engine.group(0, 1)) {
                    group.barrier();
                }
            });
        }
    }

    @Test
    void shouldCountTheSlotOfTheWorld() throws Exception {
        try (LocalJob job = job(2, 1, 1)) {
            threads.run(job, engine -> {
                assertRefused(1, engine.world()::dup);
                engine.world().barrier();
            });
        }
    }
}

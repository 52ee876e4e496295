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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mistakes of a user: each is reported in one line that says what to do, and leaves no file behind.
 */
@Timeout(60)
class BadInputTest {
    private static final int LENGTH = 1 << 20;

    @TempDir
    Path directory;

    private final List<Throwable> errors = new ArrayList<>();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    private EngineContext context() {
        return new EngineContext().directory(directory.resolve("job")).errorHandler(errors::add).closeTimeout(0, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"5;2;tombolo.rank=5 must be from 0 to 1, for tombolo.size=2",
        "-1;2;tombolo.rank=-1 must be from 0 to 1, for tombolo.size=2", "1;1;tombolo.rank=1 must be from 0 to 0, for tombolo.size=1",
        "0;0;tombolo.size=0 must be from 1 to 1024", "0;100000;tombolo.size=100000 must be from 1 to 1024"})
    void shouldRefuseARankOutsideTheJob(final int rank, final int size, final String line) {
        assertThatThrownBy(() -> Engine.launch(context().rank(rank).size(size))).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(line).hasMessageNotContaining("\n");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseToStartARankTwice() {
        try (Engine engine = Engine.launch(context().size(2).rank(0))) {
            assertThatThrownBy(() -> Engine.launch(context().size(2).rank(0))).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("rank 0 (pid " + ProcessHandle.current().pid() + ") is alive since");
            assertThatThrownBy(() -> Engine.launch(context().size(3).rank(1))).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("the job has tombolo.size=2, rank 1 was started with 3");
            assertThat(engine.isOpen()).isTrue();
        }
    }

    @Test
    void shouldNameARankThatNeverJoined() {
        try (Engine engine = Engine.launch(context().size(2).rank(0).size(GeometrySetting.STAGING_LANES, 4))) {
            final Request receive = engine.world().irecv(buffer, 0, 8, 1, 7);
            assertThatThrownBy(() -> receive.await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 1 ms of waiting for a receive from rank 1, which has never joined, with tag 7" +
                    "; the operation goes on");
            assertThat(receive.isActive()).isTrue();
            assertThat(receive.cancel()).isTrue();
            assertThat(receive.await().outcome()).isEqualTo(Outcome.CANCELLED);
            final Request send = engine.world().isend(buffer, 0, LENGTH, 1, 7);
            assertThatThrownBy(() -> send.await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 1 ms of waiting for a send to rank 1, which has never joined, with tag 7 and length " +
                    LENGTH + "; the operation goes on");
            final Request any = engine.world().irecv(buffer, 0, 8, Communicator.ANY_SOURCE, 7);
            assertThatThrownBy(() -> any.await(1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class)
                .hasMessage("time is up after 1 ms of waiting for a receive from any rank with tag 7; the operation goes on");
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        final Engine engine = Engine.launch(context());
        final MemoryRegion region = engine.allocate(100);
        final Request receive = engine.world().irecv(buffer, 0, 8, 0, 1);
        region.close();
        region.close();
        engine.close();
        engine.close();
        assertThatThrownBy(receive::await).isInstanceOf(MessagingException.class);
        assertThat(receive.status().outcome()).isEqualTo(Outcome.CLOSED);
        for (final Runnable use : List.<Runnable>of(
            () -> engine.allocate(8), engine::poll, () -> engine.abort(1, "late"), () -> engine.world().recv(buffer, 0, 8, 0, 1),
            () -> engine.world().irecv(buffer, 0, 8, 0, 1), () -> engine.world().isend(buffer, 0, 8, 0, 1))) {
            assertThatThrownBy(use::run).isInstanceOf(IllegalStateException.class).hasMessage("this engine is closed");
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldReportATooSmallFileSystemAndLeaveNoFile() throws Exception {
        inSmallFileSystem("512k", () -> {
            assertThatThrownBy(() -> Engine.launch(context())).isInstanceOf(UncheckedIOException.class)
                .hasMessageMatching(".*/rank-0.1.dat: need \\d+ bytes, have \\d+; make room in .*").hasMessageNotContaining("\n");
            assertThat(directory).isEmptyDirectory();
        });
    }

    @Test
    void shouldReportThatThereIsNoRoomForAFeed() throws Exception {
        inSmallFileSystem("4m", () -> {
            try (Engine engine = Engine.launch(context())) {
                assertThatThrownBy(() -> engine.createFeed("prices", FeedOptions.latest().withCapacity(8 << 20)))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageMatching(".*/feed-0.1-1.dat: need \\d+ bytes, have \\d+; make room in .*").hasMessageNotContaining("\n");
                engine.createFeed("prices", FeedOptions.latest().withCapacity(1 << 20)).close();
            }
            assertThat(directory).isEmptyDirectory();
        });
    }

    @Test
    void shouldLeaveNoFileIfTheJobFileDoesNotFit() throws Exception {
        inSmallFileSystem("1m", () -> {
            assertThatThrownBy(() -> Engine.launch(context().rank(0).size(EngineContext.MAX_SIZE))).isInstanceOf(UncheckedIOException.class)
                .hasMessageMatching(".*/job.dat: need \\d+ bytes, have \\d+; make room in .*").hasMessageNotContaining("\n");
            assertThat(directory).isEmptyDirectory();
        });
    }

    @Test
    void shouldGoOnWhenTheFileSystemIsFull() throws Exception {
        inSmallFileSystem("2316k", () -> {
            try (Engine engine = Engine.launch(context().size(GeometrySetting.STAGING_LANES, 1)
                .size(GeometrySetting.STAGING_LANE_LENGTH, 1 << 20))) {
                assertThatThrownBy(() -> engine.allocate(LENGTH)).isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("/heap-0.1-1.dat: need ").hasMessageNotContaining("\n");
                final Request send = engine.world().isend(buffer, 0, LENGTH, 0, 1);
                assertThatThrownBy(send::await).isInstanceOf(MessagingException.class).hasMessageContaining("see the error handler");
                assertThat(send.status().outcome()).isEqualTo(Outcome.INSUFFICIENT_RESOURCES);
                assertThat(errors).hasSize(1);
                assertThat(errors.get(0)).hasMessageContaining("/heap-0.1-0.dat: need ");
                final Request receive = engine.world().irecv(buffer, 0, 8, 0, 2);
                engine.world().send(buffer, 0, 8, 0, 2);
                assertThat(receive.await().length()).isEqualTo(8);
                assertThat(engine.directory()).isDirectoryNotContaining("glob:**.tmp");
            }
            assertThat(directory).isEmptyDirectory();
        });
    }

    @Test
    void shouldCreateFewerLanesIfThereIsNoRoomForAll() throws Exception {
        inSmallFileSystem("2316k", () -> {
            try (Engine engine = Engine.launch(context())) {
                Payloads.fill(buffer, 0, LENGTH, 5);
                final UnsafeBuffer target = new UnsafeBuffer(new byte[LENGTH]);
                final Request receive = engine.world().irecv(target, 0, LENGTH, 0, 1);
                engine.world().send(buffer, 0, LENGTH, 0, 1);
                assertThat(receive.await().length()).isEqualTo(LENGTH);
                Payloads.check(target, 0, LENGTH, 5);
                assertThat(errors).isEmpty();
                assertThat(engine.directory().resolve("heap-0.1-0.dat")).isNotEmptyFile();
                assertThat(engine.directory().resolve("heap-0.1-0.dat").toFile().length()).isLessThan(300_000);
            }
        });
    }

    private void inSmallFileSystem(final String size, final Runnable test) throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=700", "none", directory.toString()) == 0,
            "only root can mount a small tmpfs");
        try {
            test.run();
        } finally {
            assertThat(run("umount", "-l", directory.toString())).isZero();
        }
    }

    private static int run(final String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    @Test
    void shouldNameTheMissingFlag() throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-Xshare:auto",
            "-cp", System.getProperty("java.class.path"), Launcher.class.getName());
        builder.environment().put("TOMBOLO_DIR", directory.resolve("job").toString());
        builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
        final Process process = builder.redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(output.lines().findFirst()).hasValueSatisfying(line -> assertThat(line).endsWith(
            "IllegalStateException: start this JVM with --add-opens java.base/jdk.internal.misc=ALL-UNNAMED"));
        assertThat(files()).isZero();
    }

    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    /** Launches an engine and closes it. */
    static final class Launcher {
        private Launcher() {
        }

        public static void main(final String[] arguments) {
            Engine.launch().close();
        }
    }
}

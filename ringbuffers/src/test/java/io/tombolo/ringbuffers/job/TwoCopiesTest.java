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

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of one JVM that use two copies of the library, like two applications in one server. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TwoCopiesTest {
    private static final int RANKS_OF_A_COPY = 8;

    @TempDir
    Path temporary;

    private final List<URLClassLoader> copies = new ArrayList<>();

    @AfterEach
    void closeLoaders() throws IOException {
        for (final URLClassLoader copy : copies) {
            copy.close();
        }
    }

    private URLClassLoader copy() throws IOException {
        final List<URL> urls = new ArrayList<>();
        for (final String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(path).toUri().toURL());
        }
        copies.add(new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
        return copies.get(copies.size() - 1);
    }

    @SuppressWarnings("unchecked")
    private static UnaryOperator<String> rank(final ClassLoader copy) throws ReflectiveOperationException {
        final Object rank = copy.loadClass(RankMain.class.getName()).getConstructor().newInstance();
        assertThat(rank).isNotInstanceOf(RankMain.class);
        return (UnaryOperator<String>) rank;
    }

    @Test
    void shouldLiveInOneJob() throws Exception {
        final Path directory = temporary.resolve("job");
        final UnaryOperator<String> zero = rank(copy());
        final UnaryOperator<String> one = rank(copy());
        try (ChildJvm outside = ChildJvm.start(RankMain.class)) {
            assertThat(zero.apply("join " + directory + " 0 3")).startsWith("joined");
            assertThat(one.apply("join " + directory + " 1 3")).startsWith("joined");
            assertThat(one.apply("join " + directory + " 0 3")).contains("rank 0").contains("is alive since");
            assertThat(outside.ask("join " + directory + " 2 3")).startsWith("joined");
            assertThat(zero.apply("probe 1")).isEqualTo("false");
            assertThat(one.apply("probe 0")).isEqualTo("false");
            // Closes the channel that probed rank 0, and so drops the lock of the other copy.
            assertThat(one.apply("close")).isEqualTo("closed");
            for (int i = 0; i < 20; i++) {
                assertThat(outside.ask("probe 0")).isEqualTo("false");
            }
            assertThat(zero.apply("die")).isEqualTo("dead");
            assertThat(outside.ask("probe 0")).isEqualTo("true");
            assertThat(zero.apply("close")).isEqualTo("closed");
        }
    }

    @Test
    void shouldSeeADeathInTheOtherCopy() throws Exception {
        final Path directory = temporary.resolve("job");
        final UnaryOperator<String> zero = rank(copy());
        final UnaryOperator<String> one = rank(copy());
        assertThat(zero.apply("join " + directory + " 0 2")).startsWith("joined");
        assertThat(one.apply("join " + directory + " 1 2")).startsWith("joined");
        assertThat(one.apply("die")).isEqualTo("dead");
        assertThat(zero.apply("await 1 FAILED")).isEqualTo("FAILED");
        assertThat(one.apply("close")).isEqualTo("closed");
        assertThat(zero.apply("close")).isEqualTo("closed");
    }

    @Test
    void shouldLiveInTwoJobs() throws Exception {
        final UnaryOperator<String> one = rank(copy());
        final UnaryOperator<String> other = rank(copy());
        final String first = one.apply("join " + temporary.resolve("one") + " 0 1");
        final String second = other.apply("join " + temporary.resolve("other") + " 0 1");
        assertThat(first).startsWith("joined").isNotEqualTo(second);
        assertThat(second).startsWith("joined");
        assertThat(one.apply("destroy")).isEqualTo("destroyed");
        assertThat(other.apply("destroy")).isEqualTo("destroyed");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void shouldNotDropTheLockUnderWhichTheOtherCopyMakesAJob() throws Exception {
        final Path directory = temporary.resolve("job");
        final UnaryOperator<String> one = rank(copy());
        final UnaryOperator<String> other = rank(copy());
        try (ChildJvm outside = ChildJvm.start(RankMain.class)) {
            assertThat(one.apply("takeCreateLock " + directory)).isEqualTo("taken");
            assertThat(other.apply("takeCreateLock " + directory)).contains("pid " + ProcessHandle.current().pid());
            assertThat(outside.ask("holdCreateLock " + directory + " false")).isEqualTo("not held");
            assertThat(one.apply("closeCreateLock")).isEqualTo("closed");
            assertThat(outside.ask("holdCreateLock " + directory + " false")).isEqualTo("held");
        }
    }

    @Test
    void shouldJoinAtTheSameTime() throws Exception {
        final Path directory = temporary.resolve("job");
        final int size = 2 * RANKS_OF_A_COPY;
        final URLClassLoader first = copy();
        final URLClassLoader second = copy();
        final Queue<String> answers = new ConcurrentLinkedQueue<>();
        final List<UnaryOperator<String>> ranks = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            final UnaryOperator<String> rank = rank(i % 2 == 0 ? first : second);
            final String line = "join " + directory + " " + i + " " + size;
            threads.add(new Thread(() -> answers.add(rank.apply(line))));
            ranks.add(rank);
        }
        threads.forEach(Thread::start);
        for (final Thread thread : threads) {
            thread.join();
        }
        assertThat(answers).hasSize(size).allMatch(answer -> answer.startsWith("joined ")).containsOnly(answers.peek());
        ranks.forEach(rank -> rank.apply("close"));
    }
}

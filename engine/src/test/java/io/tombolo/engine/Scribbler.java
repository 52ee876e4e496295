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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Stores impossible words in the files of a running job.
 */
final class Scribbler {
    private static final int HEAD_LENGTH = 2048;
    private static final int LOG = 20;

    private record Part(String name, ByteBuffer bytes) {
        Part {
            bytes.order(ByteOrder.nativeOrder());
        }
    }

    private final JobDirectory job;
    private final Random random;
    private final Predicate<String> isTarget;
    private final Map<Path, List<Part>> files = new TreeMap<>();
    private final List<String> last = new ArrayList<>();

    /**
     * Makes a scribbler that has not found any file.
     *
     * @param job      inspected.
     * @param random   decides what is stored where.
     * @param isTarget says of the name of a file whether it is one.
     */
    Scribbler(final JobDirectory job, final Random random, final Predicate<String> isTarget) {
        this.job = job;
        this.random = random;
        this.isTarget = isTarget;
    }

    /** Finds the files that there are now. */
    void look() throws IOException {
        try (Stream<Path> found = Files.list(job.path())) {
            for (final Path path : (Iterable<Path>) found.sorted()::iterator) {
                final String name = path.getFileName().toString();
                if (name.endsWith(".dat") && isTarget.test(name) && !files.containsKey(path)) {
                    map(path, name);
                }
            }
        }
    }

    private void map(final Path path, final String name) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
            files.put(path, name.startsWith("rank-") ? sections(name, mapped) : List.of(new Part(name, mapped)));
        }
    }

    private List<Part> sections(final String name, final MappedByteBuffer mapped) {
        final List<Part> parts = new ArrayList<>();
        parts.add(new Part(name, mapped.slice(0, RankFileDescriptor.HEADER_LENGTH)));
        for (final RankFileSection section : RankFileSection.values()) {
            parts.add(new Part(name + " " + section, mapped.slice(
                RankFileDescriptor.sectionOffset(section, job.geometry(), job.size()),
                RankFileDescriptor.sectionLength(section, job.geometry(), job.size()))));
        }
        return parts;
    }

    /** Stores one word. */
    void scribble() {
        if (files.isEmpty()) {
            return;
        }
        final List<Part> parts = List.copyOf(files.values()).get(random.nextInt(files.size()));
        final Part part = parts.get(random.nextInt(parts.size()));
        final ByteBuffer target = part.bytes;
        // Positions and headers come first in a file. Most of the rest is payload.
        final int range = random.nextBoolean() ? Math.min(HEAD_LENGTH, target.capacity()) : target.capacity();
        final int at = random.nextInt(range / Long.BYTES) * Long.BYTES;
        final long value = word(target.getLong(at));
        note(part.name + "+" + at + "=" + Long.toHexString(value) + " was " + Long.toHexString(target.getLong(at)));
        target.putLong(at, value);
    }

    private long word(final long old) {
        return switch (random.nextInt(9)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> random.nextLong();
            case 3 -> old + 1 + random.nextInt(64);
            case 4 -> old - 1 - random.nextInt(64);
            case 5 -> old ^ 1L << random.nextInt(Long.SIZE);
            case 6 -> random.nextInt(1024);
            case 7 -> Long.MAX_VALUE >>> random.nextInt(Long.SIZE);
            default -> old & 0xFFFF_FFFF_0000_0000L | random.nextInt() & 0xFFFF_FFFFL;
        };
    }

    private void note(final String what) {
        last.add(what);
        if (last.size() > LOG) {
            last.remove(0);
        }
    }

    @Override
    public String toString() {
        return "last words " + last;
    }
}

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
package io.tombolo.engine.feed;

import io.tombolo.engine.Engine;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.feed.FeedCutException;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank that writes or reads a feed until it is told to end. Arguments: {@code write}, the milliseconds after which readers are cut off
 * and the number of readers to wait for; or {@code read} and the nanoseconds of work for each message. A file in the job's directory tells
 * the writer what to do: with {@code more-N} it says so after some more messages, with {@code end} it closes the feed.
 */
final class FeedRank {
    static final String NAME = "ticks";
    private static final int LENGTH = 48;
    private static final int MORE = 20_000;
    private static final int LOOK_INTERVAL = 256;
    private static final int MOST_MARKS = 3;
    private static final long GUARD_S = 25;

    private FeedRank() {
    }

    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            if (arguments[0].equals("write")) {
                write(engine, Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
            } else {
                read(engine, Long.parseLong(arguments[1]));
            }
        }
    }

    private static void write(final Engine engine, final long cutOffMs, final int readers) {
        try (FeedWriter writer = engine.createFeed(NAME,
            FeedOptions.reliable().withCapacity(1 << 16).cutOffAfter(cutOffMs, TimeUnit.MILLISECONDS))) {
            final int[] count = new int[1];
            while (count[0] < readers) {
                count[0] = 0;
                writer.forEachReader((rank, incarnation, isCut, messages, bytes, missed) -> count[0]++);
                Thread.yield();
            }
            TestOutput.say("writing");
            final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
            final Path directory = engine.directory();
            int mark = 1;
            long due = Long.MAX_VALUE;
            while (!((writer.published() & LOOK_INTERVAL - 1) == 0 && Files.exists(directory.resolve("end")))) {
                message.putLong(0, writer.published());
                message.putLong(LENGTH - Long.BYTES, ~writer.published());
                writer.write(message, 0, LENGTH, GUARD_S, TimeUnit.SECONDS);
                if ((writer.published() & LOOK_INTERVAL - 1) == 0 && mark <= MOST_MARKS) {
                    if (due == Long.MAX_VALUE && Files.exists(directory.resolve("more-" + mark))) {
                        due = writer.published() + MORE;
                    } else if (writer.published() >= due) {
                        TestOutput.say("more-" + mark++ + " written");
                        due = Long.MAX_VALUE;
                    }
                }
            }
            TestOutput.say("published " + writer.published() + " cut " + writer.cutReaders());
        }
    }

    private static void read(final Engine engine, final long workNs) {
        FeedReader reader = open(engine);
        final long[] state = {-1, 0};
        TestOutput.say("open");
        while (true) {
            try {
                final int shown = reader.poll((number, buffer, offset, length) -> {
                    if (state[0] < 0) {
                        TestOutput.say("reading from " + number);
                    } else if (number != state[0]) {
                        throw new AssertionError("message " + number + " in place of " + state[0]);
                    }
                    if (buffer.getLong(offset) != number || buffer.getLong(offset + length - Long.BYTES) != ~number) {
                        throw new AssertionError("message " + number + " has other bytes");
                    }
                    state[0] = number + 1;
                    final long until = System.nanoTime() + workNs;
                    while (System.nanoTime() - until < 0) {
                        Thread.onSpinWait();
                    }
                }, 100, GUARD_S, TimeUnit.SECONDS);
                if (shown == FeedReader.ENDED) {
                    TestOutput.say("ended " + reader.end() + " after " + state[0]);
                    return;
                }
                if (shown == 0) {
                    throw new AssertionError("nothing comes after " + state[0]);
                }
            } catch (final FeedCutException cut) {
                TestOutput.say("cut after " + state[0]);
                reader.close();
                reader = open(engine);
                state[0] = -1;
            }
        }
    }

    private static FeedReader open(final Engine engine) {
        return engine.openFeed(NAME, FeedStart.FROM_OLDEST, GUARD_S, TimeUnit.SECONDS);
    }
}

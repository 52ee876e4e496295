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

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A file outside of the job that the processes of {@link ServicesSoakTest} map: what the test asks of them, whom it ends, and what each
 * process has sent. It survives the kill of any of them, so a receiver can tell what a dead process had sent.
 * <p>
 * A process is named by its service, from 0, and by its serial number, from 1: how often this service was started.
 */
final class ServiceBoard implements AutoCloseable {
    static final int SERVICES = 5;
    /** Most processes of a service. */
    static final int SERIALS = 4096;

    private static final int PHASE = 0;
    private static final int STOPS = 8;
    private static final int CONTINUES = 16;
    private static final int ENDING = 64;
    private static final int LEAVING = ENDING + 8 * SERVICES;
    private static final int STOPPED = 24;
    private static final int END_TIMES = 256;
    private static final int JOINED = END_TIMES + 8 * SERVICES * SERIALS;
    private static final int SENT = JOINED + 8 * SERVICES * SERIALS;
    private static final int LENGTH = SENT + 8 * SERVICES * SERIALS * SERVICES;
    private static final int COUNT_BITS = 40;

    private final MappedByteBuffer mapped;
    private final UnsafeBuffer words;

    private ServiceBoard(final MappedByteBuffer mapped) {
        this.mapped = mapped;
        this.words = new UnsafeBuffer(mapped);
    }

    static ServiceBoard open(final Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new ServiceBoard(channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH));
        }
    }

    /** Returns an even number for traffic, an odd one for a pause, and below 0 for the end. */
    long phase() {
        return words.getLongVolatile(PHASE);
    }

    void phase(final long phase) {
        words.putLongVolatile(PHASE, phase);
    }

    void stopOne(final int service) {
        words.putLongVolatile(STOPPED, service);
        words.getAndAddLong(STOPS, 1);
    }

    void continueOne() {
        words.getAndAddLong(CONTINUES, 1);
    }

    /** Returns a number that changes when a process is stopped, and is odd as long as it is. */
    long stops() {
        return words.getLongVolatile(STOPS) + words.getLongVolatile(CONTINUES);
    }

    /** Returns the service that was stopped last. */
    int stopped() {
        return (int) words.getLongVolatile(STOPPED);
    }

    /** Records which process has joined as an incarnation of its rank. One that is killed before this is in no list. */
    void joined(final int service, final int serial, final int incarnation) {
        words.putLongVolatile(JOINED + 8 * (service * SERIALS + incarnation), serial);
    }

    /** Returns the process that has joined as an incarnation; 0 if it is not known. */
    int serial(final int service, final int incarnation) {
        return (int) words.getLongVolatile(JOINED + 8 * (service * SERIALS + incarnation));
    }

    /** Records that a process is about to be killed or is asked to leave. Written before, so that no peer can learn of it earlier. */
    void end(final int service, final int serial, final boolean isKilled) {
        words.putLongVolatile(endTime(service, serial), isKilled ? System.nanoTime() : 0);
        words.putLongVolatile(ENDING + 8 * service, serial);
    }

    /** Returns the last process of a service that was ended; 0 if none was. */
    int ended(final int service) {
        return (int) words.getLongVolatile(ENDING + 8 * service);
    }

    /** Returns when a process was killed, by {@link System#nanoTime}, which all processes of a machine share; 0 if it was not. */
    long killTime(final int service, final int serial) {
        return words.getLongVolatile(endTime(service, serial));
    }

    private static int endTime(final int service, final int serial) {
        return END_TIMES + 8 * (service * SERIALS + serial);
    }

    void leave(final int service, final int serial) {
        words.putLongVolatile(LEAVING + 8 * service, serial);
    }

    boolean mayStay(final int service, final int serial) {
        return words.getLongVolatile(LEAVING + 8 * service) < serial;
    }

    /** Records how many sends of an epoch, counted from its first, have all completed. */
    void sent(final int service, final int serial, final int destination, final int epoch, final int count) {
        words.putLongVolatile(sentOffset(service, serial, destination), (long) epoch << COUNT_BITS | count);
    }

    int sentEpoch(final int service, final int serial, final int destination) {
        return (int) (words.getLongVolatile(sentOffset(service, serial, destination)) >>> COUNT_BITS);
    }

    int sentCount(final int service, final int serial, final int destination) {
        return (int) (words.getLongVolatile(sentOffset(service, serial, destination)) & (1L << COUNT_BITS) - 1);
    }

    private static int sentOffset(final int service, final int serial, final int destination) {
        return SENT + 8 * ((service * SERIALS + serial) * SERVICES + destination);
    }

    @Override
    public void close() {
        mapped.force();
    }
}

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
package io.tombolo.engine.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The events that a rank gives to the flight recorder of the JVM. A recording that wants messages switches on that short messages which
 * complete at once are recorded; no other recording does.
 */
@Timeout(30)
class JfrEventsTest {
    private static final String SENT = "tombolo.MessageSent";
    private static final String RECEIVED = "tombolo.MessageReceived";
    private static final String WAIT = "tombolo.Wait";
    private static final String GONE = "tombolo.PeerGone";
    private static final int LONG = 1 << 20;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);

    @TempDir
    private Path directory;

    @Test
    void shouldGiveEachMessageOnce() throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable(SENT);
            recording.enable(RECEIVED);
            recording.start();
            try (LocalJob job = LocalJob.of(2)) {
                exchange(job);
                exchange(job);
                final Communicator world = job.engine(1).world();
                // Unexpected.
                job.engine(0).world().send(buffer, 0, 9, 1, 5);
                job.step();
                job.engine(0).world().send(buffer, 0, 10, 1, 6);
                world.recv(buffer, 0, 10, 0, 6);
                world.recv(buffer, 0, 9, 0, 5);
                // Posted.
                final Request any = world.irecv(buffer, 0, 100, Communicator.ANY_SOURCE, 4);
                job.engine(0).world().send(buffer, 0, 11, 1, 4);
                any.await();
                // Truncated.
                job.engine(0).world().send(buffer, 0, 12, 1, 3);
                assertThatThrownBy(() -> world.recv(buffer, 0, 1, 0, 3)).isInstanceOf(MessagingException.class);
                final Request send = job.engine(0).world().isend(buffer, 0, LONG, 1, 2);
                final Request receive = world.irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, 0, 2);
                while (!send.test() | !receive.test()) {
                    TimeLimit.check();
                    job.step();
                }
                final List<RecordedEvent> events = stop(recording);
                assertThat(of(events, SENT)).map(JfrEventsTest::message).containsExactly(
                    "0 1 7 8 short SUCCESS", "0 1 7 8 short SUCCESS", "0 1 5 9 short SUCCESS", "0 1 6 10 short SUCCESS",
                    "0 1 4 11 short SUCCESS", "0 1 3 12 short SUCCESS", "0 1 2 " + LONG + " long SUCCESS");
                assertThat(of(events, RECEIVED)).map(JfrEventsTest::message).containsExactly(
                    "1 0 7 8 short SUCCESS", "1 0 7 8 short SUCCESS", "1 0 6 10 short SUCCESS", "1 0 5 9 short SUCCESS",
                    "1 0 4 11 short SUCCESS", "1 0 3 12 short TRUNCATED", "1 0 2 " + LONG + " long SUCCESS");
                assertThat(of(events, RECEIVED)).filteredOn(event -> event.getInt("tag") == 4)
                    .allMatch(event -> !event.getDuration("waited").isNegative());
                assertThat(events).allMatch(event -> event.getString("job").equals(job.directory().getFileName().toString())
                    && event.getInt("communicator") == 0 && event.getStackTrace() == null);
            }
        }
    }

    private static String message(final RecordedEvent event) {
        return event.getInt("rank") + " " + event.getInt("peer") + " " + event.getInt("tag") + " " + event.getLong("length") +
            (event.getBoolean("isLong") ? " long " : " short ") + event.getString("outcome");
    }

    @Test
    void shouldGiveWaitsWithTheirStackAndDeaths() throws Exception {
        try (Recording recording = new Recording(); LocalJob job = LocalJob.of(2)) {
            recording.enable(WAIT).withThreshold(Duration.ZERO);
            recording.enable(GONE);
            recording.start();
            final Communicator world = job.engine(1).world();
            final RankThreads threads = new RankThreads();
            threads.start(() -> world.recv(buffer, 0, 8, 0, 7));
            while (!FlightEvents.of(job, 1, event -> event.kind().name()).contains("SLEPT")) {
                TimeLimit.check();
            }
            job.engine(0).world().send(buffer, 8, 8, 1, 7);
            threads.join();
            job.kill(0);
            assertThatThrownBy(() -> world.recv(buffer, 0, 8, 0, 7)).isInstanceOf(PeerFailedException.class);
            final List<RecordedEvent> events = stop(recording);
            final RecordedEvent wait = of(events, WAIT).get(0);
            assertThat(wait.getString("call") + " " + wait.getString("awaited") + " " + wait.getInt("rank") + " " + wait.getInt("peer") +
                " " + wait.getInt("tag") + " " + wait.getInt("entries")).isEqualTo("RECV RECEIVE 1 0 7 1");
            assertThat(wait.getDuration()).isPositive();
            assertThat(wait.getStackTrace().getFrames()).extracting(frame -> frame.getMethod().getType().getName())
                .contains(JfrEventsTest.class.getName());
            assertThat(of(events, GONE)).map(event -> event.getInt("rank") + " " + event.getInt("peer") + " " +
                event.getInt("incarnation") + " " + event.getString("outcome")).containsExactly("1 0 1 PEER_FAILED");
        }
    }

    @Test
    void shouldSwitchTheRecordingOfMessagesOnAndOff() throws IOException {
        try (Recording other = new Recording(); Recording recording = new Recording(); LocalJob job = LocalJob.of(2)) {
            other.enable(WAIT);
            other.start();
            exchange(job);
            exchange(job);
            assertThat(shortMessages(job)).isZero();
            recording.enable(RECEIVED);
            recording.start();
            // Until the watch thread has looked.
            while (shortMessages(job) == 0) {
                TimeLimit.check();
                exchange(job);
            }
            assertThat(of(stop(recording), RECEIVED)).isNotEmpty();
            long before = -1;
            while (before != shortMessages(job)) {
                TimeLimit.check();
                before = shortMessages(job);
                exchange(job);
            }
        }
    }

    /** Returns how many short messages the receiver has recorded that a call took at once. */
    private static long shortMessages(final LocalJob job) {
        return FlightEvents.of(job, 1, event -> event.kind().text()).stream().filter("received"::equals).count();
    }

    private void exchange(final LocalJob job) {
        job.engine(0).world().send(buffer, 0, 8, 1, 7);
        job.engine(1).world().recv(buffer, 0, 8, 0, 7);
    }

    private List<RecordedEvent> stop(final Recording recording) throws IOException {
        recording.stop();
        final Path file = directory.resolve("events.jfr");
        recording.dump(file);
        try (Stream<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()) {
            return events.filter(event -> event.getEventType().getName().startsWith("tombolo."))
                .sorted(Comparator.comparing(RecordedEvent::getEndTime)).toList();
        }
    }

    private static List<RecordedEvent> of(final List<RecordedEvent> events, final String name) {
        return events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
    }
}

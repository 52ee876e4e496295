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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One process of {@link ServicesSoakTest}: sends messages of all kinds to the others, receives in all ways, and goes on when another ends.
 * Its arguments are the path of the board, its service, its serial number, a seed and the time of its start.
 */
final class ServiceRank {
    private static final int MOST_RECEIVES = 64;
    private static final int WAYS_TO_RECEIVE = 5;
    private static final long HELLO_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long IDLE_NS = TimeUnit.MICROSECONDS.toNanos(300);
    private static final long LEAVE_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int POSTED_TAG = 2;
    private static final int POSTED = 4;

    private final Engine engine;
    private final Communicator world;
    private final ServiceBoard board;
    private final int self;
    private final int serial;
    private final Random random;
    private final boolean isAsync;
    private final CallTimes times;
    private final ServiceLedger ledger;
    private final ServiceLink[] links = new ServiceLink[ServiceBoard.SERVICES];
    private final long[] pauseHeard = new long[ServiceBoard.SERVICES];
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[ServiceMessage.LONGEST]);
    private final UnsafeBuffer[] postedBuffers = new UnsafeBuffer[POSTED];
    private final Request[] posted = new Request[POSTED];
    private final Status status = new Status();
    private final Message message = new Message();
    private final long mainNs;
    // Number of stops at the start.
    private final long stops;
    private boolean isFirst = true;

    private ServiceRank(
        final Engine engine, final ServiceBoard board, final int self, final int serial, final Random random, final boolean isAsync,
        final ServiceReports reports, final long mainNs, final long stops) {
        this.engine = engine;
        this.world = engine.world();
        this.board = board;
        this.self = self;
        this.serial = serial;
        this.random = random;
        this.isAsync = isAsync;
        this.mainNs = mainNs;
        this.stops = stops;
        this.times = new CallTimes(board, self);
        this.ledger = new ServiceLedger(self, board, ServiceRank::violation);
        for (int service = 0; service < links.length; service++) {
            if (service != self) {
                links[service] = new ServiceLink(engine, board, self, serial, service, times, reports, !isAsync);
            }
        }
        for (int i = 0; i < POSTED; i++) {
            postedBuffers[i] = new UnsafeBuffer(new byte[ServiceMessage.LONGEST]);
            posted[i] = new Request();
            post(i);
        }
    }

    static void violation(final String what) {
        TestOutput.say("VIOLATION " + what);
    }

    public static void main(final String[] arguments) throws Exception {
        final long mainNs = System.nanoTime();
        final int self = Integer.parseInt(arguments[1]);
        final int serial = Integer.parseInt(arguments[2]);
        // Generators whose seeds are close begin alike.
        final Random random = new Random((Long.parseLong(arguments[3]) + 31L * self + serial) * 0x9E37_79B9_7F4A_7C15L);
        try (ServiceBoard board = ServiceBoard.open(Path.of(arguments[0]))) {
            run(board, self, serial, random, mainNs, Long.parseLong(arguments[4]));
        }
        TestOutput.say("closed");
    }

    private static void run(
        final ServiceBoard board, final int self, final int serial, final Random random, final long mainNs, final long startNs) {
        final long stops = board.stops();
        final boolean isAsync = random.nextInt(4) == 0;
        final ServiceReports reports = new ServiceReports(board);
        // With an agent, a message could go to the next process before the thread that sends it has seen the report.
        final boolean isListening = !isAsync && random.nextBoolean();
        final ThreadLevel level = isAsync ? ThreadLevel.MULTIPLE : ThreadLevel.SINGLE;
        try (Engine engine = Engine.launch(
            // Kept: on a busy machine all five may be dead at a time.
            new EngineContext().keep(true).memberListener(isListening ? reports : null).asyncProgress(isAsync).threadLevel(level))) {
            if (engine.rank() != self) {
                violation("service " + self + " got rank " + engine.rank());
            }
            board.joined(self, serial, EngineAccess.node(engine).job().incarnation());
            TestOutput.say("joined " + self + "." + serial);
            TestOutput.say("time start of JVM to main " + (mainNs - startNs) / 1000);
            TestOutput.say("time main to joined" + duringStop(board, stops) + " " + (System.nanoTime() - mainNs) / 1000);
            new ServiceRank(engine, board, self, serial, random, isAsync, reports, mainNs, stops).run();
        }
    }

    private static String duringStop(final ServiceBoard board, final long stops) {
        return (stops & 1) == 1 || board.stops() != stops ? " during a stop" : "";
    }

    private void run() {
        for (final ServiceLink link : links) {
            if (link != null) {
                link.hello();
            }
        }
        long phase = board.phase();
        while (phase >= 0 && board.mayStay(self, serial)) {
            if ((phase & 1) == 0) {
                turn();
            } else if (pause(phase)) {
                TestOutput.say("paused " + phase + " received " + ledger.received());
                while (board.phase() == phase && board.mayStay(self, serial)) {
                    receive();
                    idle();
                }
            }
            phase = board.phase();
        }
        final long start = System.nanoTime();
        while (!isAllSent() && System.nanoTime() - start < LEAVE_NS) {
            receive();
            idle();
        }
        for (final Request request : posted) {
            request.cancel();
        }
        times.report();
    }

    private boolean isAllSent() {
        boolean isSent = true;
        for (final ServiceLink link : links) {
            isSent &= link == null || link.isAllSent();
        }
        return isSent;
    }

    private void turn() {
        for (int i = random.nextInt(4); i > 0; i--) {
            final ServiceLink link = links[random.nextInt(links.length)];
            if (link != null && !link.isGone()) {
                link.sendOne(random, this::receive);
            }
        }
        final int received = receive();
        if (received == 0) {
            ledger.concludeReplaced();
        }
        if (received == 0 || random.nextInt(16) == 0) {
            idle();
        }
        times.reportSometimes();
    }

    /** Lets other processes have the core, inside of the engine where a rank sleeps. */
    private void idle() {
        final int service = random.nextInt(links.length);
        if (links[service] == null || !links[service].idle()) {
            engine.poll();
            LockSupport.parkNanos(IDLE_NS);
        }
        final long now = System.nanoTime();
        for (final ServiceLink link : links) {
            if (link != null && link.isGone() && now - link.goneSince() > HELLO_AGAIN_NS) {
                link.hello();
            }
        }
    }

    private void post(final int i) {
        world.irecv(postedBuffers[i], 0, ServiceMessage.LONGEST, Communicator.ANY_SOURCE, POSTED_TAG, posted[i]);
    }

    private int receive() {
        int received = 0;
        for (final ServiceLink link : links) {
            if (link != null) {
                link.look();
            }
        }
        for (int i = 0; i < POSTED; i++) {
            received += takePosted(i);
        }
        while (received < MOST_RECEIVES && times.call("iprobe", () -> world.iprobe(
            Communicator.ANY_SOURCE, Communicator.ANY_TAG, status))) {
            final int source = status.source();
            final int tag = status.tag();
            try {
                take(source, tag);
                received++;
            } catch (final PeerFailedException failure) {
                links[failure.rank() >= 0 ? failure.rank() : source].told(failure, ServiceLink.NEXT);
            }
        }
        return received;
    }

    private int takePosted(final int i) {
        if (!posted[i].isComplete()) {
            return 0;
        }
        int received = 0;
        try {
            posted[i].await();
            note(postedBuffers[i], posted[i].status().source(), (int) posted[i].status().length());
            received = 1;
        } catch (final PeerFailedException failure) {
            if (failure.rank() >= 0) {
                links[failure.rank()].told(failure, ServiceLink.NEXT);
            }
        }
        post(i);
        return received;
    }

    private void take(final int source, final int tag) {
        switch (random.nextInt(WAYS_TO_RECEIVE)) {
            case 0 -> times.run("recv from any", () -> world.recv(
                buffer, 0, ServiceMessage.LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG, status));
            case 1 -> times.run("recv", () -> world.recv(buffer, 0, ServiceMessage.LONGEST, source, tag, status));
            case 2 -> {
                if (!world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message)) {
                    violation("a message that was probed has gone");
                }
                times.run("recv of message", () -> message.recv(buffer, 0, ServiceMessage.LONGEST));
                note(buffer, message.status().source(), (int) message.status().length());
                return;
            }
            case 3 -> {
                world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, message);
                readInPlace();
                return;
            }
            default -> {
                times.run("probe", () -> world.probe(source, tag, status));
                times.run("recv", () -> world.recv(buffer, 0, ServiceMessage.LONGEST, source, tag, status));
            }
        }
        note(buffer, status.source(), (int) status.length());
    }

    private void readInPlace() {
        final int from = message.source();
        final int length = (int) message.length();
        try {
            times.run("view", () -> buffer.putBytes(0, message.buffer(), 0, length));
        } finally {
            message.close();
        }
        note(buffer, from, length);
    }

    private void note(final UnsafeBuffer received, final int source, final int length) {
        final ServiceMessage header = ServiceMessage.read(received, length);
        if (header.service() != source) {
            violation("a message of " + header.service() + " came from " + source);
        }
        if (isFirst) {
            TestOutput.say("time main to first message" + duringStop(board, stops) + " " + (System.nanoTime() - mainNs) / 1000);
            isFirst = false;
        }
        final boolean isNew = header.serial() > ledger.heard(source);
        ledger.receive(source, header.serial(), header.epoch(), header.number());
        pauseHeard[source] = Math.max(pauseHeard[source], header.kind());
        links[source].hear(header.serial());
        if (isNew) {
            links[source].hello();
        }
    }

    /** Ends the traffic, and checks what was received. Returns false if the test goes on without this process. */
    private boolean pause(final long phase) {
        for (final ServiceLink link : links) {
            while (link != null && !link.sayPause(phase)) {
                TimeLimit.check();
                receive();
                idle();
                if (board.phase() != phase || !board.mayStay(self, serial)) {
                    return false;
                }
            }
        }
        while (!isPausedEverywhere(phase) || !isAllSent()) {
            receive();
            idle();
            if (board.phase() != phase || !board.mayStay(self, serial)) {
                return false;
            }
        }
        ledger.checkAll();
        times.report();
        return true;
    }

    private boolean isPausedEverywhere(final long phase) {
        for (int service = 0; service < links.length; service++) {
            if (links[service] != null && pauseHeard[service] < phase) {
                return false;
            }
        }
        return true;
    }
}

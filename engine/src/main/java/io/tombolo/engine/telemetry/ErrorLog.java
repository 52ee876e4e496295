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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.file.SystemLimits;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.errors.DistinctErrorLog;

/**
 * Takes the asynchronous errors of a rank. Each goes to the application's handler, and each distinct one as a line to the log in the rank
 * file, which other processes can read even after the rank has died ({@link org.agrona.concurrent.errors.ErrorLogReader}). Any thread; not
 * for the message path. Never throws.
 */
public final class ErrorLog implements ErrorHandler, AutoCloseable {
    private static final String OWN_PACKAGE = "io.tombolo.";

    private final DistinctErrorLog log;
    private final ErrorHandler handler;
    private final HandlerCalls calls = new HandlerCalls(this::tellApplication);
    private final AtomicLong logged = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final AtomicInteger writers = new AtomicInteger();
    private volatile boolean closed;

    /**
     * Creates an empty log.
     *
     * @param section of the rank file, zeros.
     * @param handler of the application; exceptions that it throws are logged and not passed on.
     */
    public ErrorLog(final AtomicBuffer section, final ErrorHandler handler) {
        this.log = new DistinctErrorLog(section, SystemEpochClock.INSTANCE);
        this.handler = handler;
    }

    @Override
    public void onError(final Throwable failure) {
        final Throwable error = explained(failure);
        // Writers are counted so that close does not let the log be unmapped under one. Full fence; partner: the loads in close.
        writers.incrementAndGet();
        try {
            if (!closed) {
                record(error);
            }
        } catch (final Throwable full) {
            // No memory for the line. The handler is called all the same.
            dropped.incrementAndGet();
        } finally {
            writers.decrementAndGet();
        }
        calls.add(error);
    }

    private static Throwable explained(final Throwable failure) {
        try {
            return failure instanceof IOException refused ? SystemLimits.explain(refused, 0) : failure;
        } catch (final Throwable unexplained) {
            // For example, no memory to read the limits.
            return failure;
        }
    }

    /**
     * Returns the queue of calls to the handler.
     *
     * @return always the same.
     */
    public HandlerCalls calls() {
        return calls;
    }

    private void record(final Throwable error) {
        if (log.record(new Line(error))) {
            logged.incrementAndGet();
        } else {
            dropped.incrementAndGet();
        }
    }

    /** The one place that calls the application's handler. */
    private void tellApplication(final Throwable error) {
        try {
            handler.onError(error);
        } catch (final Throwable handlers) {
            // Catches Errors as well, such as failed assertions of tests: they must not end the engine's work half done.
            log(error, handlers);
        }
    }

    private static void log(final Throwable error, final Throwable handlers) {
        try {
            System.getLogger("io.tombolo.engine").log(System.Logger.Level.WARNING, error.getMessage(), handlers);
        } catch (final Throwable loggers) {
            // There is no other place to report it.
        }
    }

    /**
     * Publishes the counts of errors. Called by the writer of the counters.
     *
     * @param counters of the rank.
     */
    public void count(final Counters counters) {
        counters.set(Counter.ERRORS_LOGGED, logged.get());
        counters.set(Counter.ERRORS_DROPPED, dropped.get());
    }

    /**
     * Stops writing to the section, which may be unmapped afterwards. Errors still go to the handler. Waits for threads that are writing.
     */
    @Override
    public void close() {
        closed = true;
        while (writers.get() > 0) {
            Thread.onSpinWait();
        }
    }

    /** The line that is logged for an error and makes it distinct. It has the place in the engine, and no stack trace. */
    private static final class Line extends Exception {
        private static final long serialVersionUID = 1;

        Line(final Throwable error) {
            super(text(error), null, false, false);
        }

        private static String text(final Throwable error) {
            final String what = error.getClass().getSimpleName() + ": " + error.getMessage();
            for (final StackTraceElement frame : error.getStackTrace()) {
                if (frame.getClassName().startsWith(OWN_PACKAGE)) {
                    return what + " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
                }
            }
            return what;
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}

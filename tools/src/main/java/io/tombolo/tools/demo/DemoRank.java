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
package io.tombolo.tools.demo;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.tools.run.RequiredJvmFlags;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * The program of each rank of the demonstration. Its argument is the path of the file. The environment says the rest, see
 * {@link RequiredJvmFlags} and {@link EngineContext}.
 */
public final class DemoRank {
    /** Exit status of a rank that ends because another one failed. */
    static final int ANOTHER_ENDED = 75;

    /** Exit status of a rank that prints a stack trace. */
    static final int FAULT = 70;

    private static final int FAILED = 1;
    private static final int INLINE_LIMIT = 1024;
    private static final Set<Outcome> ANOTHERS = EnumSet.of(Outcome.PEER_FAILED, Outcome.PEER_LEFT, Outcome.ABORTED);

    private DemoRank() {
    }

    /**
     * Runs one rank.
     *
     * @param arguments the path of the file
     */
    public static void main(final String[] arguments) {
        System.exit(run(Path.of(arguments[0])));
    }

    private static int run(final Path file) {
        try {
            // After a failure the engine is not closed: the exit of this process tells the other ranks.
            final Engine engine = Engine.launch(
                set(new EngineContext()).errorHandler(error -> System.err.println(error.getMessage())));
            final int status = run(engine, file);
            if (status == 0) {
                engine.close();
            } else {
                engine.abort(FAILED, "a rank of the demo failed");
            }
            return status;
        } catch (final UncheckedIOException ex) {
            System.err.println(ex.getMessage());
            return FAILED;
        }
    }

    /** Lowers the inline limit, so that the pieces of {@link FilePart#EAGER} travel in packets and not in the ring. */
    static EngineContext set(final EngineContext context) {
        return context.size(GeometrySetting.INLINE_LIMIT, INLINE_LIMIT);
    }

    private static int run(final Engine engine, final Path file) {
        try {
            play(engine, file);
            return 0;
        } catch (final MessagingException ex) {
            System.err.println(ex.getMessage());
            return ANOTHERS.contains(ex.outcome()) ? ANOTHER_ENDED : FAILED;
        } catch (final DemoFailure | IOException | UncheckedIOException ex) {
            System.err.println(ex.getMessage());
            return FAILED;
        } catch (final RuntimeException | Error ex) {
            ex.printStackTrace(System.err); // A bug in Tombolo: the whole stack trace helps.
            return FAULT;
        }
    }

    private static void play(final Engine engine, final Path file) throws IOException {
        engine.world().barrier();
        if (engine.rank() == 0) {
            lead(engine, file, new Report(System.out));
        } else {
            follow(engine);
        }
        engine.world().barrier();
    }

    private static void lead(final Engine engine, final Path file, final Report report) throws IOException {
        report.phase(DemoPhase.SPREADING);
        try (InputStream stream = Files.newInputStream(file)) {
            new FileSpreader(engine, report, new DemoPlan(Files.size(file), engine.size() - 1), stream).run();
        }
        report.phase(DemoPhase.TOKENS);
        new TokenPassing(engine.world()).lead(report);
        report.phase(DemoPhase.LATENCY);
        Latency.measure(engine, report);
        report.phase(DemoPhase.FINISHING);
        engine.world().barrier();
        new CounterSums(engine.directory()).show(report);
    }

    private static void follow(final Engine engine) {
        new FileReceiver(engine.world()).run();
        new TokenPassing(engine.world()).pass();
        if (engine.rank() == 1) {
            Latency.answer(engine);
        }
        engine.world().barrier();
    }
}

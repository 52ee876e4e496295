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
import io.tombolo.tools.run.JvmFlags;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * The program of each rank of the demonstration. Its argument is the file; the rest is in the environment, see {@link JvmFlags} and
 * {@link EngineContext}.
 */
public final class DemoRank {
    /** Exit status of a rank that ends because another one did: not the one to be blamed. */
    static final int ANOTHER_ENDED = 75;

    private static final int FAILED = 1;
    private static final Set<Outcome> ANOTHERS = EnumSet.of(Outcome.PEER_FAILED, Outcome.PEER_LEFT, Outcome.ABORTED);

    private DemoRank() {
    }

    /**
     * Runs one rank.
     *
     * @param arguments the path of the file.
     */
    public static void main(final String[] arguments) {
        System.exit(run(Path.of(arguments[0])));
    }

    private static int run(final Path file) {
        final EngineContext context = new EngineContext().errorHandler(error -> System.err.println(error.getMessage()));
        // Not closed when something fails: what it has sent is of no use to anybody then, and the exit of the process is the message.
        final Engine engine = Engine.launch(context);
        try {
            run(engine, file);
            engine.close();
            return 0;
        } catch (final MessagingException ex) {
            if (ANOTHERS.contains(ex.outcome())) {
                return end(engine, ANOTHER_ENDED, ex.getMessage());
            }
            System.err.println(ex.getMessage());
            return end(engine, FAILED, ex.getMessage());
        } catch (final DemoFailure | IOException ex) {
            System.err.println(ex.getMessage());
            return end(engine, FAILED, ex.getMessage());
        }
    }

    private static int end(final Engine engine, final int status, final String reason) {
        engine.abort(FAILED, reason);
        return status;
    }

    private static void run(final Engine engine, final Path file) throws IOException {
        engine.world().barrier();
        if (engine.rank() == 0) {
            lead(engine, file, new Report(System.out));
        } else {
            follow(engine);
        }
        engine.world().barrier();
    }

    private static void lead(final Engine engine, final Path file, final Report report) throws IOException {
        report.phase(Phase.SPREADING);
        try (InputStream stream = Files.newInputStream(file)) {
            new Spread(engine, report, new DemoPlan(Files.size(file), engine.size() - 1), stream).run();
        }
        report.phase(Phase.TOKENS);
        new TokenRing(engine.world()).lead(report);
        report.phase(Phase.LATENCY);
        Latency.measure(engine, report);
        report.phase(Phase.FINISHING);
        engine.world().barrier();
        new CounterSums(engine.directory()).show(report);
    }

    private static void follow(final Engine engine) {
        new Worker(engine.world()).run();
        new TokenRing(engine.world()).pass();
        if (engine.rank() == 1) {
            Latency.answer(engine);
        }
        engine.world().barrier();
    }
}

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
package io.tombolo.tools.examples;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.PeerFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Five processes with names: a publisher of prices, three strategies that answer them with orders, and a gateway. This program starts
 * them, kills one strategy while its orders are under way, and starts it again. No order is lost or doubled. In production, systemd,
 * Kubernetes or {@code tombolo run} start the services.
 */
public final class Services {
    static final String GATEWAY = "gateway";
    static final String PUBLISHER = "publisher";
    static final List<String> STRATEGIES = List.of("strategy-0", "strategy-1", "strategy-2");
    static final int KILL_AT = 100;
    static final String KILL_LINE = " has sent " + KILL_AT + " orders";

    // Tags of messages.
    static final int PRICE = 1;
    static final int HELLO = 2;
    static final int LAST = 3;
    static final int ORDER = 4;
    static final int ACCEPTED = 5;
    static final int DONE = 6;

    private static final String VICTIM = "strategy-1";
    private static final String CAPACITY = "8";
    private static final int PAUSE_NS = 50_000;

    private final Map<String, Process> processes = new HashMap<>();

    private Services() {
    }

    /**
     * Starts all services, or is one of them.
     *
     * @param names name of the service; none to start all.
     * @throws IOException          if a process cannot be started.
     * @throws InterruptedException if the thread is interrupted.
     */
    public static void main(final String[] names) throws IOException, InterruptedException {
        if (names.length == 0) {
            new Services().startAll();
            return;
        }
        // The environment has the directory and the capacity of the job. The name finds the row of a service: nobody counts ranks.
        final EngineContext context = new EngineContext().name(names[0]);
        switch (names[0]) {
            case GATEWAY -> new OrderGateway().run(context);
            case PUBLISHER -> publish(context);
            default -> OrderStrategy.run(context);
        }
    }

    private void startAll() throws IOException, InterruptedException {
        try {
            start(GATEWAY, ProcessBuilder.Redirect.PIPE);
            start(PUBLISHER, ProcessBuilder.Redirect.INHERIT);
            for (final String strategy : STRATEGIES) {
                start(strategy, ProcessBuilder.Redirect.INHERIT);
            }
            final BufferedReader lines = processes.get(GATEWAY).inputReader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                if (line.endsWith(VICTIM + KILL_LINE)) {
                    // As kill -9 does.
                    processes.get(VICTIM).destroyForcibly().waitFor();
                    start(VICTIM, ProcessBuilder.Redirect.INHERIT);
                }
            }
            for (final Process process : processes.values()) {
                if (process.waitFor() != 0) {
                    throw new IllegalStateException("a service ended with " + process.exitValue());
                }
            }
        } finally {
            processes.values().forEach(Process::destroyForcibly);
        }
    }

    private void start(final String name, final ProcessBuilder.Redirect output) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m", "-XX:+UseSerialGC",
            "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            "-cp", System.getProperty("java.class.path"), Services.class.getName(), name);
        builder.environment().keySet().removeAll(List.of("TOMBOLO_RANK", "JDK_JAVA_OPTIONS"));
        builder.environment().put("TOMBOLO_SIZE", CAPACITY);
        processes.put(name, builder.redirectOutput(output).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Sends prices to the strategies that live, until the gateway has left. A strategy that is away misses them, which is right. */
    private static void publish(final EngineContext context) {
        try (Engine engine = Engine.launch(context)) {
            final Member gateway = engine.awaitMember(GATEWAY, 1, TimeUnit.MINUTES);
            for (final long[] price = {100}; !engine.member(gateway.rank()).isGone(); price[0]++) {
                for (final Member member : engine.members()) {
                    if (member.isLive() && STRATEGIES.contains(member.name())) {
                        try {
                            engine.world().send(price, 0, 1, member.rank(), PRICE);
                        } catch (final PeerFailedException ended) {
                            // Says so once. Later sends go to the next process of this name.
                            LockSupport.parkNanos(PAUSE_NS);
                        }
                    }
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }
}

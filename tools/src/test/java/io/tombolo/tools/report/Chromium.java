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
package io.tombolo.tools.report;

import io.tombolo.tools.json.JsonWriter;
import io.tombolo.tools.json.StrictJson;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Chromium without a window, driven by its DevTools protocol.
 */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String LISTENING = "DevTools listening on ";

    private final Process process;
    private final WebSocket socket;
    private final LinkedBlockingQueue<String> incoming = new LinkedBlockingQueue<>();
    private final List<Object> events = new ArrayList<>();
    private String session;
    private long lastId;

    private Chromium(final Process process, final URI address) {
        this.process = process;
        this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, new Listener()).join();
    }

    /** Collects messages, which may come in parts. */
    private final class Listener implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(final WebSocket from, final CharSequence text, final boolean isLast) {
            parts.append(text);
            if (isLast) {
                incoming.add(parts.toString());
                parts.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    /** The program, if this machine has one. */
    static Optional<Path> find() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).flatMap(place -> NAMES.stream().map(Path.of(place)::resolve))
            .filter(Files::isExecutable).findFirst();
    }

    /** Starts the program with a profile of its own, and opens a page. */
    static Chromium start(final Path program, final Path profile) throws IOException, InterruptedException {
        final Process process = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", "--remote-debugging-port=0",
            "--user-data-dir=" + profile, "about:blank").redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        final BufferedReader errors = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        String line = errors.readLine();
        while (line != null && !line.startsWith(LISTENING)) {
            line = errors.readLine();
        }
        if (line == null) {
            throw new IOException(program + " did not start");
        }
        final Thread drain = new Thread(() -> errors.lines().forEach(ignored -> { }));
        drain.setDaemon(true);
        drain.start();
        final Chromium chromium = new Chromium(process, URI.create(line.substring(LISTENING.length()).strip()));
        final Object target = chromium.call("Target.createTarget", Map.of("url", "about:blank"));
        final Object attached = chromium.call(
            "Target.attachToTarget", Map.of("targetId", StrictJson.at(target, "targetId"), "flatten", true));
        chromium.session = (String) StrictJson.at(attached, "sessionId");
        for (final String domain : List.of("Page", "Runtime", "Log", "Network")) {
            chromium.call(domain + ".enable", Map.of());
        }
        return chromium;
    }

    /** Calls a method, whose arguments are simple values or lists of objects, and returns the result. */
    Object call(final String method, final Map<String, Object> arguments) throws InterruptedException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(bytes, true, StandardCharsets.US_ASCII);
        final JsonWriter json = JsonWriter.ofLine(out).object().member("id", ++lastId).member("method", method);
        if (session != null) {
            json.member("sessionId", session);
        }
        json.object("params");
        arguments.forEach((name, value) -> member(json, name, value));
        json.end().end();
        socket.sendText(bytes.toString(StandardCharsets.US_ASCII), true).join();
        Map<?, ?> answer = next();
        while (!Long.valueOf(lastId).equals(answer.get("id"))) {
            answer = next();
        }
        if (answer.containsKey("error")) {
            throw new AssertionError(method + ": " + answer.get("error"));
        }
        return answer.get("result");
    }

    private static void member(final JsonWriter json, final String name, final Object value) {
        if (value instanceof List<?> list) {
            json.array(name);
            for (final Object element : list) {
                json.object();
                ((Map<?, ?>) element).forEach((key, each) -> json.member((String) key, each));
                json.end();
            }
            json.end();
        } else {
            json.member(name, value);
        }
    }

    private Map<?, ?> next() throws InterruptedException {
        final String text = incoming.poll(20, TimeUnit.SECONDS);
        if (text == null) {
            throw new AssertionError("no answer of Chromium");
        }
        final Map<?, ?> message = (Map<?, ?>) StrictJson.parse(text);
        if (message.containsKey("method")) {
            events.add(message);
        }
        return message;
    }

    /** Opens a page and waits until it is loaded. Earlier events are dropped. */
    void open(final Path page, final int width) throws InterruptedException {
        call("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        events.clear();
        call("Page.navigate", Map.of("url", page.toUri().toString()));
        while (events("Page.loadEventFired").isEmpty()) {
            next();
        }
        // What the page says meanwhile comes before the answer.
        evaluate("1");
    }

    /** The events of a kind since the page was opened. */
    List<Object> events(final String method) {
        return events.stream().filter(event -> method.equals(StrictJson.at(event, "method"))).toList();
    }

    /** The value of an expression in the page. */
    Object evaluate(final String expression) throws InterruptedException {
        return StrictJson.at(call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true)), "result.value");
    }

    /** Asks for a dark page from now on. */
    void dark() throws InterruptedException {
        call("Emulation.setEmulatedMedia", Map.of("media", "screen", "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    }

    @Override
    public void close() {
        final List<ProcessHandle> all = process.descendants().toList();
        // A browser that is killed leaves files behind.
        socket.sendText("{\"id\": 0, \"method\": \"Browser.close\"}", true).join();
        process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join();
        socket.abort();
        process.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
        all.forEach(each -> each.onExit().join());
    }
}

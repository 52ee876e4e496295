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
package io.tombolo.ringbuffers.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * One shell that sends all signals of this JVM: a process for each took most of the time of a test whose children leave it little of a
 * core. The shell ends with this JVM, whose end closes its input.
 */
final class SignalShell {
    private static SignalShell instance;

    private final Process shell;
    private final BufferedReader answers;

    private SignalShell() throws IOException {
        shell = new ProcessBuilder("sh").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        answers = new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Returns when the signal has been sent. */
    static synchronized void send(final String name, final long pid) throws IOException {
        if (instance == null || !instance.shell.isAlive()) {
            instance = new SignalShell();
        }
        instance.shell.getOutputStream().write(("kill -" + name + " " + pid + "; echo $?\n").getBytes(StandardCharsets.UTF_8));
        instance.shell.getOutputStream().flush();
        if (!"0".equals(instance.answers.readLine())) {
            throw new IOException("kill -" + name + " " + pid + " failed");
        }
    }
}

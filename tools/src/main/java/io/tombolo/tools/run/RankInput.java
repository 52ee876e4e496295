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
package io.tombolo.tools.run;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;

/**
 * The standard input of rank 0. A process that starts as rank 0 inherits it, unless it is a terminal. This process passes the input of a
 * terminal on, and all input once a spare process has become rank 0. Used only by the thread that runs the launch.
 */
final class RankInput {
    private final ProcessBuilder.Redirect source;
    private final boolean returns;
    private TerminalInput carrier;

    /**
     * Prepares to pass input on.
     *
     * @param source  of the input; null for none
     * @param returns whether rank 0 may start again when it has died
     */
    RankInput(final ProcessBuilder.Redirect source, final boolean returns) {
        this.source = source;
        this.returns = returns;
    }

    /** Sets the input of a process that will start as a rank. */
    void prepare(final int rank, final ProcessBuilder builder) {
        if (rank == 0 && source != null && !isCarried()) {
            builder.redirectInput(source);
        }
    }

    /** Passes input to a process that was prepared and has started. */
    void started(final int rank, final Process process) throws IOException {
        if (rank == 0 && isCarried()) {
            carryTo(process);
        } else if (rank != 0 || source == null) {
            process.getOutputStream().close();
        }
    }

    /** Passes input to a spare process that has become a rank. */
    void taken(final int rank, final Process spare) {
        try {
            if (rank == 0 && source == ProcessBuilder.Redirect.INHERIT) {
                carryTo(spare);
            } else {
                spare.getOutputStream().close();
            }
        } catch (final IOException expected) {
            // The process has ended already, which is an event of its own.
            return;
        }
    }

    private boolean isCarried() {
        return carrier != null || source == ProcessBuilder.Redirect.INHERIT && TerminalInput.isThere();
    }

    private void carryTo(final Process process) throws IOException {
        if (carrier != null) {
            carrier.turnTo(process.getOutputStream());
            return;
        }
        // With TTIN ignored, a read in the background fails instead of stopping the launcher.
        TerminalSignals.ignore("TTIN");
        final boolean isTerminal = TerminalInput.isThere();
        carrier = new TerminalInput(
            new FileInputStream(FileDescriptor.in), process.getOutputStream(), () -> returns || process.isAlive(),
            () -> !isTerminal || TerminalInput.isForeground());
        final Thread thread = new Thread(carrier, "terminal-input");
        thread.setDaemon(true);
        thread.start();
    }
}

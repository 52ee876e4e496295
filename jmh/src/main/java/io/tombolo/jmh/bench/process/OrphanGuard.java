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
package io.tombolo.jmh.bench.process;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Ends this process as soon as its parent has ended, however that happened: the kernel then closes the pipe to the standard input.
 */
final class OrphanGuard implements Runnable {

    /** Exit status of a child whose parent has ended. */
    static final int ORPHANED = 3;

    private final Path directory;

    private OrphanGuard(final Path directory) {
        this.directory = directory;
    }

    static void start(final Path directory) {
        final Thread thread = new Thread(new OrphanGuard(directory), "orphan-guard");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
            ScratchDirectory.delete(directory);
        } catch (final IOException ex) {
            System.err.println(ex);
        } finally {
            Runtime.getRuntime().halt(ORPHANED);
        }
    }
}

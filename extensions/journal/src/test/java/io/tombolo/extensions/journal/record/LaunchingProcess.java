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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.job.LaunchLock;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Holds the lock of a launcher, as a process of its own: {@code DIR}. Prints "launching", and ends with its standard input.
 */
public final class LaunchingProcess {
    private LaunchingProcess() {
    }

    /** Runs it. */
    public static void main(final String[] arguments) throws IOException {
        final LaunchLock lock = LaunchLock.take(Path.of(arguments[0]));
        System.out.println("launching");
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        LaunchLock.delete(Path.of(arguments[0]));
        lock.close();
    }
}

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

import java.util.concurrent.CountDownLatch;

/**
 * A rank that sleeps, and whose JVM takes long to end.
 */
final class SleepProgram {
    private SleepProgram() {
    }

    public static void main(final String[] arguments) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(SleepProgram::sleep));
        System.out.println("asleep");
        Thread.currentThread().join();
    }

    private static void sleep() {
        try {
            new CountDownLatch(1).await();
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}

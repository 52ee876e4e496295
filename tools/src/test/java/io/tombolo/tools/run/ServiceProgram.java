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

import io.tombolo.ringbuffers.setting.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A rank that tells who it is and what it reads, until it reads {@code end} or is killed.
 */
final class ServiceProgram {
    private ServiceProgram() {
    }

    public static void main(final String[] arguments) throws IOException, InterruptedException {
        System.out.println("rank " + Settings.text("tombolo.rank") + " name " + Settings.text("tombolo.name") +
            " arguments " + String.join(",", arguments) + " spare " + (System.getenv("TOMBOLO_RANK") == null) +
            " pid " + ProcessHandle.current().pid() + " ready");
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println("read " + line);
            if ("end".equals(line)) {
                return;
            }
            if ("fail".equals(line)) {
                throw new IllegalStateException("told to fail");
            }
        }
        Thread.currentThread().join();
    }
}

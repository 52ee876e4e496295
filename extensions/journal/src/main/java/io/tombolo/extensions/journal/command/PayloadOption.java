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
package io.tombolo.extensions.journal.command;

import picocli.CommandLine.Option;

/**
 * The options that show the bytes of messages.
 */
final class PayloadOption {
    private static final int FIRST_BYTES = 64;

    @Option(names = "--payload", description = "Show the first 64 bytes of each piece of the bytes of a message.")
    private boolean payload;

    @Option(names = "--all-payload", description = "Show all bytes of messages.")
    private boolean allPayload;

    PayloadOption() {
    }

    /** Returns how many bytes of a piece are shown at most. */
    int bytes() {
        return allPayload ? Integer.MAX_VALUE : payload ? FIRST_BYTES : 0;
    }
}

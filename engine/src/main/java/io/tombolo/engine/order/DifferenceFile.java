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
package io.tombolo.engine.order;

import io.tombolo.ringbuffers.flight.OrderReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tells the command that replays a rank of the first difference between its program and the recorded one: by a file beside the order, with
 * one line. One thread.
 */
final class DifferenceFile {
    private final Path file;
    private boolean isWritten;

    DifferenceFile(final Path order) {
        this.file = OrderReader.differenceFile(order);
    }

    void write(final String difference) {
        if (!isWritten) {
            isWritten = true;
            try {
                Files.writeString(file, difference, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
            } catch (final IOException exception) {
                throw new UncheckedIOException("cannot report a difference: " + difference, exception);
            }
        }
    }
}

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
package io.tombolo.ringbuffers.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnerOnlyTest {
    private static final int ROUNDS = 4_000;

    @TempDir
    Path temporary;

    @Test
    void shouldCreateADirectoryThatIsDeletedMeanwhile() throws Exception {
        final Path directory = temporary.resolve("job");
        final AtomicBoolean isOver = new AtomicBoolean();
        final CompletableFuture<Void> deleter = CompletableFuture.runAsync(() -> {
            while (!isOver.get()) {
                directory.toFile().delete();
            }
        });
        try {
            int made = 0;
            for (int i = 0; i < ROUNDS; i++) {
                made += OwnerOnly.createDirectory(directory, OwnerOnly.NO_GROUP) ? 1 : 0;
            }
            assertThat(made).isPositive();
        } finally {
            isOver.set(true);
            deleter.get();
        }
    }
}

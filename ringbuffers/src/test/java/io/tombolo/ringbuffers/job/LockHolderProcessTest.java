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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockHolderProcessTest {
    @TempDir
    Path temporary;

    @Test
    void shouldReadItselfAfterALongerLineOfAHolderThatWasKilled() throws Exception {
        final LockHolderProcess own = LockHolderProcess.own(false);
        try (FileChannel channel = FileChannel.open(
            temporary.resolve("rank-0.lock"), StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThat(LockHolderProcess.read(channel)).isNull();
            new LockHolderProcess(true, Long.MAX_VALUE, Long.MAX_VALUE, own.namespace()).write(channel);
            own.write(channel);
            assertThat(LockHolderProcess.read(channel)).isEqualTo(own);
            assertThat(own.mayRun()).isTrue();
        }
    }
}

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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A matched message whose sender dies before all of it is here. */
@Timeout(30)
class MessageFailureTest {
    @Test
    void shouldNotHideTheFailureOfAViewWhenItCloses() {
        try (LocalJob job = LocalJob.of(2)) {
            final int length = 8 << 20;
            job.engine(0).world().isend(new UnsafeBuffer(new byte[length]), 0, length, 1, 2, new Request());
            final Message message = new Message();
            while (!job.engine(1).world().improbe(0, 2, message)) {
                TimeLimit.check();
                job.step();
            }
            job.kill(0);
            assertThatThrownBy(() -> {
                try (message) {
                    message.buffer();
                }
            }).isInstanceOf(PeerFailedException.class).hasNoSuppressedExceptions();
            assertThat(message.isOpen()).isFalse();
        }
    }
}

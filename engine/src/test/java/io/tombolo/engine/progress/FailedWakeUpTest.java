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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.endpoint.EngineAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A wake-up of a rank fails, because there is no such rank.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailedWakeUpTest {
    @Test
    void shouldCloseAfterAFailedWakeUp() {
        final LocalJob job = LocalJob.of(2, settings -> settings.threadLevel(ThreadLevel.MULTIPLE));
        final Progress progress = ((EngineAdapter) job.engine(0).adapter()).progress();
        assertThatThrownBy(() -> progress.wake(job.engine(0).size())).isInstanceOf(IndexOutOfBoundsException.class);
        job.close();
        assertThat(job.engine(0).isOpen()).isFalse();
    }
}

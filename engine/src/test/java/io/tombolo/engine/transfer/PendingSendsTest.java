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
package io.tombolo.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.completion.Operation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A long send allocates all memory in advance, so it cannot fail for want of memory after a place is reserved or its envelope has left.
 */
class PendingSendsTest {
    private static final int SENDS = 1000;
    private static final int LIMIT = 4096;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Operation send() {
        final Operation operation = new Operation();
        operation.begin(Operation.Kind.SEND);
        return operation;
    }

    private long envelopesLeave(final int count) {
        final PendingSends pending = new PendingSends(LIMIT, 1);
        final List<PendingSend> sends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sends.add(pending.begin(send()));
        }
        // This send ends before its envelope leaves.
        final PendingSend ended = pending.begin(send());
        pending.end(ended);
        final long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < count; i++) {
            pending.envelopeLeft(sends.get(i));
        }
        pending.envelopeLeft(ended);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void shouldAllocateNothingWhenEnvelopesLeave() {
        envelopesLeave(1);
        assertThat(envelopesLeave(SENDS)).as("allocated bytes").isLessThan(SENDS);
    }

    @Test
    void shouldReserveAPlaceUntilTheMessageBegins() {
        final PendingSends pending = new PendingSends(2, 1);
        assertThat(pending.reserve()).isTrue();
        assertThat(pending.begin(send())).isNotNull();
        assertThat(pending.begin(send())).as("a send beside the reserved place").isNull();
        assertThat(pending.beginReserved(send())).isNotNull();
        assertThat(pending.size()).isEqualTo(2);
        assertThat(pending.reserve()).isFalse();
    }
}

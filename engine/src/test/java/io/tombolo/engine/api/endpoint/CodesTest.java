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
package io.tombolo.engine.api.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The codes of enums that other processes and tools read never change.
 */
class CodesTest {
    @Test
    void shouldKeepTheCodesOfResults() {
        assertThat(Stream.of(CallResult.values()).map(result -> result + "=" + result.code())).containsExactly(
            "SUCCESS=0", "QUEUE_EMPTY=1", "TIMEOUT_EXPIRED=2", "INVALID_HANDLE=3", "INVALID_PARAMETER=4", "INVALID_STATE=5",
            "INSUFFICIENT_RESOURCES=6", "PROTECTION_VIOLATION=7", "PRIVILEGES_VIOLATION=8", "SRQ_IN_USE=9", "MODEL_NOT_SUPPORTED=10",
            "ABORT=11");
    }

    @Test
    void shouldFindACompletionStatusByItsCode() {
        assertThat(Stream.of(CompletionStatus.values()).map(status -> status + "=" + status.code())).containsExactly(
            "SUCCESS=0", "FLUSHED=1", "LENGTH_ERROR=2", "PROTECTION_ERROR=3", "RESOURCE_ERROR=4");
        assertThat(CompletionStatus.values()).allSatisfy(status -> assertThat(CompletionStatus.of(status.code())).isSameAs(status));
        assertThat(Arrays.asList(CompletionStatus.of(-1), CompletionStatus.of(5))).containsOnlyNulls();
    }

    @Test
    void shouldFindAnEventTypeByItsCode() {
        assertThat(Stream.of(EventType.values()).map(type -> type + "=" + type.code())).containsExactly(
            "RECEIVE=1", "SEND=2", "CONNECTION_REQUEST=3", "ESTABLISHED=4", "REJECTED=5", "UNREACHABLE=6", "DISCONNECTED=7", "BROKEN=8",
            "LOW_WATERMARK=9", "SOFT_WATERMARK=10", "OVERFLOW=11", "SOFTWARE=12");
        assertThat(EventType.values()).allSatisfy(type -> assertThat(EventType.of(type.code())).isSameAs(type));
        assertThat(Arrays.asList(EventType.of(0), EventType.of(13), EventType.of(Integer.MAX_VALUE))).containsOnlyNulls();
    }

    @Test
    void shouldFindAnEndpointStateByItsCode() {
        assertThat(Stream.of(EndpointState.values()).map(state -> state.label() + "=" + state.code())).containsExactly(
            "unconnected=1", "connect pending=2", "connected=3", "disconnect pending=4", "disconnected=5", "freed=6");
        assertThat(EndpointState.values()).allSatisfy(state -> assertThat(EndpointState.of(state.code())).isSameAs(state));
        assertThat(Arrays.asList(EndpointState.of(0), EndpointState.of(7), EndpointState.of(-1))).containsOnlyNulls();
    }
}

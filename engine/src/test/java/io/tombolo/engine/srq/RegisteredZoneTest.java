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
package io.tombolo.engine.srq;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.transfer.RegisteredMemory;
import org.junit.jupiter.api.Test;

/**
 * The members of a protection zone.
 */
class RegisteredZoneTest {
    private final RegisteredZone zone = new RegisteredZone();

    @Test
    void shouldNotBeFreedWhileItHasMembers() {
        assertThat(zone.enter()).isTrue();
        assertThat(zone.enter()).isTrue();
        zone.leave();
        assertThat(zone.free()).isEqualTo(CallResult.INVALID_STATE);
        zone.leave();
        assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
    }

    @Test
    void shouldTakeNoMembersOnceItIsFreed() {
        assertThat(zone.free()).isEqualTo(CallResult.SUCCESS);
        assertThat(zone.enter()).isFalse();
        assertThat(zone.free()).isEqualTo(CallResult.INVALID_HANDLE);
    }

    @Test
    void shouldRefuseMemoryThatWasClosed() {
        assertThat(zone.check(null, RegisteredMemory.LOCAL_READ, 0, 8)).isEqualTo(CallResult.PRIVILEGES_VIOLATION);
    }
}

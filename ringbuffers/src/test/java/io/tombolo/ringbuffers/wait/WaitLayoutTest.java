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
package io.tombolo.ringbuffers.wait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WaitLayoutTest {
    @Test
    void shouldHaveTheHeadOfThePictureOnLinesOfItsOwn() {
        assertThat(WaitDescriptor.CLOCK_OFFSET).isZero();
        assertThat(WaitDescriptor.SINGLE_OFFSET).isEqualTo(8);
        assertThat(WaitDescriptor.NOT_SHOWN_OFFSET).isEqualTo(64);
        assertThat(WaitDescriptor.PLACES_OFFSET).isEqualTo(128);
        assertThat(WaitDescriptor.LENGTH).isEqualTo(128 + 16 * 704);
    }

    @Test
    void shouldHaveThePlaceOfThePictureOnLinesOfItsOwn() {
        assertThat(WaitDescriptor.VERSION_OFFSET).isZero();
        assertThat(WaitDescriptor.NUMBER_OFFSET).isEqualTo(8);
        assertThat(WaitDescriptor.START_OFFSET).isEqualTo(16);
        assertThat(WaitDescriptor.DEADLINE_OFFSET).isEqualTo(24);
        assertThat(WaitDescriptor.CALL_OFFSET).isEqualTo(32);
        assertThat(WaitDescriptor.MODE_OFFSET).isEqualTo(36);
        assertThat(WaitDescriptor.ENTRIES_OFFSET).isEqualTo(40);
        assertThat(WaitDescriptor.SHOWN_ENTRIES_OFFSET).isEqualTo(44);
        assertThat(WaitDescriptor.THREAD_LENGTH_OFFSET).isEqualTo(48);
        assertThat(WaitDescriptor.SITE_LENGTH_OFFSET).isEqualTo(52);
        assertThat(WaitDescriptor.THREAD_OFFSET).isEqualTo(56);
        assertThat(WaitDescriptor.SITE_OFFSET).isEqualTo(88);
        assertThat(WaitDescriptor.SITE_OFFSET + WaitDescriptor.SITE_CAPACITY).isEqualTo(184);
        assertThat(WaitDescriptor.FIRST_ENTRY_OFFSET).isEqualTo(192);
        assertThat(WaitDescriptor.PLACE_LENGTH).isEqualTo(704);
        assertThat(WaitDescriptor.placeOffset(0) % 64).isZero();
        assertThat(WaitDescriptor.placeOffset(15) + WaitDescriptor.PLACE_LENGTH).isEqualTo(WaitDescriptor.LENGTH);
    }

    @Test
    void shouldHaveTheEntryOfThePicture() {
        assertThat(WaitDescriptor.KIND_OFFSET).isZero();
        assertThat(WaitDescriptor.RANK_OFFSET).isEqualTo(4);
        assertThat(WaitDescriptor.TAG_OFFSET).isEqualTo(8);
        assertThat(WaitDescriptor.CONTEXT_OFFSET).isEqualTo(12);
        assertThat(WaitDescriptor.LENGTH_OFFSET).isEqualTo(16);
        assertThat(WaitDescriptor.ENTRY_NUMBER_OFFSET).isEqualTo(24);
        assertThat(WaitDescriptor.ENTRY_LENGTH).isEqualTo(32);
        assertThat(WaitDescriptor.entryOffset(15) + WaitDescriptor.ENTRY_LENGTH).isEqualTo(WaitDescriptor.PLACE_LENGTH);
    }

    @Test
    void shouldFindKindsCallsAndModesByTheirCodes() {
        for (final WaitKind kind : WaitKind.values()) {
            assertThat(kind.code()).isEqualTo(kind.ordinal() + 1);
            assertThat(WaitKind.of(kind.code())).isSameAs(kind);
        }
        for (final WaitCall call : WaitCall.values()) {
            assertThat(call.code()).isEqualTo(call.ordinal() + 1);
            assertThat(WaitCall.of(call.code())).isSameAs(call);
        }
        for (final WaitMode mode : WaitMode.values()) {
            assertThat(WaitMode.of(mode.code())).isSameAs(mode);
        }
        for (final int code : new int[] {Integer.MIN_VALUE, -1, 100, Integer.MAX_VALUE}) {
            assertThat(WaitKind.of(code)).isNull();
            assertThat(WaitCall.of(code)).isNull();
            assertThat(WaitMode.of(code)).isNull();
        }
        assertThat(WaitKind.of(0)).isNull();
        assertThat(WaitCall.of(0)).isNull();
    }
}

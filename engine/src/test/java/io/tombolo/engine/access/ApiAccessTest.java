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
package io.tombolo.engine.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.endpoint.CompletionStatus;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventType;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * The hidden members of the API can be reached, and only through one final implementation, which the JIT compiler inlines.
 */
class ApiAccessTest {
    @Test
    void shouldHaveOneFinalImplementationThatUsersCannotSee() {
        assertThat(Stream.of(ApiAccess.MESSAGING, ApiAccess.ENDPOINTS)).allSatisfy(access -> {
            final int modifiers = access.getClass().getModifiers();
            assertThat(Modifier.isFinal(modifiers)).isTrue();
            assertThat(Modifier.isPublic(modifiers)).isFalse();
        });
    }

    @Test
    void shouldReachTheHiddenMembersOfMessages() {
        final Status status = new Status();
        assertThat(ApiAccess.MESSAGING.fill(status, 1, 2, 3, 4, Outcome.TRUNCATED)).isSameAs(status)
            .hasToString("TRUNCATED source=1 tag=2 length=3 messageLength=4");
        assertThat(ApiAccess.MESSAGING.delegate(new Request())).isNull();
        assertThat(ApiAccess.MESSAGING.delegate(new Claim())).isNull();
        assertThat(ApiAccess.MESSAGING.delegate(new Message())).isNull();
        final Segments segments = new Segments().add(new UnsafeBuffer(new byte[8]), 0, 8);
        assertThat(ApiAccess.MESSAGING.list(segments).length()).isEqualTo(8);
        assertThat(ApiAccess.MESSAGING.list(segments.clear()).length()).as("the list changes with the segments").isZero();
    }

    @Test
    void shouldReachTheHiddenMembersOfEndpoints() {
        final Event event = new Event();
        ApiAccess.ENDPOINTS.fill(event, EventType.SEND, CompletionStatus.FLUSHED, null, null, 5, 6);
        assertThat(event).hasToString("SEND FLUSHED cookie=5 length=6 rank=-2");
        assertThat(ApiAccess.ENDPOINTS.entry(event)).isSameAs(ApiAccess.ENDPOINTS.entry(event));
        final ReceiveSpan span = new ReceiveSpan();
        ApiAccess.ENDPOINTS.fill(span, 3, 7);
        assertThat(span.allocated()).isEqualTo(3);
        assertThat(span.span()).isEqualTo(7);
    }
}

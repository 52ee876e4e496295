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
package io.tombolo.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Lists every method that sends to a peer, so that a new one is reviewed: what does it do if the connection to the peer cannot be opened?
 * No other mechanism reports that failure. A send to a peer that is gone ends with it; a send that waits for room in the ring is queued; a
 * record of the return ring has its room from the start.
 */
class InternalSendsTest {
    private static final JavaClasses ENGINE =
        new ClassFileImporter().importPath(SourceTree.ROOT.resolve("engine/target/classes"));

    private static TreeSet<String> callers(final String owner, final String... methods) {
        final TreeSet<String> callers = new TreeSet<>();
        for (final JavaClass each : ENGINE) {
            for (final JavaMethodCall call : each.getMethodCallsFromSelf()) {
                final boolean isNamed = List.of(methods).contains(call.getTarget().getName());
                if (isNamed && call.getTargetOwner().isAssignableTo("io.tombolo.engine." + owner)) {
                    callers.add(call.getOriginOwner().getSimpleName() + "." + call.getOrigin().getName());
                }
            }
        }
        return callers;
    }

    /** Methods that find no connection: that is an outcome of the operation, or the pair is refused, which ends the operations on it. */
    @Test
    void shouldKnowWhoOpensConnections() {
        assertThat(callers("transfer.OutboundConnector", "ensureOpen", "ensureOpenForAnswer")).containsExactlyInAnyOrder(
            "AccessEpoch.begin", "AccessExecutor.answer", "Handshakes.accept", "Handshakes.connect", "Handshakes.send",
            "OriginGrant.send", "OutboundConnector.ensureOpenForAnswer", "Sends.ensureOpen");
    }

    /** Methods that put an entry into the queue of a peer, after they have checked the connection. */
    @Test
    void shouldKnowWhoSendsRecords() {
        assertThat(callers("peer.OutboundSide", "post", "tryPostInline", "postEnvelope")).containsExactlyInAnyOrder(
            "AccessExecutor.post", "AccessSender.post", "Claims.commit", "ControlPacket.send", "EndpointSends.post",
            "EndpointSends.trySend", "Handshakes.send", "LongSends.post", "SendCancellation.ask", "Sends.post", "Sends.tryPost",
            "SinglePartSend.start");
    }

    /** Long messages: operations of the application, or of a window or endpoint that reports their end. */
    @Test
    void shouldKnowWhoSendsLongMessages() {
        assertThat(callers("transfer.LongSends", "start", "startEager")).containsExactlyInAnyOrder(
            "AccessExecutor.answerLong", "AccessSender.postExposed", "Claims.commit", "EndpointSends.post", "LongSends.start",
            "Sends.choose", "Sends.sendEager", "Sends.startForwarded", "Sends.startSpanned");
    }

    /** All operations, of the application and of the engine for its calls: a caller waits for each and checks its outcome. */
    @Test
    void shouldKnowWhoSubmitsOperations() {
        assertThat(callers("progress.Progress", "submit")).containsExactlyInAnyOrder(
            "EngineAdapter.ask", "BlockingOperations.cancel", "BlockingOperations.detach", "ClaimState.commit", "ClaimState.run",
            "Collectives.close", "Collectives.start", "GroupOpener.run", "EmptyMessages.await", "EmptyMessages.send",
            "EngineEndpoint.postSend",
            "DirectLocks.record", "ForwardCalls.start", "MemberCalls.tell",
            "MessageCalls.recvAsOperation", "MessageCalls.submitBlocking", "MessageCalls.submit",
            "MessageState.beginFetch", "MessageState.close", "MessageState.handOver",
            "OfferCalls.ask", "MessageState.receive", "MessageState.submit",
            "MulticastCalls.run",
            "SendModes.copyToBuffer", "OwnerRequests.ask", "PacketAccess.ask", "PacketQueue.abandon",
            "PacketQueue.submitBatch", "PacketQueue.lockOwn", "ProbeCalls.tryProbe");
    }
}

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
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lists the places at which the library may call code of the application: an interface of one method, a logger, a buffer. A change that
 * adds such a call must be listed here. Code of the application runs outside of the role of the progress owner, so that it may call the
 * engine, or throw, without harm. The function of a reduction is the exception.
 */
class ApplicationCodeTest {
    private static final List<String> MODULES = List.of("ringbuffers", "matching", "engine");

    private static final Set<String> AGRONA = Set.of(
        "org.agrona.ErrorHandler", "org.agrona.DirectBuffer", "org.agrona.MutableDirectBuffer");

    // Buffers and regions are used by the calling thread, before the call has any effect; settings before there is an engine; the error
    // handler, its logger and the member listener by the thread that gives up the role of the progress owner; handlers of polls and of
    // feeds by the thread that polls, which does not have that role, or is the only one. A blocking reduction calls its function in the
    // calling thread, without that role; a nonblocking one in a turn of the progress owner, which holds it. So the function must not call
    // the engine, which its Javadoc says.
    private static final String APPLICATION = """
        engine.endpoint.EngineAdapter calls MemoryRegion
        engine.endpoint.EngineAdapter calls ProtectionZone
        engine.endpoint.EngineDispatcher calls EventDispatcher
        engine.endpoint.EngineDispatcher calls EventHandler
        engine.collective.BufferBlock calls ReduceFunction
        engine.communicator.PollCalls calls MessageHandler
        engine.communicator.PollCalls calls Supplier
        engine.EngineContext calls Logger
        engine.EngineStartup calls Logger
        engine.LocalJob calls Consumer
        engine.feed.EngineFeedReader calls FeedHandler
        engine.feed.EngineFeedReader calls KeyedFeedHandler
        engine.feed.EngineFeedWriter calls FeedReaderVisitor
        engine.progress.MemberCalls calls MemberListener
        engine.communicator.ElementsMemory calls MemoryRegion
        engine.region.MemoryAccess calls DirectBuffer
        engine.endpoint.EngineReceiveQueue calls SharedReceiveQueue
        engine.SettingNames calls Logger
        engine.region.SharedRegion calls MemoryRegion
        engine.window.WindowOverloads calls DirectBuffer
        engine.window.WindowOverloads calls MutableDirectBuffer
        engine.window.Windows calls MemoryRegion
        engine.window.Windows calls MutableDirectBuffer
        engine.access.SegmentList calls DirectBuffer
        engine.api.MessageReceives calls MessageReceives
        engine.api.MessageSends calls MessageSends
        engine.api.collective.Elements calls DirectBuffer
        engine.api.collective.Elements calls MemoryRegion
        engine.api.endpoint.RegionSegments calls MemoryRegion
        engine.api.Segments calls DirectBuffer
        engine.telemetry.ErrorLog calls ErrorHandler
        engine.telemetry.ErrorLog calls Logger
        engine.telemetry.HandlerCalls calls Consumer
        ringbuffers.job.WatchThread calls Logger
        """;

    // Types that only the library itself passes in.
    private static final String OWN = """
        engine.collective.GroupWait calls BooleanSupplier
        engine.communicator.CommunicatorCall calls Function
        engine.communicator.CallOrder calls BooleanSupplier
        engine.communicator.CallOrder calls IntSupplier
        engine.communicator.FetchedMessages calls Supplier
        engine.communicator.Communicators calls BooleanSupplier
        engine.order.CallPlaces calls Runnable
        engine.order.OrderRecorder calls LongSupplier
        engine.communicator.RepairCalls calls Supplier
        engine.node.GroupMembers calls Runnable
        engine.pt2pt.Contexts calls IntConsumer
        engine.communicator.LentBuffer calls MutableDirectBuffer
        engine.window.OrderedWindow calls Runnable
        engine.window.PacketAccess calls Runnable
        engine.communicator.ForwardBuffer calls MemoryRegion
        engine.SettingNames calls Comparator
        engine.window.Windows calls Function
        engine.completion.ForwardProgress calls Consumer
        engine.completion.Registered calls Supplier
        engine.node.Node calls Supplier
        engine.peer.OutboundRecord calls MutableDirectBuffer
        engine.peer.SendLedger calls Consumer
        engine.progress.Shutdown calls Runnable
        engine.progress.OwnerRole calls Runnable
        engine.progress.Progress calls BooleanSupplier
        engine.progress.OwnerSleep calls BooleanSupplier
        engine.progress.FallbackProgress calls BooleanSupplier
        engine.pt2pt.AbsentSends calls Consumer
        engine.pt2pt.Multicasts calls Consumer
        engine.transfer.MulticastOperation calls Consumer
        engine.pt2pt.PeerDiscovery calls Consumer
        engine.pt2pt.PendingReceives calls Runnable
        engine.rma.Elements calls LongBinaryOperator
        engine.spare.WarmUp calls Communicator
        engine.srq.EndpointCommand calls Supplier
        engine.srq.EndpointResources calls LongConsumer
        engine.srq.SharedQueue calls Runnable
        engine.telemetry.RecorderWait calls ErrorHandler
        engine.transfer.LocalRegion calls ErrorHandler
        ringbuffers.feed.ReaderGate calls LongSupplier
        ringbuffers.fault.FaultPoint calls Runnable
        ringbuffers.file.MappedFile calls Consumer
        ringbuffers.job.DeathDetector calls Runnable
        ringbuffers.job.JobDirectory calls Runnable
        ringbuffers.job.JobGeometry calls UnaryOperator
        ringbuffers.line.LineTransferTuner calls LongSupplier
        ringbuffers.region.HandbackRequests calls IntPredicate
        ringbuffers.window.SharedElements calls LongBinaryOperator
        ringbuffers.window.WindowLock calls IntConsumer
        """;

    @Test
    void shouldListEveryCallOfWhatMayBeTheApplications() {
        final TreeSet<String> calls = new ClassFileImporter().importPaths(MODULES.stream()
                .map(module -> SourceTree.ROOT.resolve(module).resolve("target/classes")).toArray(Path[]::new)).stream()
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(call -> mayBeOfTheApplication(call.getTargetOwner()))
            .map(ApplicationCodeTest::line)
            .collect(Collectors.toCollection(TreeSet::new));
        assertThat(calls).containsExactlyInAnyOrderElementsOf(Stream.of(APPLICATION, OWN).flatMap(String::lines).toList());
    }

    private static String line(final JavaMethodCall call) {
        JavaClass caller = call.getOriginOwner();
        while (caller.getEnclosingClass().isPresent()) {
            caller = caller.getEnclosingClass().get();
        }
        return caller.getName().replace("io.tombolo.", "") + " calls " + call.getTargetOwner().getSimpleName();
    }

    private static boolean mayBeOfTheApplication(final JavaClass target) {
        if (target.getName().startsWith("io.tombolo.")) {
            return target.isInterface() && PackageSlices.isApi(target.getPackageName());
        }
        return AGRONA.contains(target.getName()) || target.getName().equals("java.lang.System$Logger") || isFunctional(target);
    }

    private static boolean isFunctional(final JavaClass target) {
        return target.getName().startsWith("java.") && target.reflect().isAnnotationPresent(FunctionalInterface.class);
    }
}

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
package io.tombolo.engine;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Member;
import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.SendExplanation;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.engine.collective.SlotFiles;
import io.tombolo.engine.collective.StartedCollectives;
import io.tombolo.engine.communicator.CommunicatorFactory;
import io.tombolo.engine.communicator.Communicators;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.endpoint.EngineAdapter;
import io.tombolo.engine.feed.Feeds;
import io.tombolo.engine.node.MemberEvents;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.order.CallPlaces;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.MemberCalls;
import io.tombolo.engine.progress.OwnerRequests;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.LoanReport;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.engine.srq.Endpoints;
import io.tombolo.engine.window.Windows;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;

/**
 * One rank of a job, from {@link #launch} to {@link #close}.
 * <p>
 * <b>Progress.</b> Many operations go on only while certain ranks call in. A rank calls in when it makes any call that starts, tests,
 * waits or polls. The table says for each operation who must call in, and for how long; "this rank" is the rank that starts the operation,
 * and "nobody" means that the operation needs no further call. With {@link EngineContext#asyncProgress(boolean) asyncProgress} the agent
 * thread of a rank calls in for it.
 * <table class="striped">
 * <caption>Who must call in, and which threads may call</caption>
 * <thead>
 * <tr><th scope="col">operation</th><th scope="col">who must call in, for how long</th><th scope="col">which threads may call</th>
 * <th scope="col">with asyncProgress</th></tr>
 * </thead>
 * <tbody>
 * <tr><th scope="row">{@link #launch launch}</th>
 * <td>This rank, in the call, until the directory of the job exists, at most for the join timeout. It waits for no other rank.</td>
 * <td>any thread</td>
 * <td>The call starts the agent.</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} up to a packet's length</th>
 * <td>Nobody: the message is on its way when the call returns. If the ring, the packets or the budget of the receiver are used up: this
 * rank until there is room, and the receiver, which makes room.</td>
 * <td>any thread of the rank</td>
 * <td>The agents make room.</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} in a {@link MemoryRegion}, from {@code tombolo.registered.limit} on</th>
 * <td>The receiver, until it has copied the message. This rank only to learn that the send is complete.</td>
 * <td>any thread of the rank</td>
 * <td>The receiver's agent copies.</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} of other memory, longer than a packet</th>
 * <td>Nobody if the message fits in free staging lanes: the call copies it there. Otherwise this rank, until the last part is staged, and
 * the receiver, which empties the lanes.</td>
 * <td>any thread of the rank</td>
 * <td>Both agents move the parts.</td></tr>
 * <tr><th scope="row">{@code trySend}</th>
 * <td>This rank, in the call, once if the message cannot leave. Then it is not sent.</td>
 * <td>any thread of the rank</td>
 * <td>The agent looks; the call waits for the answer.</td></tr>
 * <tr><th scope="row">{@code ssend}, {@code issend}</th>
 * <td>The receiver, until a receive has matched the message and, if the message is longer than a packet, has its data. This rank to learn
 * that the send is complete, and as for {@code send}.</td>
 * <td>any thread of the rank</td>
 * <td>The receiver's agent matches and answers.</td></tr>
 * <tr><th scope="row">{@code rsend}, {@code irsend}</th>
 * <td>As for {@code send}. The receive must be posted.</td>
 * <td>any thread of the rank</td>
 * <td>As for {@code send}.</td></tr>
 * <tr><th scope="row">{@code bsend}, {@code ibsend}</th>
 * <td>Nobody in the call, which copies the message. The copy is then sent like an {@code isend}, while this rank calls in.</td>
 * <td>any thread of the rank</td>
 * <td>The agent sends the copy.</td></tr>
 * <tr><th scope="row">{@code sendInit}, {@code recvInit}, {@code psendInit}, {@code precvInit}</th>
 * <td>Nobody: nothing is sent or posted.</td>
 * <td>any thread of the rank; one at a time for a request</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#start() start}</th>
 * <td>As for {@code isend} or {@code irecv}. Nobody for a partitioned send.</td>
 * <td>any thread of the rank; one at a time for a request</td>
 * <td>As for {@code isend} or {@code irecv}.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#pready pready}</th>
 * <td>As for {@code isend}, for each partition.</td>
 * <td>any threads of the rank, several at the same time</td>
 * <td>As for {@code isend}.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#parrived parrived}</th>
 * <td>This rank, in the call: it makes progress once for all its operations.</td>
 * <td>any threads of the rank, several at the same time</td>
 * <td>The call only looks.</td></tr>
 * <tr><th scope="row">{@link #attachBuffer attachBuffer}</th>
 * <td>Nobody.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link #detachBuffer() detachBuffer}</th>
 * <td>This rank, in the call, until the copies have left or the time is up, and their receivers as for {@code send}.</td>
 * <td>any thread of the rank</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code tryClaim}, {@code claim}</th>
 * <td>Nobody while packets or regions are free. Otherwise this rank, in the call, once or until some have come back, and the receivers,
 * which give them back.</td>
 * <td>any thread of the rank; one at a time for a claim</td>
 * <td>The agents bring memory back; the call waits for it.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Claim#commit commit}, {@link io.tombolo.engine.api.Claim#abort abort} of a claim</th>
 * <td>Nobody: the message is on its way when the call returns. If the ring is full: this rank, in the call, and the receiver. If
 * {@code tombolo.exposure.limit} splits the message: this rank, until the receiver has it.</td>
 * <td>any thread of the rank; one at a time for a claim</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code multicast}, {@code imulticast}</th>
 * <td>As for {@code send}, for each destination. Nobody for a long message that is copied into a region: it is on its way when the call
 * returns. With {@link io.tombolo.engine.api.Multicast#skipSlow skipSlow}, nobody makes room.</td>
 * <td>any thread of the rank; one at a time for a list of destinations</td>
 * <td>As for {@code send}.</td></tr>
 * <tr><th scope="row">{@code recv}, {@code irecv}, also of a {@link io.tombolo.engine.api.Message}</th>
 * <td>This rank, until the receive is complete, and the sender as above.</td>
 * <td>any thread of the rank</td>
 * <td>The receive completes without a call.</td></tr>
 * <tr><th scope="row">{@code forward}</th>
 * <td>This rank, until the message has arrived and its destination has it, and the destination. The sender as above.</td>
 * <td>any thread of the rank; one at a time for the receive</td>
 * <td>The agents forward the message.</td></tr>
 * <tr><th scope="row">{@code sendrecv}</th>
 * <td>This rank, in the call, until both halves are complete.</td>
 * <td>any thread of the rank</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code probe}, {@code iprobe}, {@code mprobe}, {@code improbe}</th>
 * <td>This rank, in the call: once, or until there is a message.</td>
 * <td>any thread of the rank</td>
 * <td>The agent looks; the call waits for the answer.</td></tr>
 * <tr><th scope="row">{@code poll} with a handler</th>
 * <td>This rank, in the call: once if there is no message. The sender of a message that must be fetched, as for
 * {@link io.tombolo.engine.api.Message#buffer buffer}.</td>
 * <td>any thread of the rank, several at the same time</td>
 * <td>The agent files the messages; the call shows them.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Message#buffer buffer}, {@link io.tombolo.engine.api.Message#byteBuffer byteBuffer} of a
 * message in place</th>
 * <td>Nobody if the message is not longer than a packet, or lies in a region of its sender. Otherwise this rank, in the call, until the
 * message is fetched, and the sender as above.</td>
 * <td>any thread of the rank; one at a time for a message</td>
 * <td>The agents fetch the message; the call waits for it.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Message#close close} of a message in place</th>
 * <td>Nobody.</td>
 * <td>any thread of the rank; one at a time for a message</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#cancel cancel}</th>
 * <td>This rank, in the call. For a send that has left: the receiver, which decides when it calls in. The cancelled operation must still be
 * completed.</td>
 * <td>any thread of the rank</td>
 * <td>The agents decide; the call waits for its own.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#free free}</th>
 * <td>Nobody. The operation goes on as before.</td>
 * <td>any thread of the rank; one at a time for a request</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#test test}, {@code testAll}, {@code testAny}, {@link #poll poll}</th>
 * <td>This rank, in the call: it makes progress once for all its operations.</td>
 * <td>any thread of the rank; one at a time for a request</td>
 * <td>The call only looks.</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#await() await}, {@code waitAll}, {@code waitAny}, {@code waitSome}</th>
 * <td>This rank, in the call, until the operation is complete or the time is up. It makes progress for all its operations.</td>
 * <td>any thread of the rank; one at a time for a request</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code barrier}, {@code dup}, {@code split}</th>
 * <td>Every rank of the communicator, in the call, until all have called.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code bcast}, {@code reduce}, {@code allreduce}, {@code gather}, {@code gatherv}, {@code scatter}, {@code scatterv},
 * {@code allgather}, {@code allgatherv}, {@code alltoall}, {@code alltoallv}, {@code reduceScatter}, {@code reduceScatterBlock},
 * {@code scan}, {@code exscan}</th>
 * <td>This rank, in the call, and the ranks whose elements it needs or that read its own, until they have called.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code ibarrier}, {@code ibcast}, {@code ireduce}, {@code iallreduce}, {@code igather}, {@code igatherv},
 * {@code iscatter}, {@code iscatterv}, {@code iallgather}, {@code iallgatherv}, {@code ialltoall}, {@code ialltoallv},
 * {@code ireduceScatter}, {@code ireduceScatterBlock}, {@code iscan}, {@code iexscan}</th>
 * <td>As for the blocking form. This rank calls in until the operation is complete.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call. The operation goes on without a further one.</td></tr>
 * <tr><th scope="row">{@code barrierInit}, {@code bcastInit}, {@code reduceInit}, {@code allreduceInit}, {@code gatherInit},
 * {@code gathervInit}, {@code scatterInit}, {@code scattervInit}, {@code allgatherInit}, {@code allgathervInit}, {@code alltoallInit},
 * {@code alltoallvInit}, {@code reduceScatterInit}, {@code reduceScatterBlockInit}, {@code scanInit}, {@code exscanInit}</th>
 * <td>Nobody. Then {@code start}, as for the nonblocking form.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link #group group}</th>
 * <td>Every rank that the call names, in the call, until all have called.</td>
 * <td>any thread of the rank</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code agree}, {@code shrink}, {@code replace}</th>
 * <td>Every rank of the communicator that is not lost, in the call, until all have called. For {@code replace} also the new processes, in
 * {@code group}.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code iagree}, {@code ishrink}</th>
 * <td>Every rank of the communicator that is not lost. After {@code iagree} this rank has done its part; a shrink goes on in the calls of
 * {@link io.tombolo.engine.api.GroupCall}.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code revoke}</th>
 * <td>Nobody in the call. The other ranks learn of it when they call in.</td>
 * <td>any thread of the rank</td>
 * <td>The pending operations end without a call.</td></tr>
 * <tr><th scope="row">{@code isRevoked}, {@code failedRanks}, {@code acknowledgeFailed}, {@code reportFailures}</th>
 * <td>Nobody.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Communicator#close close} of a communicator</th>
 * <td>Nobody. Messages that nobody has received are dropped.</td>
 * <td>any thread of the rank</td>
 * <td>The agent drops them; the call waits for it.</td></tr>
 * <tr><th scope="row">{@code createWindow}, {@code allocateWindow}, {@link io.tombolo.engine.api.window.Window#fence fence},
 * {@link io.tombolo.engine.api.window.Window#close close} of a window</th>
 * <td>Every rank of the communicator, in the call, until all have called. A fence and a close also wait until the own part is not
 * locked.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>Every rank must still make the call.</td></tr>
 * <tr><th scope="row">{@code lock}, {@code lockAll} of a window</th>
 * <td>Nobody if the lock is only queued. For a lock of the own part, or of allocated memory: this rank, in the call, until it has the
 * lock.</td>
 * <td>any thread of the rank; one at a time for a target</td>
 * <td>The call only waits.</td></tr>
 * <tr><th scope="row">{@code put}, {@code get}, {@code accumulate}, {@code getAccumulate}, {@code fetchAndOp}, {@code compareAndSwap}</th>
 * <td>Nobody: the operation is queued, or done in the call if the memory was allocated for the window. Operations that return a value: as
 * for {@code flush}.</td>
 * <td>any thread of the rank; one at a time for a target</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@code unlock}, {@code unlockAll}, {@code flush}, {@code flushAll}, {@code flushLocal}, {@code flushLocalAll}</th>
 * <td>This rank, in the call, until all operations are complete. The target need not call in: a window that can be locked starts an agent
 * that serves it. At {@code SINGLE} there is no such agent, and the target must call in. With allocated memory the target does
 * nothing.</td>
 * <td>any thread of the rank; one at a time for a target</td>
 * <td>The call only waits; the target's agent serves.</td></tr>
 * <tr><th scope="row">{@code post}, {@code start}, {@code complete} of a window; its {@code await}, {@code test}</th>
 * <td>This rank, in the call. A {@code start} waits until its targets have posted, a {@code complete} until its accesses are complete, an
 * {@code await} until all origins have called complete; a {@code test} looks once. The other side must make the matching call.</td>
 * <td>any thread of the rank, one at a time</td>
 * <td>The other side must still make its call.</td></tr>
 * <tr><th scope="row">{@link #allocate allocate}, {@link MemoryRegion#close close} of a region, {@code putBytes}, {@code getBytes}</th>
 * <td>Nobody.</td>
 * <td>any thread</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link #explain explain}</th>
 * <td>Nobody.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@code errors}, {@code promises}</th>
 * <td>Nobody. {@code errors} applies to operations that end from now on.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Communicator#priority priority}</th>
 * <td>Nobody. Applies also to messages that wait already.</td>
 * <td>any thread of the rank</td>
 * <td>The agent sets it; the call waits for it.</td></tr>
 * <tr><th scope="row">{@link #members members}, {@link #member(int) member}, {@link #rankOf rankOf}</th>
 * <td>Nobody.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link #awaitMember(int, long, TimeUnit) awaitMember}</th>
 * <td>This rank, in the call, until the other rank is live or the time is up.</td>
 * <td>any thread of the rank</td>
 * <td>The call waits, and makes progress at times.</td></tr>
 * <tr><th scope="row">calls of the {@link EngineContext#memberListener(io.tombolo.engine.api.MemberListener) memberListener}</th>
 * <td>This rank: a call that ends or waits makes them.</td>
 * <td>any thread of the rank</td>
 * <td>The agent makes them, or a thread that calls.</td></tr>
 * <tr><th scope="row">seeing that a rank has died, left or aborted</th>
 * <td>This rank: its operations end when it calls in.</td>
 * <td>any thread of the rank</td>
 * <td>The operations end without a call.</td></tr>
 * <tr><th scope="row">{@link #abort abort}</th>
 * <td>This rank, in the call. The others learn of it as in the row above.</td>
 * <td>any thread</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Communicator#within within} of a communicator or window</th>
 * <td>Nobody. The calls of the view need what they need without a limit, until the time is up.</td>
 * <td>any thread</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link #close() close} of the engine</th>
 * <td>This rank, in the call, until its sends have been received, at most for the close timeout or the time of the
 * call. Their receivers, which receive them.</td>
 * <td>any thread; at {@code SINGLE} a thread other than that of the rank does not wait for sends</td>
 * <td>The call ends the agent.</td></tr>
 * <tr><th scope="row">{@link #createFeed createFeed}, {@link #openFeed(String, FeedStart) openFeed}, {@link #tryOpenFeed tryOpenFeed}</th>
 * <td>Nobody. With a time limit: this rank, in the call, until a rank makes the feed.</td>
 * <td>any thread of the rank</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link FeedWriter#tryWrite(DirectBuffer, int, int) tryWrite}, {@link FeedWriter#write(DirectBuffer, int, int) write},
 * {@link FeedWriter#tryClaim tryClaim}, {@link FeedWriter#claim(int) claim} of a feed</th>
 * <td>Nobody if there is room. Otherwise the readers of a reliable feed, which poll; {@code write} and {@code claim} wait for them.</td>
 * <td>any thread of the rank; one at a time for a writer</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">{@link FeedReader#poll(io.tombolo.engine.api.feed.FeedHandler, int) poll} of a feed</th>
 * <td>Nobody: what is published is there. With a time limit: this rank, in the call, until there is a message.</td>
 * <td>any thread of the rank; one at a time for a reader</td>
 * <td>no difference</td></tr>
 * <tr><th scope="row">endpoints, receive queues, event dispatchers of {@link #adapter adapter}</th>
 * <td>See the table of {@link InterfaceAdapter}.</td>
 * <td>any thread of the rank</td>
 * <td>The agents deliver.</td></tr>
 * </tbody>
 * </table>
 * <b>Threads.</b> At {@link io.tombolo.engine.api.ThreadLevel#SINGLE} the only thread of the rank is the first that calls; the call of
 * another throws an {@link IllegalStateException} that names both. At {@link io.tombolo.engine.api.ThreadLevel#MULTIPLE} every thread is a
 * thread of the rank, at any time. One of the threads inside calls makes progress for all; the others hand their operations to it. A thread
 * that is stopped inside a call delays no other. The agent of {@code asyncProgress} needs {@code MULTIPLE}; it makes the progress from the
 * launch to the close.
 * <p>
 * A virtual thread may call like any other. While it waits, it releases its carrier thread. If no agent wakes it, it looks for arrivals at
 * least every 1.8 ms.
 */
public final class Engine implements AutoCloseable {
    private static final String CLOSED_PACKAGE = "jdk.internal.misc";
    private static final long SHUT_DOWN_TIMEOUT_NS = 2_000_000_000L;

    private final JobDirectory job;
    private final Node node;
    private final Messages messages;
    private final Progress progress;
    // Null if the order of calls is neither recorded nor followed.
    private final CallPlaces places;
    private final OwnerRequests ownerRequests;
    private final CommunicatorFactory communicators;
    private final MemberCalls memberCalls;
    private final Communicator world;
    private final RegionAllocator allocator;
    private final EngineAdapter adapter;
    private final Feeds feeds;
    private final long closeTimeoutNs;
    private final Thread agent;
    private final AtomicBoolean closed = new AtomicBoolean();

    Engine(final EngineContext context, final JobDirectory job, final RankFile file) throws IOException {
        this.job = job;
        this.node = new Node(
            job, file, context.windowShift(), context.absentTimeoutNs(), context.recordingSettings(), context.errorHandler());
        this.places = CallPlaces.of(node.orderRecorder(), node.orderReplay());
        this.messages = new Messages(node, context.claimBytes(), context.fetchBytes());
        final Endpoints endpoints = EngineAdapter.endpoints(node, messages, context.endpoints(), context.threadLevel());
        this.progress = new Progress(node, messages, context.threadLevel(), context.waitPolicy(
            new CoreSharing(job, Runtime.getRuntime().availableProcessors(), context.asyncProgress() ? 2 : 1), node.doorbell().canWake()));
        this.ownerRequests = new OwnerRequests(progress);
        this.memberCalls = new MemberCalls(progress, node);
        if (context.memberListener() != null) {
            memberCalls.listen(context.memberListener());
            if (node.orderRecorder() != null) {
                node.orderRecorder().limit(OrderLimit.LISTENER);
            }
            messages.report(new MemberEvents(node));
        }
        final WindowProtocol windows = new WindowProtocol(
            node, messages.peers(), messages.connector(), messages.regions(), messages.longSends(), messages.longReceives());
        messages.add(windows, Operation.Kind.WINDOW, WindowProtocol.types());
        messages.add(new StartedCollectives(), Operation.Kind.COLLECTIVE);
        this.allocator = new RegionAllocator(node, messages.regions(), endpoints.resources().memories(), endpoints.resources().zone());
        this.adapter = new EngineAdapter(progress, allocator, endpoints);
        this.feeds = new Feeds(node, progress, context.feedSettings());
        final Communicators groups = new Communicators(progress, node, new SlotFiles(node, 0, context.collectiveSlots()));
        this.communicators = new CommunicatorFactory(
            groups, new Windows(groups, node, windows, progress, windowAgentNs(context)), node, messages.regions(), allocator,
            context.claimBytes());
        this.world = this.communicators.world();
        this.closeTimeoutNs = context.closeTimeoutNs();
        this.agent = context.asyncProgress() ? agentThread(progress, node.threadName("agent")) : null;
        job.onChange(node::ringAll);
        // This rank is joining since a moment ago.
        node.ringAll();
    }

    private static Thread agentThread(final Progress progress, final String name) {
        final Thread thread = new Thread(progress.agent()::serve, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns 0 for a rank that has an agent or only one thread: such a rank has no agent for windows. */
    private static long windowAgentNs(final EngineContext context) {
        final boolean mayServe = context.threadLevel() == ThreadLevel.MULTIPLE && !context.asyncProgress();
        return mayServe ? TimeUnit.MICROSECONDS.toNanos(context.windowAgentUs()) : 0;
    }

    /**
     * Joins a job with the settings of the environment, see {@link EngineContext}.
     *
     * @return live rank, which the caller closes.
     */
    public static Engine launch() {
        return launch(new EngineContext());
    }

    /**
     * Joins a job. Ranks may start in any order; this call does not wait for the others.
     *
     * @param context settings, which this call concludes.
     * @return live rank, which the caller closes.
     * @throws IllegalArgumentException if a setting is out of its range.
     * @throws IllegalStateException    if the JVM was started without {@link #requiredFlag()}; nothing has been made.
     * @throws UncheckedIOException     if the job directory cannot be made or joined; the message says why in one line.
     */
    public static Engine launch(final EngineContext context) {
        if (!Object.class.getModule().isOpen(CLOSED_PACKAGE, DirectBuffer.class.getModule())) {
            throw new IllegalStateException("start this JVM with " + requiredFlag());
        }
        context.conclude();
        try {
            return EngineStartup.join(context);
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }

    /**
     * Returns the JVM flag without which Agrona cannot access mapped memory. It opens a package of the JDK to the module of Agrona: the
     * unnamed module on the class path, {@code org.agrona} on the module path.
     *
     * @return option of {@code java}, for the way in which this JVM was started.
     */
    public static String requiredFlag() {
        final Module agrona = DirectBuffer.class.getModule();
        return "--add-opens java.base/" + CLOSED_PACKAGE + "=" + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED");
    }

    void startAgent() {
        if (agent != null) {
            agent.start();
        }
    }

    /**
     * Returns the communicator of all ranks.
     *
     * @return always the same; closed with the engine.
     */
    public Communicator world() {
        return world;
    }

    /**
     * Makes a communicator of some ranks. Collective among these, and no other rank takes part: each of them calls this with the same ranks
     * in the same order, at any time. The group has the present incarnations of the ranks. Waits until all have called; a rank that has not
     * joined yet is waited for. If one of them is lost, all others get an exception. Calls for the same ranks must not overlap at a rank.
     *
     * @param members ranks in the world, in the order of the group; this rank is one of them.
     * @return new communicator, which the caller closes.
     * @throws io.tombolo.engine.api.PeerFailedException if one of the ranks has died or left; thrown at all others.
     * @throws io.tombolo.engine.api.InterruptException  if the thread is interrupted; the others go on waiting for this rank.
     * @throws IllegalArgumentException                  if a rank is out of range or named twice, or this rank is missing.
     * @throws IllegalStateException                     if this rank has no room for one more communicator; the others go on waiting for
     *                                                   it.
     */
    public Communicator group(final int... members) {
        return communicators.group(members.clone(), Long.MAX_VALUE);
    }

    /**
     * As {@link #group(int...)}, but waits no longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @param members ranks in the world, in the order of the group; this rank is one of them.
     * @return new communicator, which the caller closes.
     * @throws io.tombolo.engine.api.DeadlineException if the time is up: no rank has got a communicator, and the others go on waiting for
     *                                                 this one.
     */
    public Communicator group(final long timeout, final TimeUnit unit, final int... members) {
        return communicators.group(members.clone(), unit.toNanos(timeout));
    }

    /**
     * Returns the number of this rank.
     *
     * @return rank in the world.
     */
    public int rank() {
        return job.rank();
    }

    /**
     * Returns the number of ranks.
     *
     * @return size of the world.
     */
    public int size() {
        return job.size();
    }

    /**
     * Returns the ranks that a process has joined as, whether they live or not.
     *
     * @return in the order of their numbers, at this moment; not to be changed. A rank that has just died may still be live here.
     */
    public List<Member> members() {
        checkOpen();
        return memberCalls.members();
    }

    /**
     * Returns a rank.
     *
     * @param rank in the world.
     * @return the rank at this moment.
     */
    public Member member(final int rank) {
        checkOpen();
        return memberCalls.member(Objects.checkIndex(rank, size()));
    }

    /**
     * Returns this rank.
     *
     * @return the rank at this moment.
     */
    public Member member() {
        return member(rank());
    }

    /**
     * Finds a rank by its name, whether it lives or not.
     *
     * @param name that a process has joined with.
     * @return number of the rank in the world.
     * @throws IllegalArgumentException if no rank has the name.
     */
    public int rankOf(final String name) {
        checkOpen();
        return memberCalls.rankOf(Objects.requireNonNull(name, "name"));
    }

    /**
     * Waits until a rank is live. Makes progress meanwhile. Afterwards the application counts as told of the end of the incarnation before,
     * and the next operation that names the rank goes to the incarnation that this call returns, or to a later one.
     *
     * @param rank    in the world.
     * @param timeout longest wait; {@link Long#MAX_VALUE} for no limit.
     * @param unit    of the timeout.
     * @return the rank, live.
     * @throws io.tombolo.engine.api.DeadlineException  if the time is up; the message says what the rank does instead.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted.
     * @throws IllegalStateException                    if the engine is closed, or in a call of a handler.
     */
    public Member awaitMember(final int rank, final long timeout, final TimeUnit unit) {
        checkOpen();
        return memberCalls.await(Objects.checkIndex(rank, size()), unit.toNanos(timeout));
    }

    /**
     * Waits until a rank with a name is live, as {@link #awaitMember(int, long, TimeUnit)} does. No process need have joined with the name.
     *
     * @param name    of the rank.
     * @param timeout longest wait; {@link Long#MAX_VALUE} for no limit.
     * @param unit    of the timeout.
     * @return the rank, live.
     * @throws io.tombolo.engine.api.DeadlineException  if the time is up; the message says what the rank does instead.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted.
     * @throws IllegalArgumentException                 if no rank can have the name, see {@link EngineContext#name}.
     * @throws IllegalStateException                    if the engine is closed, or in a call of a handler.
     */
    public Member awaitMember(final String name, final long timeout, final TimeUnit unit) {
        checkOpen();
        return memberCalls.await(Objects.requireNonNull(name, "name"), unit.toNanos(timeout));
    }

    /**
     * Returns the directory of the job.
     *
     * @return path.
     */
    public Path directory() {
        return job.path();
    }

    /**
     * Allocates a memory region. A receiver copies messages that lie in it directly: one copy. The space is reserved at once.
     *
     * @param length in bytes, positive.
     * @return new region, filled with zeros, which the caller closes.
     * @throws UncheckedIOException     if there is no space; the message says how much is needed, and where.
     * @throws IllegalArgumentException if the length is not positive.
     * @throws IllegalStateException    if the engine is closed, or has its largest number of regions.
     */
    public MemoryRegion allocate(final long length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length=" + length + " must be positive");
        }
        checkOpen();
        return allocator.allocate(length);
    }

    /**
     * Returns the adapter, which makes endpoints, receive queues and event dispatchers.
     *
     * @return always the same.
     */
    public InterfaceAdapter adapter() {
        return adapter;
    }

    /**
     * Makes a feed, which this rank writes and any rank reads. Not collective.
     *
     * @param name    of the feed: a letter or '_', then letters, digits, '.', '_' and '-', at most 48 bytes in UTF-8. No living rank writes
     *                a feed with this name.
     * @param options of the feed.
     * @return its writer, which the caller closes.
     * @throws UncheckedIOException     if there is no space for the file of the feed; the message says how much is needed, and where.
     * @throws IllegalArgumentException if the name or an option is impossible.
     * @throws IllegalStateException    if a living rank writes a feed with this name, this rank has its largest number of feeds
     *                                  ({@code tombolo.feeds}), or the engine is closed.
     */
    public FeedWriter createFeed(final String name, final FeedOptions options) {
        checkOpen();
        return feeds.create(Objects.requireNonNull(name, "name"), Objects.requireNonNull(options, "options"));
    }

    /**
     * Opens a feed for reading. Not collective. The rank that writes it may be this one.
     *
     * @param name of the feed.
     * @param from where to begin.
     * @return its reader, which the caller closes.
     * @throws UncheckedIOException     if the directory of the job cannot be read.
     * @throws IllegalArgumentException if the name is impossible, or no living rank writes a feed with this name.
     * @throws IllegalStateException    if the feed has its largest number of readers, or the engine is closed.
     */
    public FeedReader openFeed(final String name, final FeedStart from) {
        checkOpen();
        return feeds.open(Objects.requireNonNull(name, "name"), Objects.requireNonNull(from, "from"));
    }

    /**
     * Opens a feed for reading, as {@link #openFeed(String, FeedStart)}, but waits until a living rank writes it. Makes progress meanwhile.
     *
     * @param name    of the feed.
     * @param from    where to begin.
     * @param timeout longest wait; {@link Long#MAX_VALUE} for no limit.
     * @param unit    of the timeout.
     * @return its reader, which the caller closes.
     * @throws io.tombolo.engine.api.DeadlineException  if the time is up.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted.
     */
    public FeedReader openFeed(final String name, final FeedStart from, final long timeout, final TimeUnit unit) {
        checkOpen();
        return feeds.open(
            Objects.requireNonNull(name, "name"), Objects.requireNonNull(from, "from"), Deadline.timeoutNs(timeout, unit));
    }

    /**
     * Opens a feed for reading, as {@link #openFeed(String, FeedStart)}, if there is one.
     *
     * @param name of the feed.
     * @param from where to begin.
     * @return its reader, which the caller closes; null if no living rank writes a feed with this name.
     */
    public FeedReader tryOpenFeed(final String name, final FeedStart from) {
        checkOpen();
        return feeds.tryOpen(Objects.requireNonNull(name, "name"), Objects.requireNonNull(from, "from"));
    }

    /**
     * Allocates the buffer into which {@code bsend} copies messages, in private memory. A message occupies its length, rounded up to a
     * multiple of 8, until it has left: until it is in the ring, in a packet or, if it is longer, in staging lanes. Room becomes free in
     * the order of the sends.
     *
     * @param bytes 1 to {@link Integer#MAX_VALUE}.
     * @throws IllegalStateException if a buffer is attached already.
     */
    public void attachBuffer(final long bytes) {
        checkOpen();
        ownerRequests.attachBuffer(bytes);
    }

    /**
     * Frees the attached buffer, if there is one, when all messages have left it. Waits until then, and makes progress.
     *
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted; the buffer stays attached.
     */
    public void detachBuffer() {
        checkOpen();
        ownerRequests.detachBuffer(Long.MAX_VALUE);
    }

    /**
     * Frees the attached buffer, as {@link #detachBuffer()}, but does not wait longer than a timeout.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @throws io.tombolo.engine.api.DeadlineException  if the time is up; the buffer stays attached.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted; the buffer stays attached.
     */
    public void detachBuffer(final long timeout, final TimeUnit unit) {
        checkOpen();
        ownerRequests.detachBuffer(Deadline.timeoutNs(timeout, unit));
    }

    /**
     * Explains which path a message would take, and why. Uses the same decision as {@code send}.
     *
     * @param destination rank in the world.
     * @param length      of the message, in bytes.
     * @param memory      that holds the message.
     * @return path of a standard send at this moment, what decides it, and what would change it. If the destination has no room for the
     *     message now, and the message must wait for room in the ring, it goes eager all the same if there is credit by then.
     */
    public SendExplanation explain(final int destination, final long length, final MemoryKind memory) {
        checkOpen();
        Objects.checkIndex(destination, size());
        if (length < 0) {
            throw new IllegalArgumentException("length=" + length + " must not be negative");
        }
        return messages.sends().choice().explain(
            length, Objects.requireNonNull(memory, "memory"), ownerRequests.coversEager(destination, length));
    }

    /**
     * Makes progress once, without waiting.
     *
     * @return amount of work done; 0 if there was nothing to do, or another thread is making progress.
     * @throws IllegalStateException if the engine is closed, or in a call of the error handler.
     */
    public int poll() {
        node.handlerCalls().refuse("poll");
        if (places != null) {
            places.count();
        }
        return progress.poll();
    }

    /**
     * Aborts the whole job: every operation of every rank ends with {@code ABORTED}, and every process is expected to leave.
     *
     * @param status exit status that a launcher returns, 1 to 255.
     * @param reason one line for people.
     */
    public void abort(final int status, final String reason) {
        checkOpen();
        job.abort(status, reason);
    }

    /**
     * Returns whether the engine can be used.
     *
     * @return true until {@link #close}.
     */
    public boolean isOpen() {
        return !closed.get();
    }

    /**
     * Returns the protocol state of this rank, for {@code EngineAccess} of the tests. Belongs to the progress owner.
     */
    Messages messages() {
        return messages;
    }

    /**
     * Returns this rank's node, for {@code EngineAccess} of the tests.
     */
    Node node() {
        return node;
    }

    /**
     * Returns what makes and knows this rank's memory regions, for {@code EngineAccess} of the tests.
     */
    RegionAllocator allocator() {
        return allocator;
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this engine is closed");
        }
    }

    /**
     * Leaves the job. Waits for pending sends, at most for the close timeout ({@link EngineContext#closeTimeout}), then ends the operations
     * that are left with {@code CLOSED}, and releases the memory of open messages and claims. It reports both in one line to the error
     * handler. Idempotent; any thread. It does not wait for other ranks: messages that they have sent and that this rank has not received
     * are lost.
     *
     * @throws IllegalStateException in a call of the error handler.
     * @throws UncheckedIOException  if a file of the job was cut: the rank has left as far as possible.
     */
    @Override
    public void close() {
        closeWithin(closeTimeoutNs);
    }

    /**
     * Leaves the job, as {@link #close()}, but waits for pending sends no longer than a timeout, whatever the close timeout is.
     *
     * @param timeout longest wait.
     * @param unit    of the timeout.
     * @throws IllegalStateException in a call of the error handler.
     * @throws UncheckedIOException  if a file of the job was cut: the rank has left as far as possible.
     */
    public void close(final long timeout, final TimeUnit unit) {
        closeWithin(Deadline.timeoutNs(timeout, unit));
    }

    private void closeWithin(final long timeoutNs) {
        checkClose();
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            leave(timeoutNs);
        } catch (final InternalError cut) {
            throw leaveAfter(cut);
        }
    }

    /** Ends the threads and closes the job directory. Memory that a thread may still use stays mapped. */
    private UncheckedIOException leaveAfter(final InternalError cut) {
        final UncheckedIOException failure = new UncheckedIOException(new IOException(
            "a file of the job in " + directory() + " was cut, or there is no space left for it: rank " + rank() +
                " has ended without sending what was pending", cut));
        try {
            progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
        } catch (final InternalError again) {
            failure.addSuppressed(again);
        }
        try {
            job.close();
        } catch (final InternalError again) {
            failure.addSuppressed(again);
        }
        return failure;
    }

    private void leave(final long timeoutNs) {
        final int pending = progress.shutdown().drain(timeoutNs);
        final boolean alone = progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
        node.handlerCalls().stopDeferring();
        report(pending, alone ? messages.endLoans() : new LoanReport());
        progress.waits().endAll();
        job.leave();
        try {
            if (pending == 0) {
                messages.regions().deleteAll();
            }
            job.destroyIfLast();
        } catch (final IOException | UncheckedIOException exception) {
            node.error(exception);
        }
        release(alone);
    }

    /** Throws if the error handler calls: the engine would end while the thread that called the handler still uses it. */
    void checkClose() {
        node.handlerCalls().refuse("close");
    }

    private void report(final int pending, final LoanReport loans) {
        if (pending > 0 || loans.count() > 0) {
            node.error(new IllegalStateException("rank " + rank() + " leaves with " +
                (pending > 0 ? pending + " sends that nobody has received" : "") + (pending > 0 && loans.count() > 0 ? ", and with " : "") +
                (loans.count() > 0 ? loans.count() + " loans that were not given back: " + loans : "")));
        }
    }

    /** Ends like a killed process: tells no other rank. For {@link LocalJob} and {@code EngineAccess} of the tests. */
    void abandon() {
        checkClose();
        if (closed.compareAndSet(false, true)) {
            // First: a killed process takes no wait back.
            progress.waits().close();
            final boolean alone = progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
            node.handlerCalls().stopDeferring();
            job.simulateDeath(rank());
            release(alone);
        }
    }

    private void release(final boolean isAlone) {
        job.close();
        if (isAlone) {
            messages.close();
            progress.waits().close();
            node.close();
        }
    }

    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " in " + directory();
    }
}

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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageAction;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.endpoint.DisconnectMode;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EndpointAttributes;
import io.tombolo.engine.api.endpoint.Event;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.EventHandler;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.ReceiveSpan;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedReaderVisitor;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.engine.api.feed.KeyedFeedHandler;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockAssertion;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * An object of each public type of an engine, in a world of one rank, and arguments for each public method of these types, found by
 * reflection. So the tests of all calls also cover methods that are added to the API.
 */
final class PublicCalls {
    /** Types whose methods the tests call. */
    static final List<Class<?>> HANDLES = List.of(
        Communicator.class, Window.class, Request.class, Requests.class, Claim.class, Message.class, MemoryRegion.class,
        InterfaceAdapter.class, Endpoint.class, EventDispatcher.class, SharedReceiveQueue.class, ProtectionZone.class, ServicePoint.class,
        FeedWriter.class, FeedReader.class, Engine.class, LocalJob.class);

    private static final List<Class<?>> MEMORY = List.of(
        DirectBuffer.class, MutableDirectBuffer.class, MemoryRegion.class, ByteBuffer.class, byte[].class, int[].class, long[].class,
        double[].class);
    private static final int LENGTH = 8;
    private static final int TAG = 5;
    private static final int OTHER_TAG = 6;
    private static final int PARTITIONS = 2;
    private static final int SERVICE = 100;

    private final Map<Class<?>, Object> objects = new LinkedHashMap<>();
    private final Communicator world;
    private final List<Request> requests = new ArrayList<>();

    PublicCalls(final LocalJob job, final Window window) {
        this(job, window, 0);
    }

    /** Creates the objects of one thread. Threads of one engine need different services. */
    PublicCalls(final LocalJob job, final Window window, final int thread) {
        final Engine engine = job.engine(0);
        final InterfaceAdapter adapter = engine.adapter();
        world = engine.world();
        objects.put(LocalJob.class, job);
        objects.put(Engine.class, engine);
        objects.put(Communicator.class, world);
        objects.put(Window.class, window);
        objects.put(InterfaceAdapter.class, adapter);
        objects.put(MemoryRegion.class, engine.allocate(64));
        objects.put(Request.class, world.irecv(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH, 0, OTHER_TAG));
        requests.add(get(Request.class));
        objects.put(Claim.class, new Claim());
        world.tryClaim(LENGTH, 0, TAG, get(Claim.class));
        objects.put(Message.class, new Message());
        world.isend(new byte[LENGTH], 0, LENGTH, 0, TAG, new Request());
        world.mprobe(0, TAG, get(Message.class));
        objects.put(ProtectionZone.class, adapter.createZone());
        objects.put(EventDispatcher.class, adapter.createDispatcher(4));
        objects.put(SharedReceiveQueue.class, adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes()));
        objects.put(EndpointAttributes.class,
            new EndpointAttributes().receiveQueue(get(SharedReceiveQueue.class)).dispatcher(get(EventDispatcher.class)));
        objects.put(Endpoint.class, adapter.createEndpoint(get(EndpointAttributes.class)));
        final String feed = "feed" + thread;
        objects.put(FeedWriter.class, engine.createFeed(feed, FeedOptions.reliable().withCapacity(1024)));
        objects.put(FeedReader.class, engine.openFeed(feed, FeedStart.FROM_NOW));
        get(FeedWriter.class).write(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH);
        objects.put(ServicePoint.class, adapter.listen(SERVICE + thread, get(EventDispatcher.class)));
    }

    <T> T get(final Class<T> type) {
        return type.cast(objects.get(type));
    }

    <T> void put(final Class<T> type, final T object) {
        objects.put(type, object);
    }

    /** Ends the objects, so that as many can be created again. Skips those that a call has already ended. */
    void end() {
        get(FeedReader.class).close();
        get(FeedWriter.class).close();
        get(Endpoint.class).free();
        get(ServicePoint.class).free();
        get(SharedReceiveQueue.class).free();
        get(EventDispatcher.class).free();
        get(ProtectionZone.class).free();
        get(MemoryRegion.class).close();
        if (get(Claim.class).isOpen()) {
            get(Claim.class).abort();
        }
        if (get(Message.class).isOpen()) {
            get(Message.class).close();
        }
        for (final Request request : requests) {
            if (request.isActive()) {
                request.cancel();
            }
        }
        final Message rest = new Message();
        while (world.improbe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, rest)) {
            rest.close();
        }
    }

    /** Returns every public method of a handle. */
    static List<Method> methods(final Class<?> handle) {
        return Arrays.stream(handle.getMethods())
            .filter(method -> method.getDeclaringClass() != Object.class && (handle == Requests.class || !isStatic(method)))
            .filter(method -> !method.isBridge() && !method.getName().equals("toString"))
            .sorted(Comparator.comparing(PublicCalls::name)).toList();
    }

    private static boolean isStatic(final Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    static String name(final Method method) {
        return method.getName() + Stream.of(method.getParameterTypes()).map(Class::getSimpleName).toList();
    }

    /** Returns whether a method is a collective operation on data, in any form. One thread at a time may call those of a communicator. */
    static boolean isCollective(final Method method) {
        return method.getDeclaringClass().getPackage() == Elements.class.getPackage();
    }

    /** Calls a method of the object of a type. */
    Object call(final Class<?> handle, final Method method) throws Throwable {
        try {
            final Object answer = method.invoke(objects.get(handle), arguments(method));
            if (answer instanceof Request request) {
                requests.add(request);
            }
            return answer;
        } catch (final InvocationTargetException exception) {
            throw exception.getCause();
        }
    }

    /** Arguments behind memory: offset, number of partitions if there is one, length; then a rank, and tags or an offset in a window. */
    private Object[] arguments(final Method method) {
        final Object[] arguments = new Object[method.getParameterCount()];
        final boolean isPartitioned = method.getName().matches("p(send|recv)Init");
        final boolean isOfOneElement = List.of("compareAndSwap", "fetchAndOp").contains(method.getName());
        int next = Integer.MAX_VALUE;
        for (int i = 0; i < arguments.length; i++) {
            final Class<?> type = method.getParameterTypes()[i];
            if (isCollective(method) && type == int[].class) {
                // Counts, or null for displacements, which follow them.
                arguments[i] = method.getParameterTypes()[i - 1] == type ? null : new int[] {LENGTH};
            } else if (MEMORY.contains(type) && !(type == int[].class && arguments.length < 3)) {
                arguments[i] = memory(type);
                next = type == ByteBuffer.class ? 2 : 0;
            } else if (type == int.class || type == long.class) {
                if (method.getName().equals("poll") && i > 0 && arguments[i - 1] != null && !(arguments[i - 1] instanceof Integer)) {
                    arguments[i] = 1;
                    continue;
                }
                final boolean isCount = isPartitioned && next == 1 && type == int.class;
                final int value = next == 0 || next == 2 ? 0 : isCount ? PARTITIONS : next == 1 ? length(method) :
                    next == 3 ? type == int.class ? TAG : 0 : type == long.class ? LENGTH : 0;
                next = next == Integer.MAX_VALUE || isCount ? next : next == 0 && isOfOneElement ? 2 : next + 1;
                arguments[i] = type == long.class ? (Object) (long) value : value;
            } else {
                arguments[i] = value(type);
            }
        }
        return arguments;
    }

    private static int length(final Method method) {
        return Arrays.asList(method.getParameterTypes()).contains(ElementType.class) ? 1 : LENGTH;
    }

    private Object memory(final Class<?> type) {
        return type == MemoryRegion.class ? get(MemoryRegion.class) : type == ByteBuffer.class ? ByteBuffer.allocateDirect(LENGTH) :
            type == byte[].class ? new byte[LENGTH] : type == int[].class ? new int[LENGTH] : type == long[].class ? new long[LENGTH] :
            type == double[].class ? new double[LENGTH] : new UnsafeBuffer(new byte[64]);
    }

    private Object value(final Class<?> type) {
        final Request request = new Request();
        requests.add(request);
        final Map<Class<?>, Object> values = Map.ofEntries(
            Map.entry(Status.class, new Status()), Map.entry(Request.class, request),
            Map.entry(Claim.class, new Claim()), Map.entry(Message.class, new Message()),
            Map.entry(Multicast.class, new Multicast().to(0)),
            Map.entry(Segments.class, new Segments().add(new UnsafeBuffer(new byte[LENGTH]), 0, LENGTH)),
            Map.entry(RegionSegments.class, new RegionSegments().add(get(MemoryRegion.class), 0, LENGTH)),
            Map.entry(Request[].class, new Request[] {get(Request.class)}), Map.entry(int[].class, new int[] {0}),
            Map.entry(Promise[].class, new Promise[0]), Map.entry(WindowOption[].class, new WindowOption[0]),
            Map.entry(Privilege[].class, Privilege.values()), Map.entry(TimeUnit.class, TimeUnit.MILLISECONDS),
            Map.entry(LockType.class, LockType.SHARED), Map.entry(LockAssertion.class, LockAssertion.NO_CHECK),
            Map.entry(ErrorMode.class, ErrorMode.THROW), Map.entry(MemoryKind.class, MemoryKind.values()[0]),
            Map.entry(ElementType.class, ElementType.LONG), Map.entry(boolean.class, false),
            Map.entry(AccumulateOp.class, AccumulateOp.SUM), Map.entry(DisconnectMode.class, DisconnectMode.values()[0]),
            Map.entry(Elements.class, Elements.of(new long[LENGTH])), Map.entry(ReduceOp.class, ReduceOp.SUM),
            Map.entry(Event.class, new Event()), Map.entry(ReceiveSpan.class, new ReceiveSpan()),
            Map.entry(MessageHandler.class, (MessageHandler) (source, tag, buffer, offset, length) -> MessageAction.GIVE_BACK),
            Map.entry(EventHandler.class, (EventHandler) event -> { }), Map.entry(Supplier.class, (Supplier<Message>) Message::new),
            Map.entry(ReceiveQueueCounts.class, new ReceiveQueueCounts()),
            Map.entry(FeedOptions.class, FeedOptions.latest().withCapacity(1024)), Map.entry(FeedStart.class, FeedStart.FROM_OLDEST),
            Map.entry(FeedHandler.class, (FeedHandler) (number, buffer, offset, length) -> buffer.getByte(offset)),
            Map.entry(KeyedFeedHandler.class, (KeyedFeedHandler) (key, number, buffer, offset, length) -> buffer.getByte(offset)),
            Map.entry(FeedReaderVisitor.class, (FeedReaderVisitor) (rank, incarnation, isCut, messages, bytes, missed) -> { }),
            Map.entry(ReceiveQueueAttributes.class, new ReceiveQueueAttributes()), Map.entry(String.class, "reason"));
        final Object value = values.containsKey(type) ? values.get(type) : objects.get(type);
        if (value == null) {
            throw new AssertionError("no argument of type " + type + " is defined");
        }
        return value;
    }
}

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
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.window.Window;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * The public methods that may wait. An error handler must not call them.
 */
final class WaitingCalls {
    // By type, the names of the methods that may wait. All others return at once.
    private static final Map<Class<?>, Set<String>> WAITING = Map.of(
        Engine.class, Set.of("poll", "close", "detachBuffer", "group", "awaitMember"),
        LocalJob.class, Set.of("step", "kill", "close"),
        Communicator.class, Set.of(
            "send", "ssend", "rsend", "multicast", "recv", "sendrecv", "probe", "mprobe", "claim", "forward[Request, int, int]",
            "bcast", "reduce", "allreduce", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallv",
            "reduceScatter", "reduceScatterBlock", "scan", "exscan",
            "barrier", "dup", "split", "createWindow", "allocateWindow", "agree", "iagree", "shrink", "ishrink", "replace"),
        Request.class, Set.of("await"),
        Requests.class, Set.of("waitAll", "waitAny", "waitSome"),
        Message.class, Set.of("buffer", "byteBuffer", "recv"),
        EventDispatcher.class, Set.of("await"));

    // The methods of a window that do not wait. Accesses count as waiting, because an error handler may run during an access.
    private static final Set<String> WINDOW_QUERIES = Set.of("rank", "size", "id", "mode", "length", "sharedQuery", "isTainted", "within");

    private WaitingCalls() {
    }

    /**
     * Returns whether a call may wait.
     *
     * @param handle type of the object that is called.
     * @param method of this type.
     * @return true if the call may wait for another rank or thread, or accesses a window.
     */
    static boolean contains(final Class<?> handle, final Method method) {
        if (handle == Window.class) {
            return !WINDOW_QUERIES.contains(method.getName());
        }
        final Set<String> waiting = WAITING.getOrDefault(handle, Set.of());
        return waiting.contains(method.getName()) || waiting.contains(PublicCalls.name(method));
    }
}

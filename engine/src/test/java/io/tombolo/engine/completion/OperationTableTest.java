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
package io.tombolo.engine.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.endpoint.Endpoint;
import io.tombolo.engine.api.endpoint.EventDispatcher;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ProtectionZone;
import io.tombolo.engine.api.endpoint.ServicePoint;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.api.window.Window;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table in the Javadoc of {@link Engine} names each operation of the API.
 */
class OperationTableTest {
    /** Methods that return at once with data of this process. */
    private static final Set<String> ACCESSORS = Set.of(
        "handle", "zone", "privileges", "rank", "size", "world", "directory", "isOpen", "isActive", "isComplete", "status", "length", "id",
        "source", "tag", "promises", "mode", "isTainted", "sharedQuery", "requiredFlag");

    @Test
    void shouldNameEveryOperation() throws IOException {
        final String rows = rows("Engine.java");
        final Set<String> operations = Stream.of(
                Engine.class, Communicator.class, Request.class, Requests.class, Message.class, Claim.class, MemoryRegion.class,
                Window.class)
            .flatMap(type -> Stream.of(type.getMethods()))
            .filter(method -> method.getDeclaringClass() != Object.class)
            .map(Method::getName)
            .filter(name -> !ACCESSORS.contains(name) && !"toString".equals(name))
            .collect(Collectors.toCollection(TreeSet::new));
        assertThat(operations).contains("send", "irecv", "await", "waitAny", "allocate");
        for (final String operation : operations) {
            assertThat(rows).containsPattern("[ #]" + operation + "[} (]");
        }
    }

    private static String rows(final String file) throws IOException {
        final String source = Files.readString(Path.of("src/main/java/io/tombolo/engine").resolve(file));
        return Stream.of(source.substring(source.indexOf("<tbody>"), source.indexOf("</tbody>")).split("<tr>"))
            .map(row -> row.substring(0, Math.max(0, row.indexOf("</th>")))).collect(Collectors.joining("\n"));
    }

    @Test
    void shouldNameEveryOperationOfEndpoints() throws IOException {
        final String rows = rows("api/endpoint/InterfaceAdapter.java");
        final Set<String> accessors = Set.of(
            "zone", "asynchronousDispatcher", "handle", "state", "peer", "capacity", "size", "service", "equals", "hashCode", "toString");
        Stream.of(InterfaceAdapter.class, SharedReceiveQueue.class, Endpoint.class, EventDispatcher.class, ProtectionZone.class,
                ServicePoint.class)
            .flatMap(type -> Stream.of(type.getMethods())).map(Method::getName).filter(name -> !accessors.contains(name))
            .forEach(operation -> assertThat(rows).contains("{@code " + operation + "}"));
    }
}

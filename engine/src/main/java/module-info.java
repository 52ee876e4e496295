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
/**
 * Ranks, and the messages, windows and endpoints between them. Applications see the entry package and the API.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Agrona has a module name and no descriptor.
module io.tombolo.engine {
    requires transitive io.tombolo.ringbuffers;
    requires io.tombolo.matching;
    requires transitive org.agrona;
    // Events for JFR are made only in a JVM that has it.
    requires static jdk.jfr;

    exports io.tombolo.engine;
    exports io.tombolo.engine.api;
    exports io.tombolo.engine.api.collective;
    exports io.tombolo.engine.api.endpoint;
    exports io.tombolo.engine.api.feed;
    exports io.tombolo.engine.api.window;
}

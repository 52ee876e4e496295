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
 * The files of a job, and opaque bytes that move through them from process to process.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Agrona has a module name and no descriptor.
module io.tombolo.ringbuffers {
    requires transitive org.agrona;

    exports io.tombolo.ringbuffers;
    exports io.tombolo.ringbuffers.collective;
    exports io.tombolo.ringbuffers.counters;
    exports io.tombolo.ringbuffers.fault;
    exports io.tombolo.ringbuffers.feed;
    exports io.tombolo.ringbuffers.file;
    exports io.tombolo.ringbuffers.flight;
    exports io.tombolo.ringbuffers.job;
    exports io.tombolo.ringbuffers.latency;
    exports io.tombolo.ringbuffers.libc;
    exports io.tombolo.ringbuffers.line;
    exports io.tombolo.ringbuffers.pair;
    exports io.tombolo.ringbuffers.queue;
    exports io.tombolo.ringbuffers.region;
    exports io.tombolo.ringbuffers.setting;
    exports io.tombolo.ringbuffers.transition;
    exports io.tombolo.ringbuffers.wait;
    exports io.tombolo.ringbuffers.window;
}

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
 * JMH benchmarks within one JVM: rings, packet pool, matching, windows, shared receive queues, and messages and streams through the engine.
 * Run them with {@code java -cp tombolo-jmh.jar org.openjdk.jmh.Main -foe true -prof gc}. {@link io.tombolo.jmh.AllocationGuard} fails if
 * an operation allocates.
 */
package io.tombolo.jmh;

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
 * jcstress tests of everything that threads or processes share: rings, packets, staging lanes, the doorbell, window locks, shared receive
 * queues, the free places of a pool, and the role of the progress owner. Run them with {@code java -cp tombolo-jmh.jar
 * org.openjdk.jcstress.Main}; {@code .ci/run} runs them in short mode. Start with {@link io.tombolo.jmh.stress.StampedRingStress}.
 */
package io.tombolo.jmh.stress;

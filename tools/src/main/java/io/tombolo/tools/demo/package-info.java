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
 * The demonstration: it spreads a real file over the ranks of a job, verifies every byte, and measures latency.
 * <p>
 * Start with {@link io.tombolo.tools.demo.Demo}, which starts the ranks and reports the result. Each rank runs {@code DemoRank}. First
 * {@code FileSpreader} (rank 0) and {@code FileReceiver} (other ranks) move the file, divided by {@code DemoPlan}. {@code TokenPassing} and
 * {@code RoundTrips} follow. {@code Report} carries lines from rank 0 to the launcher, and {@code Display} shows them.
 */
package io.tombolo.tools.demo;

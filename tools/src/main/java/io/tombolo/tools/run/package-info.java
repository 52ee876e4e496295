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
 * Starts the ranks of a job as processes and leaves none of them behind.
 * <p>
 * Start with {@link io.tombolo.tools.run.JobLaunch}: configure it, then {@code run()} starts the ranks, waits for their end and returns a
 * {@link io.tombolo.tools.run.LaunchResult}. {@link io.tombolo.tools.run.LaunchDirectory} makes a job directory for a launch and removes
 * it. Only the calling thread takes decisions; the other threads carry output.
 */
package io.tombolo.tools.run;

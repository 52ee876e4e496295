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
 * {@code tombolo top}: samples a job at intervals, and shows what its ranks do and how fast messages move.
 * <p>
 * Data flows one way: {@link io.tombolo.tools.top.JobSampler} reads the files into a {@link io.tombolo.tools.top.JobSample};
 * {@link io.tombolo.tools.top.JobRates} is the difference of two samples; {@link io.tombolo.tools.top.RateHistory} keeps the last of them;
 * {@link io.tombolo.tools.top.TopScreen} makes the lines of a screen of a given size, {@link io.tombolo.tools.top.TopExport} text for
 * programs. Only {@link io.tombolo.tools.top.LiveView} knows the terminal.
 */
package io.tombolo.tools.top;

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
 * The demonstration: a real file spread over ranks, verified, and the messages measured.
 * <p>
 * Entry: {@link io.tombolo.tools.demo.Demo} starts the ranks and says how it went; {@code DemoRank} is the program that each rank runs:
 * {@code Spread} and {@code Worker} move the file as {@code DemoPlan} divides it, {@code TokenRing} and {@code PingPong} follow, and
 * {@code Report} is the way from rank 0 to the screen.
 */
package io.tombolo.tools.demo;

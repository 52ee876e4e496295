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
 * The memory that applications pass to calls: regions, and checked ranges of buffers. Start with {@link
 * io.tombolo.engine.region.SharedRegion}.
 * <p>
 * Communicators and windows pass memory on as a base, an offset, a length and an owner. The base is an array, or null for an absolute
 * address, or the file of a region for a range that spans mapping windows. Only this package tells the three apart. Operations and the
 * layers below know arrays and addresses, and keep the file of a spanned range in a field of its own.
 */
package io.tombolo.engine.region;

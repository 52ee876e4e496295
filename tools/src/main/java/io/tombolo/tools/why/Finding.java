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
package io.tombolo.tools.why;

import java.util.List;

/**
 * Something that explains why ranks wait.
 *
 * @param kind      what it is about
 * @param certainty how sure it is
 * @param ranks     ranks that it is about, ascending
 * @param text      a sentence without a full stop
 * @param details   a sentence for each wait of these ranks; may be empty
 */
public record Finding(FindingKind kind, Certainty certainty, List<Integer> ranks, String text, List<Detail> details) {
}

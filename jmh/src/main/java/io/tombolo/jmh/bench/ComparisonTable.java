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
package io.tombolo.jmh.bench;

import java.util.List;

/**
 * A table that has systems side by side: what stands in a line was measured alike.
 *
 * @param title   above it.
 * @param heading the cells of its first line.
 * @param lines   below, each as long as the heading; an empty cell where nothing was measured.
 */
record ComparisonTable(String title, List<String> heading, List<List<String>> lines) {
}

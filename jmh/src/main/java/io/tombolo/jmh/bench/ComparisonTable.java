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
 * A table with systems side by side. The cells of a line have values of the same work.
 *
 * @param title   title of the table.
 * @param heading names of the columns.
 * @param lines   lines with as many cells as the heading; a cell is empty if nothing was measured.
 */
record ComparisonTable(String title, List<String> heading, List<List<String>> lines) {
}

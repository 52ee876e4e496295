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
 * Writes a job as one HTML page that needs no network and no script: a summary, findings, the messages between ranks, a timeline,
 * latencies, settings and versions. {@link io.tombolo.tools.report.JobReport} reads the job, and
 * {@link io.tombolo.tools.report.ReportPage} writes the page. All texts from shared memory pass through the class HtmlWriter, which escapes
 * them. Every number of a figure is also in a table or in the JSON block at the end of the page.
 */
package io.tombolo.tools.report;

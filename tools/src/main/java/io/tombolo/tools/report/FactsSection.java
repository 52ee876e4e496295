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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Writes the settings that all ranks share, and the versions of the software.
 */
final class FactsSection {
    private FactsSection() {
    }

    static void write(final HtmlWriter page, final JobReport report) {
        page.open("section", "id", "settings").element("h2", "Settings and versions");
        final HtmlTable settings = HtmlTable.begin(
            page, "settings-table", "Settings that all ranks share", "setting", ">value", ">default", "meaning");
        final int ranks = report.job().ranks().size();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            final long value = report.job().geometry().value(setting);
            final boolean isChanged = value != setting.defaultValue(ranks);
            settings.row(setting.propertyName() + (isChanged ? " (changed)" : ""), value, setting.defaultValue(ranks),
                setting.description());
        }
        settings.end();
        final HtmlTable versions = HtmlTable.begin(page, "versions", "Versions", "software", "version");
        report.software().versions().forEach(versions::row);
        versions.end();
        page.close();
    }
}

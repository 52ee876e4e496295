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

/**
 * A table of a page, which scrolls in a box of its own if it is too wide. The first cell of a row is its heading. An {@link Amount} is
 * written with its exact value.
 */
final class HtmlTable {
    private static final String CLASS = "class";
    private static final char NUMBER = '>';

    private final HtmlWriter page;
    private final String[] columns;

    private HtmlTable(final HtmlWriter page, final String[] columns) {
        this.page = page;
        this.columns = columns;
    }

    /** Begins a table. The name of a column begins with {@code >} if the column has numbers. */
    static HtmlTable begin(final HtmlWriter page, final String id, final String caption, final String... columns) {
        page.open("div", CLASS, "scroll", "tabindex", "0", "role", "region", "aria-label", caption).open("table", "id", id)
            .element("caption", caption).open("thead").open("tr");
        final HtmlTable table = new HtmlTable(page, columns);
        for (int i = 0; i < columns.length; i++) {
            final String name = table.isNumber(i) ? columns[i].substring(1) : columns[i];
            page.element("th", name, "scope", "col", CLASS, table.isNumber(i) ? "n" : "t");
        }
        page.close().close().open("tbody");
        return table;
    }

    private boolean isNumber(final int column) {
        return !columns[column].isEmpty() && columns[column].charAt(0) == NUMBER;
    }

    HtmlTable row(final Object... cells) {
        if (cells.length != columns.length) {
            throw new IllegalArgumentException("cells=" + cells.length + " columns=" + columns.length);
        }
        page.open("tr");
        for (int i = 0; i < cells.length; i++) {
            if (i == 0) {
                page.open("th", "scope", "row", CLASS, isNumber(i) ? "n" : "t");
            } else {
                page.open("td", CLASS, isNumber(i) ? "n" : "t");
            }
            if (cells[i] instanceof Amount amount) {
                page.element("data", amount.text(), "value", Long.toString(amount.value()));
            } else {
                page.text(cells[i]);
            }
            page.close();
        }
        page.close();
        return this;
    }

    void end() {
        page.close().close().close();
    }
}

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
package io.tombolo.tools.text;

import java.util.Map;

/**
 * Colours of text for people, or none. They never carry a meaning that the text does not have.
 *
 * @param isOn whether text gets colours
 */
public record Colours(boolean isOn) {
    /** No colours. */
    public static final Colours NONE = new Colours(false);

    private static final String RESET = "\u001b[0m";

    /**
     * Decides by the conventions of the environment: {@code NO_COLOR} with any text forbids colours; {@code CLICOLOR_FORCE} other than 0
     * demands them; {@code CLICOLOR=0} and {@code TERM=dumb} forbid them; otherwise a terminal has them and a pipe or file has none.
     *
     * @param environment variables of the process
     * @param isTerminal  whether the text goes to a terminal
     * @return the colours
     */
    public static Colours of(final Map<String, String> environment, final boolean isTerminal) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return NONE;
        }
        final String force = environment.getOrDefault("CLICOLOR_FORCE", "0");
        if (!force.isEmpty() && !"0".equals(force)) {
            return new Colours(true);
        }
        return new Colours(isTerminal && !"0".equals(environment.get("CLICOLOR")) && !"dumb".equals(environment.get("TERM")));
    }

    /**
     * Text that stands out, such as a heading.
     *
     * @param text any text
     * @return the text, with a colour or as it is
     */
    public String bold(final String text) {
        return coloured("1", text);
    }

    /**
     * Text that says that something is in order.
     *
     * @param text any text
     * @return the text, with a colour or as it is
     */
    public String green(final String text) {
        return coloured("32", text);
    }

    /**
     * Text that asks for attention.
     *
     * @param text any text
     * @return the text, with a colour or as it is
     */
    public String yellow(final String text) {
        return coloured("33", text);
    }

    /**
     * Text that says that something is wrong.
     *
     * @param text any text
     * @return the text, with a colour or as it is
     */
    public String red(final String text) {
        return coloured("1;31", text);
    }

    private String coloured(final String code, final String text) {
        return isOn ? "\u001b[" + code + "m" + text + RESET : text;
    }
}

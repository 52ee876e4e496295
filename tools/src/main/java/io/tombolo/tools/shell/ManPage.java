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
package io.tombolo.tools.shell;

import io.tombolo.tools.text.ScreenText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page of a command, made from the specification that also makes its help.
 *
 * @param name     such as {@code tombolo-inspect}
 * @param version  of Tombolo
 * @param sections in the order of manual pages
 */
public record ManPage(String name, String version, List<Section> sections) {
    private static final String INDENT = "    ";
    /** Width of the synopsis before its lines are joined: wide enough for every command. */
    private static final int WIDE = 2_000;

    /**
     * A section.
     *
     * @param heading in capitals
     * @param parts   paragraphs and entries of a list
     */
    public record Section(String heading, List<Part> parts) {
    }

    /**
     * A paragraph, or an entry of a list.
     *
     * @param term what the text explains; empty for a paragraph
     * @param text in one line
     */
    public record Part(String term, String text) {
    }

    /**
     * Makes the page of a command.
     *
     * @param command the command, one of the subcommands or the one above them
     * @param version of Tombolo
     * @return the page
     */
    public static ManPage of(final CommandLine command, final String version) {
        final UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        final String name = pageName(command);
        final List<Section> sections = new ArrayList<>();
        sections.add(new Section("NAME", List.of(new Part("", name + " - " + summary(usage)))));
        sections.add(new Section("SYNOPSIS", List.of(new Part("", synopsis(command)))));
        sections.add(new Section("DESCRIPTION", paragraphs(usage.description())));
        addUnlessEmpty(sections, "ARGUMENTS", command.getCommandSpec().positionalParameters().stream()
            .map(argument -> new Part(argument.paramLabel(), text(argument))).toList());
        addUnlessEmpty(sections, "COMMANDS", command.getSubcommands().values().stream()
            .map(each -> new Part(
                each.getCommandName(), summary(each.getCommandSpec().usageMessage()) + ". See " + pageName(each) + "(1)."))
            .toList());
        addUnlessEmpty(sections, "OPTIONS", command.getCommandSpec().options().stream()
            .map(option -> new Part(term(option), text(option))).toList());
        sections.add(new Section("EXIT STATUS", usage.exitCodeList().entrySet().stream()
            .map((final Map.Entry<String, String> status) -> new Part(status.getKey(), status.getValue())).toList()));
        if (command.getParent() != null) {
            sections.add(new Section("SEE ALSO", List.of(new Part("", pageName(command.getParent()) + "(1)"))));
        }
        return new ManPage(name, version, sections);
    }

    /** The name of a command's page: that of the command, after those above it. */
    private static String pageName(final CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    private static void addUnlessEmpty(final List<Section> sections, final String heading, final List<Part> parts) {
        if (!parts.isEmpty()) {
            sections.add(new Section(heading, parts));
        }
    }

    private static String summary(final UsageMessageSpec usage) {
        return plain(usage.description()[0]).replaceAll("\\.$", "");
    }

    private static String synopsis(final CommandLine command) {
        final boolean isAutomatic = command.isUsageHelpAutoWidth();
        final int width = command.getUsageHelpWidth();
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDE);
        try {
            return new CommandLine.Help(command.getCommandSpec(), CommandLine.Help.defaultColorScheme(Ansi.OFF)).synopsis(0).strip();
        } finally {
            command.setUsageHelpWidth(width).setUsageHelpAutoWidth(isAutomatic);
        }
    }

    private static List<Part> paragraphs(final String[] lines) {
        return Stream.of(lines).filter(line -> !line.isEmpty()).map(line -> new Part("", plain(line))).toList();
    }

    private static String term(final OptionSpec option) {
        final String value = option.arity().max() == 0 ? "" : option.longestName().startsWith("--") ? "=" + option.paramLabel() :
            " " + option.paramLabel();
        return String.join(", ", option.names()) + (option.arity().min() == 0 && !value.isEmpty() ? "[" + value + "]" : value);
    }

    private static String text(final ArgSpec argument) {
        return plain(String.join(" ", argument.description()));
    }

    private static String plain(final String text) {
        return text.replace("%%", "%");
    }

    /**
     * Formats the page for {@code man}, in the language roff with the macros of {@code man(7)}.
     *
     * @return lines, each ends with a newline
     */
    public String roff() {
        final StringBuilder page = new StringBuilder();
        page.append(".TH ").append(quoted(name.toUpperCase(Locale.ROOT))).append(" 1 \"\" ").append(quoted("Tombolo " + version))
            .append(' ').append(quoted("Tombolo")).append("\n.nh\n.ad l\n");
        for (final Section section : sections) {
            page.append(".SH ").append(quoted(section.heading())).append('\n');
            boolean isFirst = true;
            for (final Part part : section.parts()) {
                if (!part.term().isEmpty()) {
                    page.append(".TP\n.B ").append(quoted(part.term())).append('\n');
                } else if (!isFirst) {
                    page.append(".PP\n");
                }
                page.append(escaped(part.text())).append('\n');
                isFirst = false;
            }
        }
        return page.toString();
    }

    private static String quoted(final String text) {
        return '"' + escaped(text).replace("\"", "\\(dq") + '"';
    }

    /** Text in which roff finds no command: a line must not begin with a point or an apostrophe. */
    private static String escaped(final String text) {
        final String safe = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha")
            .replace("~", "\\(ti");
        return safe.startsWith(".") ? "\\&" + safe : safe;
    }

    /**
     * Formats the page for a screen without {@code man}.
     *
     * @return lines
     */
    public List<String> text() {
        final List<String> lines = new ArrayList<>();
        for (final Section section : sections) {
            lines.add((lines.isEmpty() ? "" : "\n") + section.heading());
            boolean isFirst = true;
            for (final Part part : section.parts()) {
                if (!isFirst) {
                    lines.add("");
                }
                if (part.term().isEmpty()) {
                    lines.addAll(ScreenText.wrap(INDENT, INDENT, part.text()));
                } else {
                    lines.add(INDENT + part.term());
                    lines.addAll(ScreenText.wrap(INDENT + INDENT, INDENT + INDENT, part.text()));
                }
                isFirst = false;
            }
        }
        return lines;
    }
}

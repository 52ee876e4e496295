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

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What a shell offers in the place of an argument or of the value of an option.
 *
 * @param kind  where the words come from
 * @param words the words if the kind is {@link Kind#WORDS}, otherwise none
 */
record ArgumentValues(Kind kind, List<String> words) {
    private static final String JOB_LABEL = "JOB";
    private static final String PROGRAM_LABEL = "COMMAND";

    /** Where the words come from. */
    enum Kind {
        /** There is nothing to offer, such as for a number. */
        NONE,
        /** The words that the command accepts. */
        WORDS,
        /** Paths of files and directories. */
        FILES,
        /** The jobs that {@code tombolo ls} lists. */
        JOBS,
        /** A program, and then its arguments. */
        PROGRAM
    }

    /**
     * The values of an argument or option: by its candidates, its type, or its label {@code JOB} or {@code COMMAND}. Constants are in
     * lower case, which all commands accept.
     */
    static ArgumentValues of(final ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            final List<String> words = new ArrayList<>();
            argument.completionCandidates().forEach(word -> words.add(word.equals(word.toUpperCase(Locale.ROOT)) ?
                word.toLowerCase(Locale.ROOT) : word));
            return new ArgumentValues(Kind.WORDS, words);
        }
        final Class<?> type = argument.auxiliaryTypes()[0];
        if (type == Path.class || type == File.class) {
            return new ArgumentValues(Kind.FILES, List.of());
        }
        final Kind kind = switch (argument.paramLabel()) {
            case JOB_LABEL -> Kind.JOBS;
            case PROGRAM_LABEL -> Kind.PROGRAM;
            default -> Kind.NONE;
        };
        return new ArgumentValues(kind, List.of());
    }
}

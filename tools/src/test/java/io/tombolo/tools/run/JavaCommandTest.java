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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaCommandTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "java Main | java | Main | ",
        "/jdk/bin/java -cp a:b -Xmx1g a.Main x -cp y | /jdk/bin/java -cp a:b -Xmx1g | a.Main | x -cp y",
        "java --add-opens java.base/a=B --class-path=a -Da=b M | java --add-opens java.base/a=B --class-path=a -Da=b | M | ",
    })
    void shouldSplit(final String command, final String jvm, final String main, final String arguments) {
        final JavaCommand java = JavaCommand.of(List.of(command.split(" ")));
        assertThat(String.join(" ", java.jvm())).isEqualTo(jvm);
        assertThat(java.main()).isEqualTo(main);
        assertThat(String.join(" ", java.arguments())).isEqualTo(arguments == null ? "" : arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "sh -c java", "java -jar a.jar", "java -m a/b.C", "java --module=a/b.C", "java", "java -cp a", "java @file Main", "java Main.java"
    })
    void shouldRefuseWhatRunsNoMainClassOfTheClassPath(final String command) {
        assertThatThrownBy(() -> JavaCommand.of(List.of(command.split(" ")))).isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("spare processes need a command such as 'java [options] -cp PATH Main [arguments]', not '" + command);
    }

    @Test
    void shouldTellWhichCommandsCanShareAJvm() {
        final JavaCommand first = JavaCommand.of(List.of("java", "-cp", "a", "First", "1"));
        assertThat(first.withoutMain()).isEqualTo(JavaCommand.of(List.of("java", "-cp", "a", "Second")).withoutMain())
            .isNotEqualTo(JavaCommand.of(List.of("java", "-cp", "b", "First", "1")).withoutMain());
        assertThat(first.running(String.class, List.of("x"))).containsExactly("java", "-cp", "a", "java.lang.String", "x");
    }
}

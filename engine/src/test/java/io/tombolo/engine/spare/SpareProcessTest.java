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
package io.tombolo.engine.spare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SpareProcessTest {
    /** What a spare process becomes: it tells its settings, arguments and input. */
    static final class Program {
        private Program() {
        }

        public static void main(final String[] arguments) throws IOException {
            System.out.println(System.getProperty("tombolo.rank") + " " + System.getProperty("tombolo.size") + " " +
                String.join(",", arguments) + " " + new String(System.in.readAllBytes(), StandardCharsets.US_ASCII));
            throw new IllegalStateException("the end");
        }
    }

    @Test
    void shouldRunTheProgramWithItsSettingsAndInput() throws Exception {
        final Process process = start(Program.class.getName());
        new SpareOrder(Map.of("tombolo.rank", "3", "tombolo.size", "9"), Program.class.getName(), List.of("a", "b"))
            .write(process.getOutputStream());
        process.getOutputStream().write("input".getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().close();
        // The size on the command line wins over that of the order.
        assertThat(output(process)).startsWith("3 5 a,b input\nException in thread \"main\" java.lang.IllegalStateException: the end\n");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    @Test
    void shouldEndWithItsInput() throws Exception {
        final Process process = start(Program.class.getName());
        process.getOutputStream().close();
        assertThat(output(process)).isEmpty();
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void shouldSayThatAClassHasNoMainMethod() throws Exception {
        final Process process = start(SpareOrder.class.getName());
        assertThat(output(process)).startsWith("Exception in thread \"main\" java.lang.NoSuchMethodException: ");
        assertThat(process.waitFor()).isEqualTo(1);
    }

    private static Process start(final String main) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED", "-Dtombolo.size=5",
            "-cp", System.getProperty("java.class.path"), SpareProcess.class.getName(), main));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String output(final Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}

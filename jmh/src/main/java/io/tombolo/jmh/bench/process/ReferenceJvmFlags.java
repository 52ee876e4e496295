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
package io.tombolo.jmh.bench.process;

import java.util.List;

/**
 * Flags of the JVMs that run a reference system, as its authors recommend them.
 */
final class ReferenceJvmFlags {

    /** As in the settings that come with Aeron. */
    static final List<String> AGRONA = List.of("-Dagrona.disable.bounds.checks=true");

    /** As the documentation of Chronicle says for JDK 17 and later, without tracing of resources. */
    static final List<String> CHRONICLE = List.of(
        "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
        "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
        "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
        "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED",
        "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED",
        "--add-opens=java.base/java.util=ALL-UNNAMED",
        "-Dchronicle.analytics.disable=true",
        "-Dchronicle.announcer.disable=true",
        "-Djvm.resource.tracing=false");

    /** With fewer cores, a spinning driver would take the core of one of the two measured threads. */
    private static final int CORES_TO_SPIN = 3;

    private ReferenceJvmFlags() {
    }

    /** The settings of {@code aeron-ipc.properties}, which comes with Aeron, with files that are written before they are used. */
    static List<String> aeron() {
        return List.of(
            "-Dagrona.disable.bounds.checks=true",
            "-Daeron.threading.mode=SHARED",
            "-Daeron.shared.idle.strategy="
                + (Runtime.getRuntime().availableProcessors() >= CORES_TO_SPIN ? "spin" : "org.agrona.concurrent.BackoffIdleStrategy"),
            "-Daeron.ipc.mtu.length=8k",
            "-Daeron.term.buffer.sparse.file=false",
            "-Daeron.pre.touch.mapped.memory=true",
            "--add-opens=java.base/java.util.zip=ALL-UNNAMED");
    }
}

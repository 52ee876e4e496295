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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Versions of the systems that run in JVMs. The build writes them to a file, because the single jar has no manifests of the libraries.
 */
final class Versions {

    private static final String RESOURCE = "/io/tombolo/jmh/versions.properties";

    private Versions() {
    }

    static String of(final PeerKind peer) {
        final Properties versions = new Properties();
        try (InputStream stream = Versions.class.getResourceAsStream(RESOURCE)) {
            versions.load(stream);
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return versions.getProperty(peer.isEngine() ? PeerKind.TOMBOLO.label() : peer.label(), "JDK " + System.getProperty("java.version"));
    }
}

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Systems that are reached from C, if they are installed. Each constant knows how to find the system, compile against it, set it up for its
 * best times and start it.
 */
enum NativeSystem {

    /** Open MPI over shared memory, with its own matching, eager up to 64 KiB. Its defaults are best above that. */
    OPENMPI("peer_mpi.c", "Open MPI|OpenRTE", List.of(
        new Tools("mpicc.openmpi", "mpirun.openmpi"), new Tools("mpicc", "mpirun")), List.of()) {
        @Override
        List<String> settings(final boolean sharesCores) {
            final String transport = version().compareTo("5") < 0 ? "vader" : "sm"; // the same transport under two names
            return List.of(
                "OMPI_MCA_pml=ob1", "OMPI_MCA_btl=self," + transport,
                "OMPI_MCA_btl_" + transport + "_eager_limit=65536",
                "OMPI_MCA_mpi_yield_when_idle=" + (sharesCores ? 1 : 0),
                "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1");
        }

        @Override
        List<String> launcher(final int ranks) {
            return List.of(tools().orElseThrow().launcher(), "-n", Integer.toString(ranks), "--oversubscribe", "--bind-to", "none");
        }
    },

    /** The same, with the collective operations of its component for shared memory. These do not yield while they wait. */
    OPENMPI_SM("peer_mpi.c", "Open MPI|OpenRTE", List.of(
        new Tools("mpicc.openmpi", "mpirun.openmpi"), new Tools("mpicc", "mpirun")), List.of()) {
        @Override
        List<String> settings(final boolean sharesCores) {
            return Stream.concat(OPENMPI.settings(sharesCores).stream(), Stream.of("OMPI_MCA_coll_sm_priority=100")).toList();
        }

        @Override
        List<String> launcher(final int ranks) {
            return OPENMPI.launcher(ranks);
        }
    },

    /** MPICH over shared memory. */
    MPICH("peer_mpi.c", "HYDRA|MPICH", List.of(
        new Tools("mpicc.mpich", "mpiexec.mpich"), new Tools("mpicc", "mpiexec.hydra"), new Tools("mpicc", "mpiexec")), List.of()) {
        @Override
        List<String> settings(final boolean sharesCores) {
            return List.of("MPIR_CVAR_NOLOCAL=0", "MPIR_CVAR_ODD_EVEN_CLIQUES=0", "UCX_TLS=shm,self",
                "MPIR_CVAR_POLLS_BEFORE_YIELD=" + (sharesCores ? 1 : 0));
        }

        @Override
        List<String> launcher(final int ranks) {
            return List.of(tools().orElseThrow().launcher(), "-launcher", "fork", "-n", Integer.toString(ranks));
        }
    },

    /** UCX over shared memory, without MPI. */
    UCX("peer_ucx.c", "UCT version|Version|version", List.of(
        new Tools("cc", "ucx_info"), new Tools("gcc", "ucx_info")), List.of("-lucp", "-lucs")) {
        @Override
        List<String> settings(final boolean sharesCores) {
            return List.of("UCX_TLS=shm,self", "UCX_WARN_UNUSED_ENV_VARS=n");
        }

        @Override
        List<String> launcher(final int ranks) {
            return List.of();
        }
    };

    /** A compiler, and a program that starts the processes or prints the version. */
    record Tools(String compiler, String launcher) {
    }

    private static final String SOURCES = "/io/tombolo/jmh/c/";
    private static final java.util.regex.Pattern NUMBER = java.util.regex.Pattern.compile("\\d+\\.\\d+(\\.\\d+)?");
    private static final String NOT_INSTALLED = "not installed";

    private final String source;
    private final java.util.regex.Pattern name;
    private final List<Tools> candidates;
    private final List<String> libraries;
    private Optional<Tools> found;
    private String version = NOT_INSTALLED;
    private Path program;

    NativeSystem(final String source, final String name, final List<Tools> candidates, final List<String> libraries) {
        this.source = source;
        this.name = java.util.regex.Pattern.compile(name);
        this.candidates = candidates;
        this.libraries = libraries;
    }

    /**
     * Returns the environment variables for the best times, as NAME=VALUE. If there are more ranks than cores, {@code sharesCores}, a
     * waiting rank has to yield.
     */
    abstract List<String> settings(boolean sharesCores);

    /** Returns the command that starts the processes; empty if each is started by itself. */
    abstract List<String> launcher(int ranks);

    /** Compiles the program if needed. Returns why the system cannot be measured here; empty if it can. */
    Optional<String> missing() {
        if (tools().isEmpty()) {
            return Optional.of(NOT_INSTALLED);
        }
        try {
            program();
        } catch (final IOException ex) {
            return Optional.of(ex.getMessage());
        }
        return Optional.empty();
    }

    String version() {
        tools();
        return version;
    }

    /** Returns the program, compiled at the first call and deleted when this process ends. It is not in /dev/shm, which is often noexec. */
    final synchronized Path program() throws IOException {
        if (null == program) {
            final Path directory = Files.createTempDirectory("tombolo-bench-");
            directory.toFile().deleteOnExit();
            final Path target = directory.resolve("peer");
            target.toFile().deleteOnExit();
            compile(directory, target);
            program = target;
        }
        return program;
    }

    private void compile(final Path directory, final Path target) throws IOException {
        final List<Path> files = new ArrayList<>(List.of(directory.resolve("compiler")));
        try {
            for (final String file : List.of("peer.h", "bench.c", source)) {
                files.add(directory.resolve(file));
                try (InputStream stream = NativeSystem.class.getResourceAsStream(SOURCES + file)) {
                    Files.copy(stream, directory.resolve(file));
                }
            }
            final List<String> command = new ArrayList<>(List.of(
                tools().orElseThrow(() -> new IOException(name() + ": " + NOT_INSTALLED)).compiler(), "-std=gnu11", "-O3", "-march=native",
                "-o", target.toString(), directory.resolve("bench.c").toString(), directory.resolve(source).toString(), "-lpthread"));
            command.addAll(libraries);
            ExternalPrograms.run(files.get(0), command);
        } finally {
            for (final Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Finds the first pair of tools that is installed and belongs to this system. */
    final synchronized Optional<Tools> tools() {
        if (null == found) {
            found = candidates.stream()
                .filter(tools -> ExternalPrograms.onPath(tools.compiler()) && ExternalPrograms.onPath(tools.launcher()))
                .filter(this::tryTools)
                .findFirst();
        }
        return found;
    }

    /** Asks a program for its version and keeps it. Returns whether the program belongs to this system. */
    private boolean tryTools(final Tools tools) {
        try {
            final Path output = Files.createTempFile("tombolo-bench-", ".version");
            try {
                final String words = ExternalPrograms.run(output, List.of(tools.launcher(), UCX == this ? "-v" : "--version"));
                final Matcher number = NUMBER.matcher(words);
                version = number.find() ? number.group() : "unknown version";
                return name.matcher(words).find();
            } finally {
                Files.delete(output);
            }
        } catch (final IOException ex) {
            return false;
        }
    }
}

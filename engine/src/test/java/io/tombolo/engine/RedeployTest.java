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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.Window;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After an application was undeployed, neither a thread nor its class loader is left, even if other applications go on in its threads. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RedeployTest {
    private static final int REDEPLOYS = 10;

    /** Threads of earlier tests. */
    private final Set<Thread> before = threads();

    /** An application of a container: it launches a rank that waits, sleeps, and has each kind of thread that an engine can have. */
    public static final class Application implements Callable<AutoCloseable> {
        private static final long[] WORD = new long[1];

        public Application() {
        }

        @Override
        public AutoCloseable call() throws Exception {
            final Engine engine = Engine.launch(new EngineContext().threadLevel(ThreadLevel.MULTIPLE).asyncProgress(true).waiting(0, 0));
            final Communicator world = engine.world();
            final Thread thread = Thread.currentThread();
            final Thread sender = new Thread(() -> {
                while (thread.getState() != Thread.State.TIMED_WAITING && thread.getState() != Thread.State.WAITING) {
                    Thread.onSpinWait();
                }
                world.send(WORD, 0, 1, 0, 1);
            });
            final Request receive = new Request();
            world.irecv(WORD, 0, 1, 0, 1, receive);
            sender.start();
            receive.await();
            sender.join();
            try (Window window = world.createWindow(new UnsafeBuffer(ByteBuffer.allocateDirect(8)))) {
                window.fence();
            }
            return engine;
        }
    }

    /** Loads the application, and either loads the library as well or takes it from its parent. */
    private static final class ApplicationLoader extends URLClassLoader {
        private final boolean isAlone;

        ApplicationLoader(final boolean isAlone) throws MalformedURLException {
            super(urls(), isAlone ? ClassLoader.getPlatformClassLoader() : Engine.class.getClassLoader());
            this.isAlone = isAlone;
        }

        private static URL[] urls() throws MalformedURLException {
            final List<URL> urls = new ArrayList<>();
            for (final String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
                urls.add(Path.of(path).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(final String name, final boolean resolve) throws ClassNotFoundException {
            if (isAlone || !name.equals(Application.class.getName())) {
                return super.loadClass(name, resolve);
            }
            final Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }

        @SuppressWarnings("unchecked")
        Callable<AutoCloseable> application() throws ReflectiveOperationException {
            final Class<?> application = loadClass(Application.class.getName());
            assertThat(application.getClassLoader()).isSameAs(this);
            return (Callable<AutoCloseable>) application.getConstructor().newInstance();
        }
    }

    @Test
    void shouldLeaveNothingOfAnApplicationWithItsOwnLibrary() throws Exception {
        final ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
            for (int i = 0; i < REDEPLOYS; i++) {
                pool.submit(() -> loaders.add(deploy())).get();
            }
            awaitGone(loaders);
            awaitNoThreads();
        } finally {
            pool.shutdown();
        }
    }

    private static WeakReference<ClassLoader> deploy() throws Exception {
        try (ApplicationLoader loader = new ApplicationLoader(true)) {
            loader.application().call().close();
            return new WeakReference<>(loader);
        }
    }

    /** A call of the undeployed application has started the thread that watches the locks, and this thread goes on for the other one. */
    @Test
    void shouldLetAnApplicationGoWhileAnotherOneUsesTheSameLibrary() throws Exception {
        final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (Engine other = replace(loaders)) {
            awaitGone(loaders);
            assertThat(other.isOpen()).isTrue();
        }
        awaitNoThreads();
    }

    private static Engine replace(final List<WeakReference<ClassLoader>> loaders) throws Exception {
        try (ApplicationLoader loader = new ApplicationLoader(false); AutoCloseable first = loader.application().call()) {
            assertThat(first).isInstanceOf(Engine.class);
            loaders.add(new WeakReference<>(loader));
            return Engine.launch();
        }
    }

    private static void awaitGone(final List<WeakReference<ClassLoader>> loaders) {
        while (loaders.stream().anyMatch(loader -> loader.get() != null)) {
            System.gc();
            Thread.yield();
        }
    }

    private void awaitNoThreads() {
        while (!before.containsAll(threads())) {
            Thread.yield();
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("tombolo ")).collect(Collectors.toSet());
    }
}

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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.collective.CollectiveProgress;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.collective.SlotFiles;
import io.tombolo.engine.communicator.Communicators;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.collective.CollectiveFile;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.job.GroupProgressTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The system has no thread, or the JVM no memory, when one rank makes its part of a window. No rank gets the window, and no rank waits for
 * that one.
 */
@Timeout(30)
class WindowShortageTest {
    private static final int LENGTH = 64;

    private final List<Throwable> errors = new CopyOnWriteArrayList<>();
    private final Windows[] windows = new Windows[2];
    private final MessageCalls[] worlds = new MessageCalls[2];

    @Test
    void shouldTellTheOthersOfAnEndThatCannotBeOpened() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(errors::add))) {
            new RankThreads().run(job, this::create);
            assertThat(errors).hasSize(1).first().isInstanceOf(OutOfMemoryError.class);
            new RankThreads().run(job, engine -> create(engine, calls -> direct(calls, engine)).close());
        }
    }

    /** The rank fails after the window's communicator is made and before its part is. */
    @Test
    void shouldEndAtTheOthersIfOneHasNoMemoryBeforeItBegins() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(errors::add))) {
            new RankThreads().run(job, engine -> {
                if (engine.rank() == 0) {
                    assertThatThrownBy(() -> create(engine, calls -> {
                        throw new OutOfMemoryError("of a test");
                    })).isInstanceOf(OutOfMemoryError.class);
                } else {
                    assertThatThrownBy(() -> create(engine, calls -> opening(calls, engine))).isInstanceOf(MessagingException.class)
                        .hasMessageContaining("agreement of 2 ranks");
                }
            });
            new RankThreads().run(job, engine -> create(engine, calls -> direct(calls, engine)).close());
        }
    }

    private void create(final Engine engine) {
        assertThatThrownBy(() -> create(engine, calls -> opening(calls, engine)))
            .isInstanceOf(UncheckedIOException.class).hasMessageEndingWith("rank 0 cannot open the window, see its error handler");
    }

    /** Makes a window of a world whose windows are made here, so that their memory is that of the test. */
    private Window create(final Engine engine, final Function<MessageCalls, Windows.Opening> start) throws IOException {
        if (worlds[engine.rank()] == null) {
            makeWorld(engine);
        }
        return windows[engine.rank()].create(
            worlds[engine.rank()], WindowMode.DIRECT, LENGTH, Set.of(), Outcome.SUCCESS, start);
    }

    private void makeWorld(final Engine engine) throws IOException {
        final Node node = EngineAccess.node(engine);
        final Progress progress = new Progress(node, EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
        final SlotFiles slots = new SlotFiles(node, 1, Communicator.MAX_COMMUNICATORS);
        windows[engine.rank()] = new Windows(new Communicators(progress, node, slots), node, null, progress, 0);
        worlds[engine.rank()] = world(engine, progress, slots);
    }

    private static MessageCalls world(final Engine engine, final Progress progress, final SlotFiles slots) throws IOException {
        final Node node = EngineAccess.node(engine);
        final Group group = Group.world(engine.rank(), 2);
        final CollectiveProgress calls =
            new CollectiveProgress(progress, node, new GroupProgressTable(node.job()), group, node.world(), 0);
        final CollectiveSlot slot = CollectiveFile.attach(
            node.job().collectivePath(node.rank(), 1, 0), node.rank(), 1, 0, false).find(node.world().name());
        return new MessageCalls(
            progress, new BlockingOperations(progress), group, 0, Set.of(),
            new Collectives(progress, node, group, node.world(), 1, calls, slots, slot), node.world());
    }

    private static Windows.Opening direct(final MessageCalls calls, final Engine engine) {
        return new DirectOpening(calls, EngineAccess.node(engine), new DirectAccesses(), LENGTH);
    }

    private static Windows.Opening opening(final MessageCalls calls, final Engine engine) {
        final Windows.Opening opening = direct(calls, engine);
        return engine.rank() > 0 ? opening : new Windows.Opening() {
            @Override
            public WindowAccess open(final long[] lengths) {
                throw new OutOfMemoryError("unable to create native thread");
            }

            @Override
            public void abandon() {
                opening.abandon();
            }
        };
    }
}

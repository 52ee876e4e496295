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
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.collective.CollectiveProgress;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.Communicators;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.progress.WaitPolicy;
import io.tombolo.ringbuffers.job.GroupProgressTable;
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

    @Test
    void shouldTellTheOthersOfAnEndThatCannotBeOpened() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.errorHandler(errors::add))) {
            new RankThreads().run(job, this::create);
            assertThat(errors).hasSize(1).first().isInstanceOf(OutOfMemoryError.class);
            new RankThreads().run(job, engine -> engine.world().allocateWindow(LENGTH).close());
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
            new RankThreads().run(job, engine -> engine.world().allocateWindow(LENGTH).close());
        }
    }

    private void create(final Engine engine) {
        assertThatThrownBy(() -> create(engine, calls -> opening(calls, engine)))
            .isInstanceOf(UncheckedIOException.class).hasMessageEndingWith("rank 0 cannot open the window, see its error handler");
    }

    private static Window create(final Engine engine, final Function<MessageCalls, Windows.Opening> start) {
        final Node node = EngineAccess.node(engine);
        final Progress progress = new Progress(node, EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
        final Windows windows = new Windows(new Communicators(progress, node), node, null, progress, 0);
        return windows.create(
            world(engine, progress), WindowMode.DIRECT, LENGTH, Set.of(), Outcome.SUCCESS, start);
    }

    private static MessageCalls world(final Engine engine, final Progress progress) {
        final Group group = Group.world(engine.rank(), 2);
        final BlockingOperations operations = new BlockingOperations(progress);
        final CollectiveProgress calls = new CollectiveProgress(
            progress, EngineAccess.node(engine), new GroupProgressTable(EngineAccess.node(engine).job()), group,
            EngineAccess.node(engine).world(), 0);
        return new MessageCalls(
            progress, operations, group, 0, Set.of(), new Collectives(progress, operations, group, 1, calls),
            EngineAccess.node(engine).world());
    }

    private static Windows.Opening opening(final MessageCalls calls, final Engine engine) {
        final Windows.Opening opening = new DirectOpening(calls, EngineAccess.node(engine), new DirectAccesses(), LENGTH);
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

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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedReading;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.NumberedPath;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads all feeds of a job. */
final class FeedFiles {
    private FeedFiles() {
    }

    /** Reads the feeds of the last incarnation of each rank, by rank and number. */
    static List<FeedView> read(final JobDirectory job) throws IOException {
        final List<FeedView> feeds = new ArrayList<>();
        for (final NumberedPath path : job.feedPaths()) {
            if (job.incarnation(path.rank()) == path.incarnation()) {
                try {
                    feeds.add(read(path));
                } catch (final NoSuchFileException closed) {
                    // Removed since the directory was listed.
                    continue;
                }
            }
        }
        feeds.sort(Comparator.comparingInt(FeedView::rank).thenComparingInt(FeedView::number));
        return feeds;
    }

    private static FeedView read(final NumberedPath path) throws NoSuchFileException {
        FeedFile file = null;
        try {
            file = FeedFile.attach(path.path(), path.rank(), path.incarnation(), true);
            return new FeedView(
                path.rank(), path.number(), ScreenText.printable(file.name()), "", file.geometry(), FeedReading.of(file));
        } catch (final NoSuchFileException closed) {
            throw closed;
        } catch (final IOException refused) {
            return FeedView.unreadable(path.rank(), path.number(), refused.getMessage());
        } finally {
            if (file != null) {
                file.unmap();
            }
        }
    }
}

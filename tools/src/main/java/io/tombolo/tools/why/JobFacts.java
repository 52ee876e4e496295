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
package io.tombolo.tools.why;

import io.tombolo.tools.inspect.FeedView;
import io.tombolo.tools.inspect.WindowView;
import java.util.List;
import java.util.Set;

/**
 * What is known of a job whose waits are to be explained.
 *
 * @param isLive  whether a rank is alive
 * @param lastMs  when it was last looked at, or a dead one was last known to live, milliseconds since the epoch
 * @param ranks   all ranks
 * @param groups  groups of its ranks
 * @param filled  pairs with records under way in either direction, or that could not be read
 * @param sending pairs whose source has sends that are not complete
 * @param windows parts of windows
 * @param feeds   feeds
 */
record JobFacts(
    boolean isLive, long lastMs, List<RankFacts> ranks, Groups groups, Set<Link> filled, Set<Link> sending,
    List<WindowView> windows, List<FeedView> feeds) {
    /** Whether nothing is under way from one rank to the other, and no answer back. */
    boolean isQuiet(final int source, final int destination) {
        return !filled.contains(new Link(source, destination));
    }

    /** Whether a number is that of a rank of this job. A damaged file may have any. */
    boolean isRank(final int rank) {
        return rank >= 0 && rank < ranks.size();
    }
}

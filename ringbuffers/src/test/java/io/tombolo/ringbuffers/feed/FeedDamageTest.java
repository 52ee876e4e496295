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
package io.tombolo.ringbuffers.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Values in the file of a feed that would keep a reader busy for ever, and slots that a reader has no more. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FeedDamageTest {
    private static final long FAR = 1L << 60;

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseAnOldestChangeBehindTheTail() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.CONFLATED, 1, 2, 0);
        final FeedCursor cursor = feed.cursor(feed.slot(1), false);
        feed.write(1);
        feed.file.memory().putLong(FeedFileDescriptor.OLDEST_OFFSET, FAR);
        assertThatThrownBy(() -> {
            while (cursor.next()) {
                cursor.done();
            }
        }).isInstanceOf(FeedDamageException.class).hasMessageContaining("feed prices").hasMessageNotContaining("\n");
    }

    @Test
    void shouldRefusePaddingThatNoMessageNeeds() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.LATEST, 1, 0, 0);
        final FeedCursor cursor = feed.cursor(feed.slot(1), false);
        feed.write();
        feed.file.memory().putLong(feed.file.geometry().ringOffset(), FeedRecordDescriptor.header(FeedRecordDescriptor.PADDING, 0));
        feed.file.memory().putLong(FeedFileDescriptor.TAIL_OFFSET, FAR);
        assertThatThrownBy(cursor::next).isInstanceOf(FeedDamageException.class).hasMessageContaining("feed prices")
            .hasMessageNotContaining("\n");
    }

    @Test
    void shouldLeaveTheSlotOfTheNextReaderAlone() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 1, 0, 0);
        final FeedSlot slot = feed.slot(1);
        final FeedCursor cursor = feed.cursor(slot, false);
        feed.write();
        feed.write();
        cursor.next();
        slot.leave();
        final FeedCursor next = feed.cursor(feed.slot(2), true);
        final long position = new FeedReaders(feed.file).position(0);
        assertThat(cursor.done()).isFalse();
        assertThat(new FeedReaders(feed.file).position(0)).isEqualTo(position);
        assertThat(next.next()).isTrue();
    }
}

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
package io.tombolo.matching;

import static io.tombolo.matching.Matcher.ANY_SOURCE;
import static io.tombolo.matching.Matcher.EXACT_TAG_MASK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MatchNodeReaderTest {
    private final DirectSegments segments = new DirectSegments(Integer.MAX_VALUE);
    private final Matcher matcher = new Matcher(segments, 100);
    private final MatchNodeReader reader = new MatchNodeReader();

    private AtomicBuffer segment() {
        return segments.lent().get(0);
    }

    @Test
    void shouldReadWhatWasFiled() {
        final int receive = matcher.addPosted(5, ANY_SOURCE, 77, 0xFF, 0x1111_2222_3333_4444L);
        final int message = matcher.addUnexpected(6, 3, 78, 1L << 33, 42);
        reader.wrap(segment());
        assertThat(reader.capacity()).isEqualTo(100);

        assertThat(reader.read(receive)).isEqualTo(MatchNodeReader.POSTED).isEqualTo(reader.kind());
        assertThat(reader.context()).isEqualTo(5);
        assertThat(reader.source()).isEqualTo(ANY_SOURCE);
        assertThat(reader.tag()).isEqualTo(77);
        assertThat(reader.mask()).isEqualTo(0xFF);
        assertThat(reader.length()).isZero();
        assertThat(reader.handle()).isEqualTo(0x1111_2222_3333_4444L);
        assertThat(reader.stamp()).isEqualTo(matcher.stamp(receive));

        assertThat(reader.read(message)).isEqualTo(MatchNodeReader.UNEXPECTED).isEqualTo(reader.kind());
        assertThat(reader.context()).isEqualTo(6);
        assertThat(reader.source()).isEqualTo(3);
        assertThat(reader.tag()).isEqualTo(78);
        assertThat(reader.mask()).isEqualTo(EXACT_TAG_MASK);
        assertThat(reader.length()).isEqualTo(1L << 33);
        assertThat(reader.handle()).isEqualTo(42);
        assertThat(reader.stamp()).isEqualTo(matcher.stamp(message));
    }

    @Test
    void shouldReadWhenANodeWasFiled() {
        final int early = matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1);
        matcher.clock(-12_345_678_901_234L);
        final int receive = matcher.addPosted(5, 1, 78, EXACT_TAG_MASK, 2);
        final int message = matcher.addUnexpected(6, 3, 78, 8, 3);
        matcher.clock(99);
        reader.wrap(segment());
        assertThat(reader.read(early)).isEqualTo(MatchNodeReader.POSTED);
        assertThat(reader.filingTime()).isZero();
        assertThat(reader.read(receive)).isEqualTo(MatchNodeReader.POSTED);
        assertThat(reader.filingTime()).isEqualTo(-12_345_678_901_234L);
        assertThat(reader.read(message)).isEqualTo(MatchNodeReader.UNEXPECTED);
        assertThat(reader.filingTime()).isEqualTo(-12_345_678_901_234L);
        matcher.remove(early);
        assertThat(reader.read(matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1))).isEqualTo(MatchNodeReader.POSTED);
        assertThat(reader.filingTime()).isEqualTo(99);
    }

    @Test
    void shouldSeeANodeFreeBeforeItsFirstUseAndAfterItsRemoval() {
        final int node = matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1);
        reader.wrap(segment());
        assertThat(reader.read(node + 1)).isEqualTo(MatchNodeReader.FREE);
        final int first = matcher.generation(node);
        matcher.remove(node);
        assertThat(reader.read(node)).isEqualTo(MatchNodeReader.FREE);
        matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1);
        assertThat(reader.read(node)).isEqualTo(MatchNodeReader.POSTED);
        assertThat(reader.generation()).isEqualTo(matcher.generation(node)).isNotEqualTo(first);
    }

    @Test
    void shouldSeeANodeFreeWhileItIsBeingWritten() {
        final int node = matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1);
        matcher.remove(node);
        // The state that an owner leaves that died in the middle of the next fill.
        segment().putLong(MatchNodeDescriptor.nodeOffset(node) + MatchNodeDescriptor.HANDLE_OFFSET, 2);
        assertThat(reader.wrap(segment()).read(node)).isEqualTo(MatchNodeReader.FREE);
        assertThat(segment().getLong(MatchNodeDescriptor.nodeOffset(node) + MatchNodeDescriptor.SEQUENCE_OFFSET) & 1).isOne();
    }

    @Test
    void shouldGiveUpOnANodeThatChangesAtEveryTry() {
        final AtomicBuffer changing = new UnsafeBuffer(ByteBuffer.allocateDirect(MatchNodeDescriptor.NODE_LENGTH)) {
            private long sequence;

            @Override
            public long getLongVolatile(final int index) {
                sequence += 4;
                return sequence;
            }
        };
        assertThat(reader.wrap(changing).read(0)).isEqualTo(MatchNodeReader.UNSTABLE).isEqualTo(reader.kind());
    }

    @Test
    void shouldReadAMappingThatIsReadOnly() {
        matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 9);
        final ByteBuffer readOnly = segment().byteBuffer().asReadOnlyBuffer();
        assertThat(reader.wrap(new UnsafeBuffer(readOnly)).read(0)).isEqualTo(MatchNodeReader.POSTED);
        assertThat(reader.handle()).isEqualTo(9);
    }

    @Test
    void shouldThrowForANodeOutsideTheSegment() {
        matcher.addPosted(5, 1, 77, EXACT_TAG_MASK, 1);
        reader.wrap(segment());
        assertThatThrownBy(() -> reader.read(100)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> reader.read(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    @Timeout(30)
    void shouldNeverSeeHalfANodeWhileTheOwnerWrites() throws InterruptedException {
        matcher.remove(matcher.addPosted(0, 0, 0, EXACT_TAG_MASK, 0));
        final AtomicBoolean isRunning = new AtomicBoolean(true);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final Thread owner = new Thread(() -> {
            try {
                writeUntil(isRunning);
            } catch (final Throwable t) {
                failure.set(t);
            }
        }, "owner");
        owner.start();
        try {
            readConsistently(200_000);
        } finally {
            isRunning.set(false);
            owner.join();
        }
        assertThat(failure.get()).isNull();
    }

    private void writeUntil(final AtomicBoolean isRunning) {
        for (int i = 1; isRunning.get(); i++) {
            final int node = (i & 1) == 0
                ? matcher.addPosted(i, i, i, EXACT_TAG_MASK, i)
                : matcher.addUnexpected(i, i, i, i, i);
            matcher.remove(node);
        }
    }

    private void readConsistently(final int wanted) {
        reader.wrap(segment());
        int seen = 0;
        while (seen < wanted) {
            final int kind = reader.read(0);
            if (kind != MatchNodeReader.POSTED && kind != MatchNodeReader.UNEXPECTED) {
                seen++;
                continue;
            }
            final int i = reader.context();
            final boolean isWhole = reader.source() == i && reader.tag() == i && reader.handle() == i
                && reader.length() == (kind == MatchNodeReader.POSTED ? 0 : i)
                && reader.stamp() == i + 1L
                && kind == ((i & 1) == 0 ? MatchNodeReader.POSTED : MatchNodeReader.UNEXPECTED);
            if (!isWhole) {
                throw new AssertionError("half a node: context=" + i + " source=" + reader.source() + " tag=" + reader.tag()
                    + " handle=" + reader.handle() + " length=" + reader.length() + " stamp=" + reader.stamp());
            }
            seen++;
        }
    }
}

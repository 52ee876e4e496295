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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.Quiescence;
import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Message;
import io.tombolo.ringbuffers.job.GeometrySetting;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Claims that send less than was claimed, and messages that calls of the JDK write and read in place.
 */
@Timeout(30)
class ClaimLengthTest {
    private static final int[] LENGTHS = {0, 1, 8, 48, 49, 1000, 4096, 4097, 8192, 8193, 65_536, 65_537};

    @ParameterizedTest
    @CsvSource({"0,32", "1,32", "0,1"})
    void shouldSendLessThanWasClaimed(final int ringKind, final int packets) {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_KIND, ringKind)
            .size(GeometrySetting.PACKETS, packets).size(GeometrySetting.UNEXPECTED_BYTES, 1 << 16))) {
            final Claim claim = new Claim();
            // Many times the budget of eager bytes: a wrong charge would use it up, or give too much back.
            for (int round = 0; round < 200; round++) {
                for (final int length : LENGTHS) {
                    final int claimed = length * 2 + round % 3;
                    job.engine(0).world().claim(claimed, 1, 3, claim);
                    Payloads.fill((UnsafeBuffer) claim.buffer(), 0, length, length + round);
                    claim.commit(length);
                    ClaimTest.receive(job, 1, length, 3, length + round);
                }
            }
            Quiescence.assertQuiet(job);
        }
    }

    @Test
    void shouldRefuseToSendMoreThanWasClaimed() {
        try (LocalJob job = LocalJob.of(2)) {
            final Claim claim = new Claim();
            job.engine(0).world().claim(10, 1, 3, claim);
            assertThatThrownBy(() -> claim.commit(11)).hasMessageContaining("length=11 must be from 0 to 10");
            assertThatThrownBy(() -> claim.commit(-1)).isInstanceOf(IllegalArgumentException.class);
            ClaimTest.fill(claim, 10, 4);
            claim.commit(10);
            ClaimTest.receive(job, 1, 10, 3, 4);
            assertThatThrownBy(() -> claim.commit(10)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void shouldCompressEncryptAndStoreInPlace() throws Exception {
        final Path file = Files.createTempFile("message", ".bin");
        try (LocalJob job = LocalJob.of(2)) {
            final Claim claim = new Claim();
            final Message message = new Message();
            final SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
            for (final int length : new int[] {100, 4000, 100_000}) {
                final byte[] text = new byte[length];
                Payloads.fill(new UnsafeBuffer(text), 0, length, 3);
                job.engine(0).world().claim(length + 64, 1, 3, claim);
                final ByteBuffer out = claim.byteBuffer();
                assertThat(out.isReadOnly()).isFalse();
                final Deflater deflater = new Deflater();
                deflater.setInput(text);
                deflater.finish();
                deflater.deflate(out);
                deflater.end();
                final int compressed = out.position();
                claim.commit(compressed);
                assertThatThrownBy(() -> out.put(0, (byte) 1)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> out.put((byte) 1)).isInstanceOf(BufferOverflowException.class);
                job.engine(1).world().mprobe(0, 3, message);
                final ByteBuffer in = message.byteBuffer();
                assertThat(in.isReadOnly()).isTrue();
                assertThat(in.remaining()).isEqualTo(compressed);
                final Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
                cipher.init(Cipher.ENCRYPT_MODE, key);
                final ByteBuffer encrypted = ByteBuffer.allocate(compressed + 16);
                cipher.doFinal(in, encrypted);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                    assertThat(channel.write(message.byteBuffer())).isEqualTo(compressed);
                }
                final Inflater inflater = new Inflater();
                inflater.setInput(message.byteBuffer());
                final byte[] restored = new byte[length];
                assertThat(inflater.inflate(restored)).isEqualTo(length);
                inflater.end();
                assertThat(restored).isEqualTo(text);
                message.close();
                assertThatThrownBy(() -> in.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(message::byteBuffer).isInstanceOf(IllegalStateException.class);
                assertThat(Files.size(file)).isEqualTo(compressed);
                cipher.init(Cipher.DECRYPT_MODE, key);
                assertThat(cipher.doFinal(encrypted.array(), 0, encrypted.position())).isEqualTo(Files.readAllBytes(file));
            }
            Quiescence.assertQuiet(job);
        } finally {
            Files.delete(file);
        }
    }
}

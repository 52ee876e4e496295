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
package io.tombolo.tools.demo;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.ringbuffers.job.JobLocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The part of rank 0: reads the file once, from start to end, and sends each piece to the rank that the plan names. Then it sends every
 * rank the digest of its pieces, and receives whether that rank has computed the same. Used by one thread.
 */
final class FileSpreader {
    private static final int MAX_SLOTS = 6;

    private final Communicator world;
    private final Report report;
    private final DemoPlan plan;
    private final InputStream file;
    private final MemoryRegion region;
    private final byte[] piece = new byte[FilePart.GET.pieceLength()];
    private final long[] word = new long[1];
    private final MessageDigest[] digests;
    private final Request[] slots;
    private final Path directory;
    private long sent;

    /**
     * Allocates the memory region of the registered pieces.
     *
     * @param engine engine of rank 0
     * @param report gets progress and results
     * @param plan   how the file is divided
     * @param file   positioned at its start; {@link #run()} reads it, the caller closes it
     */
    FileSpreader(final Engine engine, final Report report, final DemoPlan plan, final InputStream file) {
        this.world = engine.world();
        this.report = report;
        this.directory = engine.directory();
        this.plan = plan;
        this.file = file;
        this.digests = new MessageDigest[plan.workers() + 1];
        for (int worker = 1; worker <= plan.workers(); worker++) {
            digests[worker] = Sha256.start();
        }
        this.slots = new Request[Math.min(MAX_SLOTS, 2 * plan.workers())];
        for (int slot = 0; slot < slots.length; slot++) {
            slots[slot] = new Request();
        }
        this.region = engine.allocate((long) slots.length * FilePart.GET.pieceLength());
    }

    /**
     * Sends the file and lets the other ranks verify it.
     *
     * @throws IOException if the file cannot be read
     * @throws DemoFailure if a rank has received other bytes than were sent to it, or the file is shorter than planned
     */
    void run() throws IOException {
        word[0] = plan.length();
        for (int worker = 1; worker <= plan.workers(); worker++) {
            world.send(word, 0, 1, worker, DemoTags.PLAN);
        }
        report.line("%-12s%12s%14s%16s%16s", "spread", "piece", "pieces", "bytes", "rate");
        for (final FilePart part : FilePart.values()) {
            if (plan.length(part) > 0) {
                final long startNs = System.nanoTime();
                send(part);
                world.barrier(); // Every rank enters after it has received its pieces.
                show(part, System.nanoTime() - startNs);
            }
        }
        final long fileBytes = JobLocation.at(directory).bytes();
        region.close();
        verify();
        report.line("  shared memory: %s of files in the job directory", ReadableNumbers.bytes(fileBytes));
    }

    private void send(final FilePart part) throws IOException {
        final long pieces = plan.pieces(part);
        for (long i = 0; i < pieces; i++) {
            final int length = plan.pieceLength(part, i);
            final int worker = plan.worker(i);
            if (part.isRegistered()) {
                sendSlot((int) (i % slots.length), length, worker);
            } else {
                read(length, worker);
                world.send(piece, 0, length, worker, part.tag());
            }
            sent += length;
            if (report.isDue()) {
                report.progress(part.label(), sent, plan.length());
            }
        }
        Requests.waitAll(slots);
    }

    private void sendSlot(final int slot, final int length, final int worker) throws IOException {
        if (slots[slot].isActive()) {
            slots[slot].await(); // The receiver has copied the piece that was here before.
        }
        read(length, worker);
        final int offset = slot * FilePart.GET.pieceLength();
        region.buffer().putBytes(offset, piece, 0, length);
        world.isend(region, offset, length, worker, FilePart.GET.tag(), slots[slot]);
    }

    private void read(final int length, final int worker) throws IOException {
        if (file.readNBytes(piece, 0, length) < length) {
            throw new DemoFailure("the file was truncated while it was read");
        }
        digests[worker].update(piece, 0, length);
    }

    private void show(final FilePart part, final long elapsedNs) {
        report.line("  %-10s%12s%,14d%16s%16s",
            part.label(), part.pieceText(), plan.pieces(part), ReadableNumbers.bytes(plan.length(part)),
            ReadableNumbers.rate(plan.length(part), elapsedNs));
    }

    private void verify() {
        for (int worker = 1; worker <= plan.workers(); worker++) {
            world.send(digests[worker].digest(), 0, Sha256.LENGTH, worker, DemoTags.DIGEST);
        }
        for (int worker = 1; worker <= plan.workers(); worker++) {
            world.recv(word, 0, 1, worker, DemoTags.VERDICT, null);
            if (word[0] != plan.lengthFor(worker)) {
                throw new DemoFailure("rank " + worker + " received other bytes than rank 0 sent to it (SHA-256)");
            }
        }
        report.line("  verified: %s, every byte, by SHA-256", ReadableNumbers.bytes(plan.length()));
    }
}

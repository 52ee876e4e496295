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

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.pair.PacketState;
import io.tombolo.ringbuffers.pair.PairReading;
import io.tombolo.ringbuffers.pair.PoolReading;
import io.tombolo.ringbuffers.pair.ReturnRecord;
import io.tombolo.ringbuffers.pair.RingKind;
import io.tombolo.ringbuffers.pair.RingReading;
import io.tombolo.ringbuffers.pair.RingRecord;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes pairs as text: one pair in full, source and destination side by side, or many pairs in a table with a line for each.
 */
final class PairText {
    private static final String INDENT = "  ";
    private static final String HANGING = "                          ";

    private final JobGeometry geometry;
    private final InspectOptions options;
    private final Consumer<String> out;

    PairText(final JobGeometry geometry, final InspectOptions options, final Consumer<String> out) {
        this.geometry = geometry;
        this.options = options;
        this.out = out;
    }

    /** Writes both sides of a pair, and the records between them. */
    void block(final PairView pair) {
        final String refusal = pair.refusal().isEmpty() ? "" : "  refused by rank " + pair.destination() + ": " + pair.refusal();
        out.accept("");
        out.accept("pair " + pair.name() + (pair.incarnations().isEmpty() ? "" : "  " + pair.incarnations()) + refusal);
        if (pair.reading() == null) {
            ScreenText.wrap(INDENT, INDENT, "cannot be read: " + ScreenText.printable(pair.problem())).forEach(out);
            return;
        }
        if (!pair.isSettled()) {
            out.accept(INDENT + "busy: it changed in each of " + StableReading.PASSES +
                " passes, so the lines below may be from different times");
        }
        for (final String damage : pair.damage()) {
            ScreenText.wrap(INDENT + "DAMAGED ", INDENT + INDENT, damage).forEach(out);
        }
        sides(pair, pair.reading());
        records(pair.reading().ring());
        returns(pair.reading().returns());
    }

    private void sides(final PairView pair, final PairReading reading) {
        final RingReading<RingRecord> ring = reading.ring();
        final RingReading<ReturnRecord> returns = reading.returns();
        final PoolReading pool = reading.pool();
        final TextTable table = new TextTable(INDENT, "<<<<");
        table.row("", "source " + pair.source(), "destination " + pair.destination(), "between them");
        final SendReading sends = pair.sends();
        table.row("sends", sends.queued() + " queued, " + sends.pending() + " long", "long done below " + reading.done(),
            sends.changedMs() == 0 ? "" : sends.state() + " since " + QueueText.time(sends.changedMs()));
        table.row(kind().name().toLowerCase(Locale.ROOT) + " ring", "tail " + ring.tail(), "head " + ring.head(),
            records(ring.count()) + ", " + ring.occupied() + " of " + ring.capacity() +
                (kind() == RingKind.AGRONA ? " bytes" : " half slots"));
        table.row("sequence", "last " + sequence(ring.lastSequence()), "last " + sequence(ring.takenSequence()), "");
        table.row("packets",
            count(pool, PacketState.FREE) + ", " + count(pool, PacketState.CLAIMED),
            count(pool, PacketState.HELD) + ", " + count(pool, PacketState.RETURNING),
            count(pool, PacketState.POSTED) + ", " + conservation(pool));
        table.row("return ring", "head " + returns.head(), "tail " + returns.tail(),
            returns.count() + " of " + returns.capacity() + " records");
        table.row("credit", sends.uncredited() + " bytes out", "took " + reading.consumed() + " bytes", "of short and eager messages");
        table.lines().forEach(out);
    }

    private static String count(final PoolReading pool, final PacketState state) {
        return pool.count(state) + " " + state;
    }

    private static String conservation(final PoolReading pool) {
        final int sum = pool.size() - pool.countUnknown();
        return "sum " + sum + " of " + pool.size() + (sum == pool.size() ? ": ok" : ": BROKEN");
    }

    private static String records(final int count) {
        return count + (count == 1 ? " record" : " records");
    }

    private static String sequence(final int sequence) {
        return sequence == RingReading.UNKNOWN ? "-" : Integer.toUnsignedString(sequence);
    }

    private RingKind kind() {
        return RingKind.of(geometry.value(GeometrySetting.RING_KIND));
    }

    private void records(final RingReading<RingRecord> ring) {
        title(ring, "in the ring, oldest first");
        for (final RingRecord record : first(ring)) {
            record(record.position(), RecordNames.type(record.type(), record.isCorrupt()), RecordNames.fields(record));
            hex(RecordNames.hex(record));
        }
        rest(ring);
    }

    private void returns(final RingReading<ReturnRecord> ring) {
        title(ring, "in the return ring, oldest first");
        for (final ReturnRecord record : first(ring)) {
            record(record.position(), RecordNames.type(record.type(), record.isCorrupt()), RecordNames.fields(record));
            hex(RecordNames.hex(record));
        }
        rest(ring);
    }

    private void title(final RingReading<?> ring, final String title) {
        if (ring.count() > 0) {
            out.accept(INDENT + title);
        }
    }

    private <R> List<R> first(final RingReading<R> ring) {
        return ring.records().subList(0, Math.min(ring.records().size(), options.limit()));
    }

    private void rest(final RingReading<?> ring) {
        final int rest = ring.count() - Math.min(ring.records().size(), options.limit());
        if (rest > 0) {
            out.accept(INDENT + INDENT + "and " + rest + " more" + (options.allQueued() ? "" : "; --queues shows them"));
        }
    }

    private void record(final long position, final String type, final Map<String, Object> fields) {
        final StringBuilder text = new StringBuilder();
        // No-break spaces keep a name and its value on one line.
        fields.forEach((name, value) -> text.append("  ").append(name).append('\u00a0').append(value.toString().replace(' ', '\u00a0')));
        ScreenText.wrap(String.format(Locale.ROOT, "%s%s%-10d%-12s", INDENT, INDENT, position, type), HANGING, text.toString().strip())
            .forEach(line -> out.accept(line.replace('\u00a0', ' ').stripTrailing()));
    }

    private void hex(final String words) {
        if (options.hex()) {
            ScreenText.wrap(HANGING, HANGING, words).forEach(out);
        }
    }

    /** Writes many pairs, a line for each. */
    void table(final List<PairView> pairs) {
        final TextTable table = new TextTable(INDENT, "<>>>>>>>>>><");
        table.row("pair", "queued", "tail", "head", "records", "FREE", "CLAIMED", "POSTED", "HELD", "RETURNING", "returns", "");
        for (final PairView pair : pairs) {
            final PairReading reading = pair.reading();
            if (reading == null) {
                table.row(pair.name(), "", "", "", "", "", "", "", "", "", "", note(pair));
                continue;
            }
            final PoolReading pool = reading.pool();
            table.row(pair.name(), pair.sends().queued(), reading.ring().tail(), reading.ring().head(), reading.ring().count(),
                pool.count(PacketState.FREE), pool.count(PacketState.CLAIMED), pool.count(PacketState.POSTED),
                pool.count(PacketState.HELD), pool.count(PacketState.RETURNING), reading.returns().count(), note(pair));
        }
        table.lines().forEach(out);
    }

    private static String note(final PairView pair) {
        return !pair.refusal().isEmpty() ? pair.refusal() : pair.reading() == null ? "UNREADABLE" :
            !pair.damage().isEmpty() ? "DAMAGED" : pair.isSettled() ? "" : "busy";
    }
}

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

/*
 * The loops of the measured JVMs once more, for systems that are reached from C: the same file in shared memory with the same commands,
 * the same canary, floor, ping-pong, windows, lists in which a match is searched, exchanges of all with all, one-way traffic and collective
 * operations, the same samples.
 *
 * Arguments: scratch directory, rank or -1, cores of the ranks in turn (of rank 0 and the others with fan-in) with commas between them,
 * payload size, pattern, milliseconds of a segment, works.
 */
#define _GNU_SOURCE
#include "peer.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BATCH 16
#define SEGMENTS 3
#define ATTEMPTS 4
#define STEADY 1.3
#define CANARY_ROUNDS (1000 * BATCH)
#define MAX_ROUNDS (1 << 20)
#define MAX_GROWTH 8
#define LEAST_WARM_SEGMENTS 4
#define COPY_FROM 4096
#define ANSWER_LENGTH 4
#define MOST_IN_ROUND 16384
#define LEAST_IN_ROUND 16
#define ROUND_BYTES (16 << 20)
#define LOOKS_BEFORE_YIELD 20000
#define EXACT_BELOW 2048
#define ORPHANED 3
#define COMMAND 0
#define CROWD_COMMAND 384
#define ARRIVALS 512
#define START 640
#define READY 768
#define SPACING 128
#define CROWD_LOOK_US 500
#define MOST_CORES 1024
#define LOOKS_BEFORE_YIELD_ON_SHARED_CORE 16
#define SHORT_CALLS 64
#define LONG_CALLS 16
#define LEAST_CALLS 4
#define BYTES_OF_CALLS (4 << 20)
#define DOUBLES_IN_LINE 8
#define BLOCK_STEP 32
#define CALL_STEP 1024
#define CALL_VALUES 1024

enum operation { END, BOUNCE, COPY, MESSAGE, COPY_WINDOW, WINDOWS, MATCH_SHALLOW, MATCH, EXCHANGE, ONE_WAY, FAN_IN, COLLECTIVE };
enum pattern { PING_PONG, WINDOW_PATTERN, MATCHING, BOTH_WAYS, ALL_TO_ALL, ONE_WAY_PATTERN, FAN_IN_PATTERN, COLLECTIVE_PATTERN };

/* Depth: of the list that the responder matches in, the message itself counted. */
struct work { size_t size; int fresh; int depth; int unexpected; enum collective collective; };
struct samples { uint64_t *values; int count; int messages; uint64_t clock_cost; };

/*
 * The file of LineDescriptor: command, ping, pong, the crowd's command, arrivals, start and the words of each rank 128 bytes apart, payloads
 * from 4096 on.
 */
static char *line;
static size_t payload_size;
static uint64_t bounces, sequence, crowd_sequence, arrivals;

static int rank;
static const char *scratch;
static enum pattern pattern;
static uint64_t segment_ns, clock_cost;
static struct work works[256];
static int work_count, copied_index = -1, begun_index = -1, depth = 1, ranks;
static int looks_for_ranks = LOOKS_BEFORE_YIELD;
static uint64_t starts, longest_ns, calls, last_received;
static double shallow_ns;
static unsigned char *outbound, *inbound, *copied, filling;

void die(const char *what)
{
    fprintf(stderr, "peer: %s\n", what);
    exit(1);
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t) time.tv_sec * 1000000000u + (uint64_t) time.tv_nsec;
}

static void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

/* ---- the line ---- */

static uint64_t *word(size_t offset)
{
    return (uint64_t *) (line + offset);
}

static void await_looking(size_t offset, uint64_t value, int looks_before_yield)
{
    int looks = 0;
    while (__atomic_load_n(word(offset), __ATOMIC_ACQUIRE) != value) { /* partner: the release of the other process */
        if (++looks == looks_before_yield) {
            looks = 0;
            sched_yield();
        }
        relax();
    }
}

static void await(size_t offset, uint64_t value)
{
    await_looking(offset, value, LOOKS_BEFORE_YIELD);
}

static void store(size_t offset, uint64_t value)
{
    __atomic_store_n(word(offset), value, __ATOMIC_RELEASE); /* partner: the acquire in await_looking */
}

static void publish(size_t at, uint64_t number, enum operation operation, int index, int rounds)
{
    int32_t *fields = (int32_t *) (line + at + 8);
    fields[0] = operation;
    fields[1] = index;
    fields[2] = rounds;
    store(at, number);
}

/* What needs all ranks is told to the crowd too, which sleeps meanwhile. */
static void command(enum operation operation, int index, int rounds)
{
    publish(COMMAND, ++sequence, operation, index, rounds);
    if (operation == EXCHANGE || operation == FAN_IN || operation == COLLECTIVE || operation == END) {
        publish(CROWD_COMMAND, ++crowd_sequence, operation, index, rounds);
    }
}

static void meet(void)
{
    store(128, ++bounces);
    await(256, bounces);
}

static void await_ping(void)
{
    await(128, ++bounces);
}

static void pong(void)
{
    store(256, bounces);
}

static char *payload(int of)
{
    return line + 4096 + (size_t) of * ((payload_size + 4095) & ~(size_t) 4095);
}

/* ---- samples ---- */

static void record(struct samples *samples, uint64_t elapsed)
{
    if (samples->count < MAX_ROUNDS) {
        const uint64_t cost = samples->clock_cost;
        samples->values[samples->count++] = elapsed > cost ? elapsed - cost : 1;
    }
}

static struct samples new_samples(int messages, uint64_t cost)
{
    struct samples samples = {malloc(MAX_ROUNDS * sizeof(uint64_t)), 0, messages, cost};
    if (samples.values == NULL) {
        die("no memory");
    }
    return samples;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static double median(struct samples *samples)
{
    qsort(samples->values, (size_t) samples->count, sizeof(uint64_t), compare);
    return (double) samples->values[(samples->count - 1) / 2] / samples->messages;
}

/* Three significant digits, as the histograms have. */
static uint64_t rounded(uint64_t value)
{
    int shift = 0;
    while (value >> shift >= EXACT_BELOW) {
        shift++;
    }
    return (value >> shift) << shift;
}

static void print_samples(struct samples *samples)
{
    median(samples);
    printf(" %d:", samples->messages);
    for (int i = 0; i < samples->count; ) {
        const uint64_t value = rounded(samples->values[i]);
        const int first = i;
        while (i < samples->count && rounded(samples->values[i]) == value) {
            i++;
        }
        printf("%s%llu@%d", first ? "," : "", (unsigned long long) value, i - first);
    }
}

/* ---- loops: the leader's half times, the other's answers ---- */

static void bounce_batches(int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done += BATCH) {
        const uint64_t start = now();
        for (int i = 0; i < BATCH; i++) {
            meet();
        }
        record(samples, now() - start);
    }
}

static void bounce_singles(int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done++) {
        const uint64_t start = now();
        meet();
        record(samples, now() - start);
    }
}

static void copy(const char *from, size_t size)
{
    memcpy(copied, from, size);
    __asm__ volatile("" ::: "memory"); /* nobody reads it, and yet it counts */
}

static void copy_singles(const struct work *work, int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done++) {
        if (work->fresh) {
            memset(payload(0), ++filling, work->size);
            meet();
        }
        const uint64_t start = now();
        meet();
        copy(payload(1), work->size);
        record(samples, now() - start);
    }
}

static void copy_answer(const struct work *work, int rounds)
{
    for (int done = 0; done < rounds; done++) {
        if (work->fresh) {
            await_ping();
            memset(payload(1), ++filling, work->size);
            pong();
        }
        await_ping();
        copy(payload(0), work->size);
        pong();
    }
}

static void verify(size_t length)
{
    if (length > 0 && (inbound[0] != filling || inbound[length - 1] != filling)) {
        die("message differs");
    }
}

static void message_batches(size_t size, int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done += BATCH) {
        const uint64_t start = now();
        for (int i = 0; i < BATCH; i++) {
            peer_send(outbound, size);
            peer_receive(inbound, size);
        }
        record(samples, now() - start);
    }
    verify(size);
}

static void message_singles(const struct work *work, int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done++) {
        if (work->fresh) {
            memset(outbound, ++filling, work->size);
            meet();
        }
        const uint64_t start = now();
        peer_send(outbound, work->size);
        peer_receive(inbound, work->size);
        record(samples, now() - start);
    }
    verify(work->size);
}

static void message_answer(const struct work *work, int rounds)
{
    for (int done = 0; done < rounds; done++) {
        if (work->fresh) {
            await_ping();
            memset(outbound, ++filling, work->size);
            pong();
        }
        peer_receive(inbound, work->size);
        peer_send(outbound, work->size);
    }
    verify(work->size);
}

static void copy_window_answer(size_t size, int rounds)
{
    for (int done = 0; done < rounds; done++) {
        await_ping();
        for (int i = 0; i < WINDOW; i++) {
            copy(payload(0), size);
        }
        pong();
    }
}

static void windows(size_t size, int rounds, struct samples *samples)
{
    meet();
    for (int done = 0; done < rounds; done++) {
        const uint64_t start = now();
        peer_send_window(outbound, size);
        peer_receive(inbound, ANSWER_LENGTH);
        record(samples, now() - start);
    }
    verify(ANSWER_LENGTH);
}

static void windows_answer(size_t size, int rounds)
{
    peer_post_window(inbound, size);
    await_ping();
    pong();
    for (int done = 1; done <= rounds; done++) {
        peer_await_window();
        if (done < rounds) {
            peer_post_window(inbound, size);
        }
        peer_send(outbound, ANSWER_LENGTH);
    }
    verify(size);
}

/* The responder's lists grow to a work's depth; they never shrink. */
static void deepen(const struct work *work)
{
    if (depth >= work->depth) {
        return;
    }
    for (; depth < work->depth; depth++) {
        if (rank == 0 && work->unexpected) {
            peer_send_other(depth);
        } else if (rank == 1 && !work->unexpected) {
            peer_post_other(depth);
        }
    }
    /* What was sent before has been filed when this has come. */
    if (rank == 0) {
        peer_send(outbound, 0);
    } else {
        peer_receive(inbound, 0);
    }
}

static void match_batches(size_t size, int rounds, struct samples *samples)
{
    meet();
    message_batches(size, rounds, samples);
}

static void match_singles(const struct work *work, int rounds, struct samples *samples)
{
    meet();
    message_singles(work, rounds, samples);
}

static void match_answer(const struct work *work, int rounds)
{
    if (!work->unexpected) {
        peer_post(inbound, work->size);
    }
    await_ping();
    pong();
    for (int done = 1; done <= rounds; done++) {
        if (work->unexpected) {
            peer_receive_filed(inbound, work->size);
        } else {
            peer_await();
            if (done < rounds) {
                peer_post(inbound, work->size);
            }
        }
        peer_send(outbound, work->size);
    }
    verify(work->size);
}

static void verify_exchange(size_t size)
{
    for (int from = 0; from < ranks && size > 0; from++) {
        const unsigned char *message = inbound + (size_t) from * size;
        if (from != rank && (message[0] != filling || message[size - 1] != filling)) {
            die("message differs");
        }
    }
}

static void exchange_batches(size_t size, int rounds, struct samples *samples)
{
    for (int done = 0; done < rounds; done += BATCH) {
        const uint64_t start = now();
        for (int i = 0; i < BATCH; i++) {
            peer_exchange(outbound, inbound, size);
        }
        record(samples, now() - start);
    }
    verify_exchange(size);
}

static void exchange_answer(size_t size, int rounds)
{
    for (int done = 0; done < rounds; done++) {
        peer_exchange(outbound, inbound, size);
    }
    verify_exchange(size);
}

static int messages_in_round(size_t size)
{
    const size_t fitting = ROUND_BYTES / (size > 0 ? size : 1);
    return fitting > MOST_IN_ROUND ? MOST_IN_ROUND : fitting < LEAST_IN_ROUND ? LEAST_IN_ROUND : (int) fitting;
}

static void one_way(size_t size, int rounds, struct samples *samples)
{
    const int messages = messages_in_round(size);
    meet();
    for (int done = 0; done < rounds; done++) {
        const uint64_t start = now();
        for (int i = 0; i < messages; i++) {
            peer_send(outbound, size);
        }
        peer_receive(inbound, ANSWER_LENGTH);
        record(samples, now() - start);
    }
    verify(ANSWER_LENGTH);
}

static void one_way_answer(size_t size, int rounds)
{
    const int messages = messages_in_round(size);
    await_ping();
    pong();
    for (int done = 0; done < rounds; done++) {
        for (int i = 0; i < messages; i++) {
            peer_receive(inbound, size);
        }
        peer_send(outbound, ANSWER_LENGTH);
    }
    verify(size);
}

/* The clock starts when all senders send. */
static void fan_in(size_t size, int rounds, struct samples *samples)
{
    const int messages = messages_in_round(size) * (ranks - 1);
    arrivals += (uint64_t) ranks - 1;
    await(ARRIVALS, arrivals);
    for (int done = 0; done < rounds; done++) {
        const uint64_t start = now();
        for (int i = 0; i < messages; i++) {
            peer_receive_any(inbound, size);
        }
        record(samples, now() - start);
    }
    verify(size);
}

static void fan_in_answer(size_t size, int rounds)
{
    const int messages = messages_in_round(size);
    __atomic_fetch_add(word(ARRIVALS), 1, __ATOMIC_ACQ_REL); /* partner: the acquire in await */
    for (int done = 0; done < rounds; done++) {
        for (int i = 0; i < messages; i++) {
            peer_send(outbound, size);
        }
    }
}

/* ---- collective operations: CommonStart, CollectiveData and CollectiveLoop ---- */

/* All ranks start together. Each tells what it has taken since the last start, and rank 0 keeps the longest. */
static void start_together(uint64_t elapsed)
{
    starts++;
    if (rank > 0) {
        *word(READY + (size_t) rank * SPACING + 8) = elapsed;
        store(READY + (size_t) rank * SPACING, starts);
        await_looking(START, starts, looks_for_ranks);
        return;
    }
    longest_ns = elapsed;
    for (int other = 1; other < ranks; other++) {
        const size_t at = READY + (size_t) other * SPACING;
        await_looking(at, starts, looks_for_ranks);
        longest_ns = *word(at + 8) > longest_ns ? *word(at + 8) : longest_ns;
    }
    store(START, starts);
}

static int starts_each(size_t size)
{
    return size >= COPY_FROM;
}

static int calls_in_round(size_t size)
{
    int count = SHORT_CALLS;
    if (starts_each(size)) {
        const int fitting = (int) (BYTES_OF_CALLS / size);
        count = fitting > LONG_CALLS ? LONG_CALLS : fitting < LEAST_CALLS ? LEAST_CALLS : fitting;
    }
    return (count + ranks - 1) / ranks * ranks;
}

static int blocks_sent(enum collective kind)
{
    return kind == BARRIER ? 0 : kind == SCATTER || kind == ALLTOALL || kind == REDUCE_SCATTER_BLOCK ? ranks : 1;
}

static int blocks_received(enum collective kind)
{
    return kind == BARRIER ? 0 : kind == GATHER || kind == ALLGATHER || kind == ALLTOALL ? ranks : 1;
}

static int unchanged(int from, int block)
{
    return 1 + from + BLOCK_STEP * block;
}

static double changed(int value, uint64_t call)
{
    return value + CALL_STEP * (int) (call % CALL_VALUES);
}

/* An element in the send buffer of a rank. */
static double sent(int from, int index, int count, uint64_t call)
{
    const int value = unchanged(from, index / count);
    return index % DOUBLES_IN_LINE == 0 ? changed(value, call) : value;
}

static double sum(int first, int index, int count, uint64_t call)
{
    double result = 0;
    for (int from = 0; from < first; from++) {
        result += sent(from, index, count, call);
    }
    return result;
}

static double expected(enum collective kind, int index, int count, uint64_t call, int root)
{
    switch (kind) {
        case BCAST:
            return sent(root, index, count, call);
        case SCATTER:
            return sent(root, rank * count + index, count, call);
        case GATHER:
        case ALLGATHER:
            return sent(index / count, index % count, count, call);
        case ALLTOALL:
            return sent(index / count, rank * count + index % count, count, call);
        case REDUCE_SCATTER_BLOCK:
            return sum(ranks, rank * count + index, count, call);
        case SCAN:
            return sum(rank + 1, index, count, call);
        default:
            return sum(ranks, index, count, call);
    }
}

static void verify_collective(const struct work *work)
{
    const int count = (int) (work->size / sizeof(double));
    const double *received = (const double *) inbound;
    for (int i = 0; last_received > 0 && i < blocks_received(work->collective) * count; i++) {
        if (received[i] != expected(work->collective, i, count, last_received, (int) (last_received % (uint64_t) ranks))) {
            die("result of a collective operation differs");
        }
    }
}

/* Both buffers are written once. */
static void begin_collective(const struct work *work)
{
    const int count = (int) (work->size / sizeof(double));
    calls = last_received = 0;
    for (int i = 0; i < blocks_sent(work->collective) * count; i++) {
        ((double *) outbound)[i] = sent(rank, i, count, 0);
    }
    for (int i = 0; i < blocks_received(work->collective) * count; i++) {
        ((double *) inbound)[i] = -1;
    }
}

/* Changes each line that this rank sends in the next call, and returns the root of the call. */
static int change(enum collective kind, int count)
{
    const int root = (int) (++calls % (uint64_t) ranks);
    if ((kind != BCAST && kind != SCATTER) || rank == root) {
        const int elements = blocks_sent(kind) * count;
        int block = 0;
        for (int i = 0; i < elements; i += DOUBLES_IN_LINE) {
            while (i >= (block + 1) * count) {
                block++;
            }
            ((double *) outbound)[i] = changed(unchanged(rank, block), calls);
        }
    }
    if (kind == BCAST ? rank != root : rank == root || (kind != REDUCE && kind != GATHER)) {
        last_received = calls;
    }
    return root;
}

static uint64_t call_round(enum collective kind, int count, int in_round)
{
    const uint64_t start = now();
    for (int i = 0; i < in_round; i++) {
        const int root = change(kind, count);
        peer_collective(kind, (const double *) outbound, (double *) inbound, count, root);
    }
    return now() - start;
}

static uint64_t call_started(enum collective kind, int count, int in_round)
{
    uint64_t elapsed = 0;
    for (int i = 0; i < in_round; i++) {
        const int root = change(kind, count);
        start_together(0);
        const uint64_t start = now();
        peer_collective(kind, (const double *) outbound, (double *) inbound, count, root);
        elapsed += now() - start;
    }
    return elapsed;
}

/* Only rank 0 has samples. */
static void collective(const struct work *work, int rounds, struct samples *samples)
{
    const int count = (int) (work->size / sizeof(double)), in_round = calls_in_round(work->size);
    start_together(0);
    for (int done = 0; done < rounds; done++) {
        start_together(starts_each(work->size) ? call_started(work->collective, count, in_round)
            : call_round(work->collective, count, in_round));
        if (samples != NULL) {
            record(samples, longest_ns);
        }
    }
    verify_collective(work);
}

/* Both sides begin a work alike: buffers written for the first time, lists grown to the work's depth. */
static void begin(enum operation operation, int index)
{
    const struct work *work = &works[index];
    if ((operation == COPY || operation == COPY_WINDOW) && copied_index != index) {
        copied_index = index;
        memset(payload(rank), index + 1, work->size);
    }
    if (operation == MATCH) {
        deepen(work);
    }
    if (operation == END || operation == BOUNCE || operation == COPY || operation == COPY_WINDOW || begun_index == index) {
        return;
    }
    begun_index = index;
    if (operation == COLLECTIVE) {
        begin_collective(work);
        return;
    }
    filling = (unsigned char) (index + 1);
    const size_t length = work->size > ANSWER_LENGTH ? work->size : ANSWER_LENGTH;
    memset(outbound, filling, length);
    memset(inbound, ~filling, length * (size_t) ranks);
}

static void answer(enum operation operation, int index, int rounds)
{
    const struct work *work = &works[index];
    begin(operation, index);
    switch (operation) {
        case COPY:
            copy_answer(work, rounds);
            break;
        case MESSAGE:
            message_answer(work, rounds);
            break;
        case COPY_WINDOW:
            copy_window_answer(work->size, rounds);
            break;
        case WINDOWS:
            windows_answer(work->size, rounds);
            break;
        case MATCH_SHALLOW:
        case MATCH:
            match_answer(work, rounds);
            break;
        case EXCHANGE:
            exchange_answer(work->size, rounds);
            break;
        case ONE_WAY:
            one_way_answer(work->size, rounds);
            break;
        case FAN_IN:
            fan_in_answer(work->size, rounds);
            break;
        case COLLECTIVE:
            collective(work, rounds, NULL);
            break;
        default:
            for (int done = 0; done < rounds; done++) {
                await_ping();
                pong();
            }
    }
}

/* The crowd sleeps between its commands, so that canary and floor have their cores to themselves. */
static void await_asleep(size_t offset, uint64_t value)
{
    while (__atomic_load_n(word(offset), __ATOMIC_ACQUIRE) != value) { /* partner: the release in publish */
        usleep(CROWD_LOOK_US);
    }
}

static void respond(void)
{
    const size_t at = rank > 1 ? CROWD_COMMAND : COMMAND;
    for (uint64_t next = 1; ; next++) {
        rank > 1 ? await_asleep(at, next) : await(at, next);
        const int32_t *fields = (const int32_t *) (line + at + 8);
        if (fields[0] == END) {
            return;
        }
        answer((enum operation) fields[0], fields[1], fields[2]);
    }
}

/* ---- the leader ---- */

static uint64_t segment(enum operation operation, int index, int rounds, struct samples *samples, int batches)
{
    const struct work *work = &works[index];
    command(operation, index, rounds);
    begin(operation, index);
    const uint64_t start = now();
    switch (operation) {
        case COPY:
            copy_singles(work, rounds, samples);
            break;
        case MESSAGE:
            batches ? message_batches(work->size, rounds, samples) : message_singles(work, rounds, samples);
            break;
        case WINDOWS:
            windows(work->size, rounds, samples);
            break;
        case MATCH_SHALLOW:
        case MATCH:
            batches ? match_batches(work->size, rounds, samples) : match_singles(work, rounds, samples);
            break;
        case EXCHANGE:
            exchange_batches(work->size, rounds, samples);
            break;
        case ONE_WAY:
            one_way(work->size, rounds, samples);
            break;
        case FAN_IN:
            fan_in(work->size, rounds, samples);
            break;
        case COLLECTIVE:
            collective(work, rounds, samples);
            break;
        default:
            batches ? bounce_batches(rounds, samples) : bounce_singles(rounds, samples);
    }
    return now() - start;
}

static int messages_in(enum operation operation, int index, int batches)
{
    switch (operation) {
        case EXCHANGE:
            return BATCH;
        case ONE_WAY:
            return messages_in_round(works[index].size);
        case FAN_IN:
            return messages_in_round(works[index].size) * (ranks - 1);
        case COLLECTIVE:
            return calls_in_round(works[index].size);
        case WINDOWS:
        case COPY_WINDOW:
            return WINDOW;
        default:
            return batches ? 2 * BATCH : 2;
    }
}

/* Finds how many round trips fill a segment. */
static int warm_up(enum operation operation, int index, int batches)
{
    const int step = batches ? BATCH : operation == COLLECTIVE ? 1 : 2;
    const uint64_t start = now();
    struct samples scrap = new_samples(messages_in(operation, index, batches), 0);
    double round_ns = 1e18;
    int rounds = step, wanted;
    do {
        scrap.count = 0;
        const double one = (double) segment(operation, index, rounds, &scrap, batches) / rounds;
        round_ns = one < round_ns ? one : round_ns;
        double fitting = (double) segment_ns / round_ns;
        fitting = fitting < MAX_ROUNDS ? fitting : MAX_ROUNDS;
        wanted = fitting < step ? step : (int) fitting / step * step;
        const int most = rounds * MAX_GROWTH;
        if (wanted <= most && now() - start >= LEAST_WARM_SEGMENTS * segment_ns) {
            break;
        }
        rounds = wanted < most ? wanted : most;
    } while (1);
    free(scrap.values);
    return wanted;
}

static void find_clock_cost(void)
{
    struct samples batches = new_samples(2 * BATCH, 0), singles = new_samples(2, 0);
    const int rounds = warm_up(BOUNCE, 0, 1);
    for (int i = 0; i < SEGMENTS; i++) {
        segment(BOUNCE, 0, rounds, &batches, 1);
        segment(BOUNCE, 0, rounds, &singles, 0);
    }
    const double cost = 2 * (median(&singles) - median(&batches));
    clock_cost = cost > 0 ? (uint64_t) (cost + 0.5) : 0;
    free(batches.values);
    free(singles.values);
}

static double canary(int index)
{
    struct samples samples = new_samples(2 * BATCH, 0);
    command(BOUNCE, index, CANARY_ROUNDS);
    bounce_batches(CANARY_ROUNDS, &samples);
    const double value = median(&samples);
    free(samples.values);
    return value;
}

/* A list of one is the floor of a list of many; lists only grow here, so it is measured first. */
static void find_shallow(void)
{
    struct samples samples = new_samples(2 * BATCH, 0);
    const int rounds = warm_up(MATCH_SHALLOW, 0, 1);
    for (int i = 0; i < SEGMENTS; i++) {
        segment(MATCH_SHALLOW, 0, rounds, &samples, 1);
    }
    shallow_ns = median(&samples);
    free(samples.values);
}

static int measure_once(int index, enum operation floor, enum operation operation, const int *rounds, int last)
{
    const int batches = floor == BOUNCE;
    const uint64_t cost = batches ? 0 : clock_cost;
    struct samples floors = new_samples(messages_in(floor, index, batches), cost);
    const uint64_t cost_of_round = starts_each(works[index].size) ? clock_cost * (uint64_t) calls_in_round(works[index].size) : 0;
    struct samples medians = new_samples(messages_in(operation, index, batches), operation == COLLECTIVE ? cost_of_round : cost);
    struct samples tails = new_samples(messages_in(operation, index, 0), clock_cost);
    const double before = canary(index);
    for (int i = 0; i < SEGMENTS; i++) {
        segment(floor, index, rounds[0], &floors, batches);
        segment(operation, index, rounds[1], &medians, batches);
        if (batches && operation != EXCHANGE && operation != COLLECTIVE) {
            segment(operation, index, rounds[1], &tails, 0);
        }
    }
    const double after = canary(index);
    const int steady = before < after ? after <= before * STEADY : before <= after * STEADY;
    if (steady || last) {
        printf("result %.3f %.3f %.3f 0 0", before, after, operation == MATCH ? shallow_ns : median(&floors));
        print_samples(&medians);
        print_samples(tails.count > 0 ? &tails : &medians);
        printf("\n");
        fflush(stdout);
    }
    free(floors.values);
    free(medians.values);
    free(tails.values);
    return steady;
}

static enum operation operation_of_pattern(void)
{
    static const enum operation operations[] = {MESSAGE, WINDOWS, MATCH, EXCHANGE, EXCHANGE, ONE_WAY, FAN_IN, COLLECTIVE};
    return operations[pattern];
}

static void measure(int index)
{
    const enum operation operation = operation_of_pattern();
    /* The floor of exchanges and collective operations is a bounce, whatever their size. */
    const int streams = operation == WINDOWS || operation == ONE_WAY || operation == FAN_IN;
    const int crowded = operation == EXCHANGE || operation == COLLECTIVE;
    const enum operation floor = streams ? COPY_WINDOW : !crowded && works[index].size >= COPY_FROM ? COPY : BOUNCE;
    const int batches = floor == BOUNCE;
    const int rounds[] = {warm_up(floor, index, batches), warm_up(operation, index, batches && operation != COLLECTIVE)};
    for (int i = 1; i <= ATTEMPTS && !measure_once(index, floor, operation, rounds, i == ATTEMPTS); i++) {
    }
}

static void lead(void)
{
    find_clock_cost();
    if (pattern == MATCHING) {
        find_shallow();
    }
    for (int i = 0; i < work_count; i++) {
        measure(i);
    }
    command(END, 0, 0);
}

/* ---- arguments, memory, cores ---- */

static void *watch_parent(void *unused)
{
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    /* Whoever started us is gone, and has not deleted the files. */
    if (fork() == 0) {
        execlp("rm", "rm", "-rf", "--", scratch, (char *) NULL);
    }
    _exit(ORPHANED);
    return unused;
}

static void pin(int core)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (core >= 0) {
        CPU_SET(core, &set);
    }
    if (core >= 0 && sched_setaffinity(0, sizeof set, &set) == 0) {
        printf("pinned core %d\n", core);
    } else {
        printf("pinned unpinned\n");
    }
    fflush(stdout);
}

static void map_line(void)
{
    char name[4096];
    struct stat status;
    snprintf(name, sizeof name, "%s/line", scratch);
    const int file = open(name, O_RDWR);
    if (file < 0 || fstat(file, &status) != 0) {
        die("no line");
    }
    line = mmap(NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (line == MAP_FAILED) {
        die("cannot map the line");
    }
}

static unsigned char *aligned(size_t length)
{
    void *memory;
    if (posix_memalign(&memory, 4096, length) != 0) {
        die("no memory");
    }
    memset(memory, 0, length);
    return memory;
}

/* Pins this rank to one of the cores. A receiver of many has a core to itself. */
static void pin_rank(char *words)
{
    static int cores[MOST_CORES];
    int count = 0;
    for (char *core = strtok(words, ","); core != NULL && count < MOST_CORES; core = strtok(NULL, ",")) {
        cores[count++] = atoi(core);
    }
    if (count < 2) {
        die("fewer than two cores");
    }
    looks_for_ranks = ranks > count ? LOOKS_BEFORE_YIELD_ON_SHARED_CORE : LOOKS_BEFORE_YIELD;
    pin(cores[pattern == FAN_IN_PATTERN ? rank > 0 : rank % count]);
}

static enum collective parse_collective(const char *name)
{
    static const char *const names[] = {"BARRIER", "BCAST", "REDUCE", "ALLREDUCE", "GATHER", "SCATTER", "ALLGATHER", "ALLTOALL",
        "REDUCE_SCATTER_BLOCK", "SCAN"};
    for (int i = 0; i < COLLECTIVES; i++) {
        if (strcmp(name, names[i]) == 0) {
            return (enum collective) i;
        }
    }
    die(name);
    return BARRIER;
}

static void parse_works(int count, char **words)
{
    size_t largest = 128;
    char buffer[32], fill[32], queue[32], operation[32];
    if (count < 1 || count > (int) (sizeof works / sizeof *works)) {
        die("too many works, or none");
    }
    for (; work_count < count; work_count++) {
        struct work *work = &works[work_count];
        if (sscanf(words[work_count], "%zu:%31[^:]:%31[^:]:%d/%31[^/]/%*[^:]:%*[^:]:%31[^/]", &work->size, buffer, fill, &work->depth,
            queue, operation) != 6) {
            die(words[work_count]);
        }
        work->collective = parse_collective(operation);
        work->unexpected = strcmp(queue, "UNEXPECTED") == 0;
        work->fresh = strcmp(fill, "fresh") == 0;
        largest = work->size > largest ? work->size : largest;
    }
    outbound = aligned(largest * (pattern == COLLECTIVE_PATTERN ? (size_t) ranks : 1));
    inbound = aligned(largest * (size_t) ranks);
    copied = aligned(largest);
}

static enum pattern parse_pattern(const char *name)
{
    static const char *const names[] = {"ping_pong", "window", "matching", "both_ways", "all_to_all", "one_way", "fan_in", "collective"};
    for (int i = 0; i < (int) (sizeof names / sizeof *names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return (enum pattern) i;
        }
    }
    die(name);
    return PING_PONG;
}

int main(int count, char **words)
{
    pthread_t watcher;
    if (count < 8) {
        die("arguments: directory rank cores payload pattern milliseconds work ...");
    }
    scratch = words[1];
    rank = peer_open(scratch, atoi(words[2]), &ranks);
    if (rank == 0 || atoi(words[2]) >= 0) { /* a launcher hands its input to rank 0 alone */
        pthread_create(&watcher, NULL, watch_parent, NULL);
    }
    payload_size = (size_t) atoll(words[4]);
    pattern = parse_pattern(words[5]);
    pin_rank(words[3]);
    segment_ns = (uint64_t) atoll(words[6]) * 1000000u;
    map_line();
    parse_works(count - 7, words + 7);
    if (rank == 0) {
        lead();
    } else {
        respond();
    }
    peer_close();
    return 0;
}

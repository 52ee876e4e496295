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
 * the same canary, floor, ping-pong, windows, lists in which a match is searched and exchanges of all with all, the same samples.
 *
 * Arguments: scratch directory, rank or -1, cores of the even and the odd ranks, payload size, pattern, milliseconds of a segment, works.
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
#define LOOKS_BEFORE_YIELD 20000
#define EXACT_BELOW 2048
#define ORPHANED 3
#define COMMAND 0
#define CROWD_COMMAND 384
#define CROWD_LOOK_US 500

enum operation { END, BOUNCE, COPY, MESSAGE, COPY_WINDOW, WINDOWS, MATCH_SHALLOW, MATCH, EXCHANGE };
enum pattern { PING_PONG, WINDOW_PATTERN, MATCHING, BOTH_WAYS, ALL_TO_ALL };

/* Depth: of the list that the responder matches in, the message itself counted. */
struct work { size_t size; int fresh; int depth; int unexpected; };
struct samples { uint64_t *values; int count; int messages; uint64_t clock_cost; };

/* The file of LineDescriptor: command, ping, pong and the crowd's command 128 bytes apart, payloads from 4096 on. */
static char *line;
static size_t payload_size;
static uint64_t bounces, sequence, crowd_sequence;

static int rank;
static const char *scratch;
static enum pattern pattern;
static uint64_t segment_ns, clock_cost;
static struct work works[256];
static int work_count, copied_index = -1, begun_index = -1, depth = 1, ranks;
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

static void await(size_t offset, uint64_t value)
{
    int looks = 0;
    while (__atomic_load_n(word(offset), __ATOMIC_ACQUIRE) != value) { /* partner: the release of the other process */
        if (++looks == LOOKS_BEFORE_YIELD) {
            looks = 0;
            sched_yield();
        }
        relax();
    }
}

static void store(size_t offset, uint64_t value)
{
    __atomic_store_n(word(offset), value, __ATOMIC_RELEASE); /* partner: the acquire in await */
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
    if (operation == EXCHANGE || operation == END) {
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
        default:
            batches ? bounce_batches(rounds, samples) : bounce_singles(rounds, samples);
    }
    return now() - start;
}

static int messages_in(enum operation operation, int batches)
{
    if (operation == EXCHANGE) {
        return BATCH;
    }
    return batches ? 2 * BATCH : pattern == WINDOW_PATTERN ? WINDOW : 2;
}

/* Finds how many round trips fill a segment. */
static int warm_up(enum operation operation, int index, int batches)
{
    const int step = batches ? BATCH : 2;
    const uint64_t start = now();
    struct samples scrap = new_samples(messages_in(operation, batches), 0);
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
    struct samples floors = new_samples(messages_in(floor, batches), cost);
    struct samples medians = new_samples(messages_in(operation, batches), cost);
    struct samples tails = new_samples(messages_in(operation, 0), clock_cost);
    const double before = canary(index);
    for (int i = 0; i < SEGMENTS; i++) {
        segment(floor, index, rounds[0], &floors, batches);
        segment(operation, index, rounds[1], &medians, batches);
        if (batches && operation != EXCHANGE) {
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
    static const enum operation operations[] = {MESSAGE, WINDOWS, MATCH, EXCHANGE, EXCHANGE};
    return operations[pattern];
}

static void measure(int index)
{
    const enum operation operation = operation_of_pattern();
    /* Exchanges are timed in batches, whatever their size. */
    const enum operation floor =
        operation == WINDOWS ? COPY_WINDOW : operation != EXCHANGE && works[index].size >= COPY_FROM ? COPY : BOUNCE;
    const int batches = floor == BOUNCE;
    const int rounds[] = {warm_up(floor, index, batches), warm_up(operation, index, batches)};
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

static void parse_works(int count, char **words)
{
    size_t largest = 128;
    char buffer[32], fill[32], queue[32];
    if (count < 1 || count > (int) (sizeof works / sizeof *works)) {
        die("too many works, or none");
    }
    for (; work_count < count; work_count++) {
        struct work *work = &works[work_count];
        if (sscanf(words[work_count], "%zu:%31[^:]:%31[^:]:%d/%31[^/]", &work->size, buffer, fill, &work->depth, queue) != 5) {
            die(words[work_count]);
        }
        work->unexpected = strcmp(queue, "UNEXPECTED") == 0;
        work->fresh = strcmp(fill, "fresh") == 0;
        largest = work->size > largest ? work->size : largest;
    }
    outbound = aligned(largest);
    inbound = aligned(largest * (size_t) ranks);
    copied = aligned(largest);
}

static enum pattern parse_pattern(const char *name)
{
    static const char *const names[] = {"ping_pong", "window", "matching", "both_ways", "all_to_all"};
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
    if (count < 9) {
        die("arguments: directory rank core core payload pattern milliseconds work ...");
    }
    scratch = words[1];
    rank = peer_open(scratch, atoi(words[2]), &ranks);
    if (rank == 0 || atoi(words[2]) >= 0) { /* a launcher hands its input to rank 0 alone */
        pthread_create(&watcher, NULL, watch_parent, NULL);
    }
    pin(atoi(words[3 + rank % 2]));
    payload_size = (size_t) atoll(words[5]);
    pattern = parse_pattern(words[6]);
    segment_ns = (uint64_t) atoll(words[7]) * 1000000u;
    map_line();
    parse_works(count - 8, words + 8);
    if (rank == 0) {
        lead();
    } else {
        respond();
    }
    peer_close();
    return 0;
}

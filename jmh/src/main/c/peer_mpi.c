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

/* Messages through MPI: Open MPI or MPICH, whichever compiler wrapper is used. */
#include "peer.h"

#include <mpi.h>
#include <stdlib.h>
#include <signal.h>
#include <sys/prctl.h>

#define TAG 7
#define FIRST_OTHER_TAG 1000

static int self, other, size;
static MPI_Request window[WINDOW];
static MPI_Request next;
static MPI_Request *others, *exchanged;
static int posted;

int peer_open(const char *directory, int rank_argument, int *ranks)
{
    (void) directory;
    (void) rank_argument;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a launcher that is killed tells nobody */
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &self);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2) {
        die("fewer than two ranks");
    }
    exchanged = calloc(2 * (size_t) size, sizeof(MPI_Request));
    other = self == 0 ? 1 : 0;
    *ranks = size;
    return self;
}

void peer_send(const void *buffer, size_t length)
{
    MPI_Send(buffer, (int) length, MPI_BYTE, other, TAG, MPI_COMM_WORLD);
}

void peer_receive(void *buffer, size_t length)
{
    MPI_Recv(buffer, (int) length, MPI_BYTE, other, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void peer_receive_any(void *buffer, size_t length)
{
    MPI_Recv(buffer, (int) length, MPI_BYTE, MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void peer_send_window(const void *buffer, size_t length)
{
    for (int i = 0; i < WINDOW; i++) {
        MPI_Isend(buffer, (int) length, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &window[i]);
    }
    MPI_Waitall(WINDOW, window, MPI_STATUSES_IGNORE);
}

void peer_post_window(void *buffer, size_t length)
{
    for (int i = 0; i < WINDOW; i++) {
        MPI_Irecv(buffer, (int) length, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &window[i]);
    }
}

void peer_await_window(void)
{
    MPI_Waitall(WINDOW, window, MPI_STATUSES_IGNORE);
}

void peer_post(void *buffer, size_t length)
{
    MPI_Irecv(buffer, (int) length, MPI_BYTE, other, TAG, MPI_COMM_WORLD, &next);
}

void peer_await(void)
{
    MPI_Wait(&next, MPI_STATUS_IGNORE);
}

void peer_receive_filed(void *buffer, size_t length)
{
    MPI_Message message;
    MPI_Mprobe(other, TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(buffer, (int) length, MPI_BYTE, &message, MPI_STATUS_IGNORE);
}

void peer_exchange(const void *outbound, void *inbound, size_t length)
{
    int count = 0;
    for (int i = 1; i < size; i++) {
        const int from = (self + size - i) % size;
        MPI_Irecv((char *) inbound + (size_t) from * length, (int) length, MPI_BYTE, from, TAG, MPI_COMM_WORLD, &exchanged[count++]);
    }
    for (int i = 1; i < size; i++) {
        MPI_Isend(outbound, (int) length, MPI_BYTE, (self + i) % size, TAG, MPI_COMM_WORLD, &exchanged[count++]);
    }
    MPI_Waitall(count, exchanged, MPI_STATUSES_IGNORE);
}

void peer_collective(enum collective kind, const double *outbound, double *inbound, int count, int root)
{
    const MPI_Datatype type = MPI_DOUBLE;
    const MPI_Comm world = MPI_COMM_WORLD;
    switch (kind) {
        case BARRIER:
            MPI_Barrier(world);
            break;
        case BCAST:
            MPI_Bcast(self == root ? (double *) outbound : inbound, count, type, root, world); /* the root only reads */
            break;
        case REDUCE:
            MPI_Reduce(outbound, inbound, count, type, MPI_SUM, root, world);
            break;
        case ALLREDUCE:
            MPI_Allreduce(outbound, inbound, count, type, MPI_SUM, world);
            break;
        case GATHER:
            MPI_Gather(outbound, count, type, inbound, count, type, root, world);
            break;
        case SCATTER:
            MPI_Scatter(outbound, count, type, inbound, count, type, root, world);
            break;
        case ALLGATHER:
            MPI_Allgather(outbound, count, type, inbound, count, type, world);
            break;
        case ALLTOALL:
            MPI_Alltoall(outbound, count, type, inbound, count, type, world);
            break;
        case REDUCE_SCATTER_BLOCK:
            MPI_Reduce_scatter_block(outbound, inbound, count, type, MPI_SUM, world);
            break;
        case SCAN:
            MPI_Scan(outbound, inbound, count, type, MPI_SUM, world);
            break;
        default:
            die("unknown collective operation");
    }
}

void peer_post_other(int number)
{
    if ((posted & (posted - 1)) == 0) {
        others = realloc(others, (posted ? 2 * (size_t) posted : 1) * sizeof(MPI_Request));
    }
    MPI_Irecv(NULL, 0, MPI_BYTE, other, FIRST_OTHER_TAG + number, MPI_COMM_WORLD, &others[posted++]);
}

void peer_send_other(int number)
{
    MPI_Send(NULL, 0, MPI_BYTE, other, FIRST_OTHER_TAG + number, MPI_COMM_WORLD);
}

void peer_close(void)
{
    for (int i = posted - 1; i >= 0; i--) {
        MPI_Cancel(&others[i]);
        MPI_Wait(&others[i], MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
}

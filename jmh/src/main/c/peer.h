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

/* One way to move tagged messages between processes of one machine, mostly two; used by the one thread that measures. */
#ifndef TOMBOLO_PEER_H
#define TOMBOLO_PEER_H

#include <stddef.h>

#define WINDOW 64

/*
 * Opens this side and returns its rank; sets how many there are. The scratch directory is shared; rank_argument is the caller's, or -1 if the
 * launcher knows.
 */
int peer_open(const char *directory, int rank_argument, int *ranks);

/* Sends to the other side: rank 0 to rank 1, each other rank to rank 0; back when the buffer may be written again. */
void peer_send(const void *buffer, size_t length);

/* Receives from the other side a message of that length. */
void peer_receive(void *buffer, size_t length);

/* Sends one message WINDOW times; back when the buffer may be written again. */
void peer_send_window(const void *buffer, size_t length);

/* Posts WINDOW receives, then peer_await_window waits for them. */
void peer_post_window(void *buffer, size_t length);
void peer_await_window(void);

/* Receives from any other side a message of that length. */
void peer_receive_any(void *buffer, size_t length);

/* Posts one receive, then peer_await waits for it. */
void peer_post(void *buffer, size_t length);
void peer_await(void);

/* Receives a message that has been filed as unexpected: by a matched probe. */
void peer_receive_filed(void *buffer, size_t length);

/* One message to each other rank and one from each, which lie one after the other by rank in the inbound buffer; back when all is done. */
void peer_exchange(const void *outbound, void *inbound, size_t length);

/* Collective operations; those that combine elements add them. */
enum collective {
    BARRIER, BCAST, REDUCE, ALLREDUCE, GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK, SCAN, COLLECTIVES
};

/*
 * Calls a collective operation of all ranks with blocks of so many numbers of type double. The root of a broadcast sends, and the other
 * ranks receive, each in its own buffer.
 */
void peer_collective(enum collective kind, const double *outbound, double *inbound, int count, int root);

/* One more receive that nothing comes for, or one more message that nobody takes. */
void peer_post_other(int number);
void peer_send_other(int number);

void peer_close(void);

/* Says what is wrong and ends the process. */
void die(const char *what);

#endif

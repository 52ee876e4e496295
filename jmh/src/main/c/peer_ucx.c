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

/* Messages through the tag interface of UCX. */
#define _GNU_SOURCE
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <ucp/api/ucp.h>

#define TAG 7
#define FIRST_OTHER_TAG 1000
#define WHOLE_TAG ((ucp_tag_t) -1)

static ucp_worker_h worker;
static ucp_ep_h endpoint;
static void *window[WINDOW];
static void *next;
static int other;

static void check(ucs_status_t status)
{
    if (status != UCS_OK) {
        die(ucs_status_string(status));
    }
}

static void complete(void *request)
{
    if (request == NULL) {
        return;
    }
    if (UCS_PTR_IS_ERR(request)) {
        check(UCS_PTR_STATUS(request));
    }
    ucs_status_t status;
    while ((status = ucp_request_check_status(request)) == UCS_INPROGRESS) {
        ucp_worker_progress(worker);
    }
    check(status);
    ucp_request_free(request);
}

static void publish(const char *directory, int rank, const void *address, size_t length)
{
    char name[4096], draft[4096];
    snprintf(name, sizeof name, "%s/ucx-%d", directory, rank);
    snprintf(draft, sizeof draft, "%s/ucx-%d.draft", directory, rank);
    FILE *file = fopen(draft, "wb");
    if (file == NULL || fwrite(address, 1, length, file) != length || fclose(file) != 0 || rename(draft, name) != 0) {
        die("cannot write the address");
    }
}

static ucp_address_t *await_address(const char *directory, int rank)
{
    static char address[1 << 16];
    char name[4096];
    FILE *file;
    snprintf(name, sizeof name, "%s/ucx-%d", directory, rank);
    while ((file = fopen(name, "rb")) == NULL) {
        usleep(1000);
    }
    if (fread(address, 1, sizeof address, file) == 0) {
        die("cannot read the address");
    }
    fclose(file);
    return (ucp_address_t *) address;
}

int peer_open(const char *directory, int rank_argument, int *ranks)
{
    ucp_config_t *config;
    ucp_context_h context;
    ucp_params_t params = {.field_mask = UCP_PARAM_FIELD_FEATURES, .features = UCP_FEATURE_TAG};
    ucp_worker_params_t worker_params = {.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE, .thread_mode = UCS_THREAD_MODE_SINGLE};
    ucp_address_t *address;
    size_t length;
    check(ucp_config_read(NULL, NULL, &config));
    check(ucp_init(&params, config, &context));
    ucp_config_release(config);
    check(ucp_worker_create(context, &worker_params, &worker));
    check(ucp_worker_get_address(worker, &address, &length));
    publish(directory, rank_argument, address, length);
    ucp_ep_params_t ep_params = {
        .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS, .address = await_address(directory, 1 - rank_argument)};
    check(ucp_ep_create(worker, &ep_params, &endpoint));
    *ranks = 2;
    other = 1 - rank_argument;
    return rank_argument;
}

static void *start_send(const void *buffer, size_t length, ucp_tag_t tag)
{
    static const ucp_request_param_t param = {0};
    return ucp_tag_send_nbx(endpoint, buffer, length, tag, &param);
}

static void *start_receive(void *buffer, size_t length, ucp_tag_t tag)
{
    static const ucp_request_param_t param = {0};
    return ucp_tag_recv_nbx(worker, buffer, length, tag, WHOLE_TAG, &param);
}

void peer_send(const void *buffer, size_t length)
{
    complete(start_send(buffer, length, TAG));
}

void peer_receive(void *buffer, size_t length)
{
    complete(start_receive(buffer, length, TAG));
}

void peer_receive_any(void *buffer, size_t length)
{
    peer_receive(buffer, length); /* there are two sides */
}

void peer_send_window(const void *buffer, size_t length)
{
    for (int i = 0; i < WINDOW; i++) {
        window[i] = start_send(buffer, length, TAG);
    }
    peer_await_window();
}

void peer_post_window(void *buffer, size_t length)
{
    for (int i = 0; i < WINDOW; i++) {
        window[i] = start_receive(buffer, length, TAG);
    }
}

void peer_await_window(void)
{
    for (int i = 0; i < WINDOW; i++) {
        complete(window[i]);
    }
}

void peer_post(void *buffer, size_t length)
{
    next = start_receive(buffer, length, TAG);
}

void peer_await(void)
{
    complete(next);
}

void peer_receive_filed(void *buffer, size_t length)
{
    static const ucp_request_param_t param = {0};
    ucp_tag_recv_info_t info;
    ucp_tag_message_h message;
    while ((message = ucp_tag_probe_nb(worker, TAG, WHOLE_TAG, 1, &info)) == NULL) {
        ucp_worker_progress(worker);
    }
    complete(ucp_tag_msg_recv_nbx(worker, buffer, length, message, &param));
}

void peer_exchange(const void *outbound, void *inbound, size_t length)
{
    void *receive = start_receive((char *) inbound + (size_t) other * length, length, TAG);
    void *send = start_send(outbound, length, TAG);
    complete(send);
    complete(receive);
}

void peer_collective(enum collective kind, const double *outbound, double *inbound, int count, int root)
{
    (void) kind;
    (void) outbound;
    (void) inbound;
    (void) count;
    (void) root;
    die("no collective operations");
}

void peer_post_other(int number)
{
    void *request = start_receive(NULL, 0, FIRST_OTHER_TAG + number);
    if (UCS_PTR_IS_ERR(request)) {
        check(UCS_PTR_STATUS(request));
    }
}

void peer_send_other(int number)
{
    complete(start_send(NULL, 0, FIRST_OTHER_TAG + number));
}

void peer_close(void)
{
    ucp_worker_progress(worker); /* the process ends now, and with it all that is posted */
}

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
/**
 * Tagged messages between two ranks: the path of a send, and how messages and receives find each other.
 * <p>
 * Start with {@link io.tombolo.engine.pt2pt.Messages}, which wires both sides and dispatches operations. {@code Sends} chooses the path of
 * each message. {@code Receives} takes records from rings. {@code PendingReceives} holds receives that wait for a message,
 * {@code UnexpectedArrivals} messages that wait for a receive, and {@code Delivery} gives a message to its receive. {@code FastReceives}
 * takes a message without an operation.
 */
package io.tombolo.engine.pt2pt;

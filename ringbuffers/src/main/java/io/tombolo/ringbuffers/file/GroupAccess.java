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
package io.tombolo.ringbuffers.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.Set;

/**
 * The access of a group of users to a directory that they share, and to the files in it: the directory has mode 2770, the files have mode
 * 0660, and all belong to the group. Files follow their directory.
 */
final class GroupAccess {
    private static final String UNIX_MODE = "unix:mode";
    private static final int DIRECTORY_MODE = 02770;
    private static final Set<PosixFilePermission> FILE = EnumSet.of(
        PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE);
    private static final Set<PosixFilePermission> GROUP =
        EnumSet.of(PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE);
    private static final Set<PosixFilePermission> OTHERS =
        EnumSet.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE);

    private final GroupPrincipal group;

    private GroupAccess(final GroupPrincipal group) {
        this.group = group;
    }

    /**
     * Returns the access of a group.
     *
     * @param path to be shared.
     * @param name of the group, or its number.
     * @throws IOException if this system has no such group.
     */
    static GroupAccess named(final Path path, final String name) throws IOException {
        try {
            return new GroupAccess(path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name.strip()));
        } catch (final UserPrincipalNotFoundException unknown) {
            throw new IOException(
                path + ": there is no group '" + name + "'; set " + OwnerOnly.GROUP_PROPERTY + " to a group of this system", unknown);
        }
    }

    /** Returns the access of the group that shares a directory; null if no group does, or there is no directory. */
    static GroupAccess to(final Path directory) throws IOException {
        try {
            final PosixFileAttributes attributes =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isDirectory() && isShared(attributes) ? new GroupAccess(attributes.group()) : null;
        } catch (final NoSuchFileException none) {
            return null;
        }
    }

    /** Returns whether a group, but no other user, has all access, as to a directory that is shared. */
    static boolean isShared(final PosixFileAttributes attributes) {
        return attributes.permissions().containsAll(GROUP) && attributes.permissions().stream().noneMatch(OTHERS::contains);
    }

    /** Returns the name of the group, or its number if it has no name. */
    String name() {
        return group.getName();
    }

    /** Lets the group use a file or a socket that this process has created. */
    void admit(final Path file) throws IOException {
        give(file);
        Files.setPosixFilePermissions(file, FILE);
    }

    /** Lets the group use a directory that this process has created; what is created in it belongs to the group as well. */
    void admitDirectory(final Path directory) throws IOException {
        give(directory);
        Files.setAttribute(directory, UNIX_MODE, DIRECTORY_MODE, LinkOption.NOFOLLOW_LINKS);
    }

    private void give(final Path file) throws IOException {
        final PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view.readAttributes().group().equals(group)) {
            return;
        }
        try {
            view.setGroup(group);
        } catch (final FileSystemException refused) {
            throw new IOException(file + ": this user cannot give it to the group '" + name() +
                "'; make the user a member of the group, or change " + OwnerOnly.GROUP_PROPERTY, refused);
        }
    }

    /** Refuses a file that belongs to another group, or that the group does not have, or that others have. */
    void checkFile(final Path path, final PosixFileAttributes attributes) throws IOException {
        checkGroup(path, attributes);
        final Set<PosixFilePermission> permissions = attributes.permissions();
        if (!permissions.containsAll(FILE) || permissions.stream().anyMatch(OTHERS::contains)) {
            throw refused(path, permissions, "rw-rw----");
        }
    }

    /** Refuses a directory that the group does not share. */
    void checkDirectory(final Path path, final PosixFileAttributes attributes) throws IOException {
        checkGroup(path, attributes);
        if (!isShared(attributes)) {
            throw refused(path, attributes.permissions(), "rwxrws---");
        }
    }

    private void checkGroup(final Path path, final PosixFileAttributes attributes) throws IOException {
        if (!attributes.group().equals(group)) {
            throw new IOException(path + ": refused, its group is " + attributes.group().getName() + ", expected " + name() +
                "; give all ranks of the job the same " + OwnerOnly.GROUP_PROPERTY);
        }
    }

    private static IOException refused(final Path path, final Set<PosixFilePermission> permissions, final String expected) {
        return new IOException(path + ": refused, the group has no access or others have (" + PosixFilePermissions.toString(permissions) +
            "), expected " + expected + "; give all ranks of the job the same " + OwnerOnly.GROUP_PROPERTY);
    }
}

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
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Set;

/**
 * Ensures that the files of a job belong to one user alone: creates them with that access, and checks a file before it is used.
 * <p>
 * A refusal is an {@link IOException}; its message is one line that begins with the path.
 */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OTHERS_WRITE =
        EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OWNER =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static final Path SELF = Path.of("/proc/self");
    private static final String USER_PROPERTY = "user.name";

    private OwnerOnly() {
    }

    /**
     * Returns the mode of a file: 0600.
     *
     * @return the attribute to create a file with.
     */
    public static FileAttribute<Set<PosixFilePermission>> fileMode() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    }

    /**
     * Returns the mode of a directory: 0700.
     *
     * @return the attribute to create a directory with.
     */
    public static FileAttribute<Set<PosixFilePermission>> directoryMode() {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    }

    /**
     * Checks that a path is a regular file of this user that no other user can read or write.
     *
     * @param path to check; a symbolic link is refused, not followed.
     * @return the attributes of the file.
     * @throws NoSuchFileException if there is nothing at the path.
     * @throws IOException         if the file is refused.
     */
    public static PosixFileAttributes checkFile(final Path path) throws IOException {
        final PosixFileAttributes attributes = ownAttributes(path);
        if (!attributes.isRegularFile()) {
            throw new IOException(path + ": refused, not a regular file");
        }
        if (!OWNER.containsAll(attributes.permissions())) {
            throw new IOException(path + ": refused, group or others have access (" +
                PosixFilePermissions.toString(attributes.permissions()) + "), expected rw-------");
        }
        return attributes;
    }

    /**
     * Checks that a path is a directory of this user in which no other user can create files.
     *
     * @param path to check; a symbolic link is refused, not followed.
     * @throws NoSuchFileException if there is nothing at the path.
     * @throws IOException         if the directory is refused.
     */
    public static void checkDirectory(final Path path) throws IOException {
        final PosixFileAttributes attributes = ownAttributes(path);
        if (!attributes.isDirectory()) {
            throw new IOException(path + ": refused, not a directory");
        }
        for (final PosixFilePermission permission : OTHERS_WRITE) {
            if (attributes.permissions().contains(permission)) {
                throw new IOException(path + ": refused, group or others can write (" +
                    PosixFilePermissions.toString(attributes.permissions()) + "), expected rwx------");
            }
        }
    }

    /**
     * Creates a directory and its missing parents, with mode 0700, or checks the existing one.
     *
     * @param path of the directory.
     * @return true if this call has created it.
     * @throws IOException if it cannot be created or is refused.
     */
    public static boolean createDirectory(final Path path) throws IOException {
        while (true) {
            final boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS) && createNew(path);
            try {
                checkDirectory(path);
                return isNew;
            } catch (final NoSuchFileException deletedMeanwhile) {
                // Its last user has deleted it: create it again.
                continue;
            }
        }
    }

    private static boolean createNew(final Path path) throws IOException {
        final Path parent = path.toAbsolutePath().getParent();
        // Only if it is missing: some JDKs refuse a symbolic link to a directory here.
        if (!Files.exists(parent)) {
            Files.createDirectories(parent, directoryMode());
        }
        try {
            Files.createDirectory(path, directoryMode());
            return true;
        } catch (final FileAlreadyExistsException other) {
            return false;
        }
    }

    private static PosixFileAttributes ownAttributes(final Path path) throws IOException {
        final PosixFileAttributes attributes =
            Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
            throw new IOException(path + ": refused, a symbolic link");
        }
        final UserPrincipal user = currentUser(path);
        if (!attributes.owner().equals(user)) {
            throw new IOException(
                path + ": refused, owner is " + attributes.owner().getName() + ", this process runs as " + user.getName());
        }
        return attributes;
    }

    /**
     * Returns the user that this process runs as. The kernel tells it, because a program may set the system property.
     *
     * @return the user's name, or the number of an id without a name.
     */
    public static String userName() {
        try {
            return currentUser(SELF).getName();
        } catch (final IOException unknown) {
            return System.getProperty(USER_PROPERTY);
        }
    }

    /** Returns the user that this process runs as. */
    static UserPrincipal currentUser(final Path path) throws IOException {
        return Files.exists(SELF) ? Files.getOwner(SELF) :
            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(System.getProperty(USER_PROPERTY));
    }
}

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

import io.tombolo.ringbuffers.setting.Settings;
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
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ensures that the files of a job belong to one user alone: creates them with that access, and checks a file before it is used. In a
 * directory that is shared with a group of users they belong to that group instead: files follow their directory.
 * <p>
 * A refusal is an {@link IOException}; its message is one line that begins with the path.
 */
public final class OwnerOnly {
    /** The setting that names a group of users that share a job, or gives its number. */
    public static final String GROUP_PROPERTY = "tombolo.group";

    /** In place of a group: the directory belongs to its owner alone. */
    public static final String NO_GROUP = "";

    private static final Set<PosixFilePermission> OTHERS_WRITE =
        EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Set<PosixFilePermission> OWNER =
        EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private static final String SHARED = "; if the job is shared with a group, set " + GROUP_PROPERTY;
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
     * Creates an empty file with mode 0600, or, in a shared directory, with mode 0660 and the group. It never has another mode.
     *
     * @param path of the file.
     * @throws FileAlreadyExistsException if it exists.
     * @throws IOException                if it cannot be created.
     */
    public static void createFile(final Path path) throws IOException {
        final Path directory = path.toAbsolutePath().getParent();
        final GroupAccess access = GroupAccess.to(directory);
        if (access == null) {
            Files.createFile(path, fileMode());
            return;
        }
        final Path temporary = temporary(directory);
        try {
            Files.createFile(temporary, fileMode());
            access.admit(temporary);
            Files.createLink(path, temporary);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /**
     * Lets the group use a file, if its directory is shared. Call it before other processes look for the file.
     *
     * @param path of a file that this process has created with {@link #fileMode()}.
     * @throws IOException if this user is not in the group.
     */
    public static void admitGroup(final Path path) throws IOException {
        final GroupAccess access = GroupAccess.to(path.toAbsolutePath().getParent());
        if (access != null) {
            access.admit(path);
        }
    }

    /**
     * Sets the mode of a file that was created with another one, such as a socket: 0600, or, in a shared directory, 0660 and the group.
     *
     * @param path of the file.
     * @throws IOException if it cannot be changed.
     */
    public static void protect(final Path path) throws IOException {
        Files.setPosixFilePermissions(path, fileMode().value());
        admitGroup(path);
    }

    /** A name that the files of a job never have, and that is removed with them. */
    private static Path temporary(final Path directory) {
        return directory.resolve(".job-" + Long.toUnsignedString(ThreadLocalRandom.current().nextLong()) + ".tmp");
    }

    /**
     * Checks that a path is a regular file of this user that no other user can read or write; in a shared directory, that its group has
     * read and write access and no other user has any.
     *
     * @param path to check; a symbolic link is refused, not followed.
     * @return the attributes of the file.
     * @throws NoSuchFileException if there is nothing at the path.
     * @throws IOException         if the file is refused.
     */
    public static PosixFileAttributes checkFile(final Path path) throws IOException {
        final GroupAccess access = GroupAccess.to(path.toAbsolutePath().getParent());
        final PosixFileAttributes attributes = attributes(path);
        if (access == null) {
            checkOwner(path, attributes);
        }
        if (!attributes.isRegularFile()) {
            throw new IOException(path + ": refused, not a regular file");
        }
        if (access != null) {
            access.checkFile(path, attributes);
        } else if (!OWNER.containsAll(attributes.permissions())) {
            throw new IOException(path + ": refused, group or others have access (" +
                PosixFilePermissions.toString(attributes.permissions()) + "), expected rw-------");
        }
        return attributes;
    }

    /**
     * Checks that a path is a directory of this user in which no other user can create files. A directory that is shared with the group of
     * the setting {@link #GROUP_PROPERTY} is as good.
     *
     * @param path to check; a symbolic link is refused, not followed.
     * @throws NoSuchFileException if there is nothing at the path.
     * @throws IOException         if the directory is refused.
     */
    public static void checkDirectory(final Path path) throws IOException {
        final String group = Settings.text(GROUP_PROPERTY);
        checkDirectory(path, group == null || GroupAccess.to(path) == null ? NO_GROUP : group);
    }

    private static void checkDirectory(final Path path, final String group) throws IOException {
        final PosixFileAttributes attributes = attributes(path);
        final boolean isShared = !group.isBlank();
        if (!isShared) {
            checkOwner(path, attributes);
        }
        if (!attributes.isDirectory()) {
            throw new IOException(path + ": refused, not a directory");
        }
        if (isShared) {
            GroupAccess.named(path, group).checkDirectory(path, attributes);
            return;
        }
        for (final PosixFilePermission permission : OTHERS_WRITE) {
            if (attributes.permissions().contains(permission)) {
                throw new IOException(path + ": refused, group or others can write (" +
                    PosixFilePermissions.toString(attributes.permissions()) + "), expected rwx------" +
                    (GroupAccess.isShared(attributes) ? SHARED : ""));
            }
        }
    }

    /**
     * Returns the group that shares a directory.
     *
     * @param directory to look at.
     * @return its name or number; {@link #NO_GROUP} if it belongs to its owner alone, or does not exist.
     * @throws IOException if its attributes cannot be read.
     */
    public static String groupOf(final Path directory) throws IOException {
        final GroupAccess access = GroupAccess.to(directory);
        return access == null ? NO_GROUP : access.name();
    }

    /**
     * Creates a directory and its missing parents, with mode 0700, or checks the existing one.
     *
     * @param path  of the directory.
     * @param group that shares the directory, which gets mode 2770 then; {@link #NO_GROUP} for none.
     * @return true if this call has created it.
     * @throws IOException if it cannot be created or is refused.
     */
    public static boolean createDirectory(final Path path, final String group) throws IOException {
        while (true) {
            final boolean isNew = !Files.exists(path, LinkOption.NOFOLLOW_LINKS) && createNew(path, group);
            try {
                checkDirectory(path, group);
                return isNew;
            } catch (final NoSuchFileException deletedMeanwhile) {
                // Its last user has deleted it: create it again.
                continue;
            }
        }
    }

    private static boolean createNew(final Path path, final String group) throws IOException {
        final Path parent = path.toAbsolutePath().getParent();
        // Only if it is missing: some JDKs refuse a symbolic link to a directory here.
        if (!Files.exists(parent)) {
            Files.createDirectories(parent, directoryMode());
        }
        try {
            if (group.isBlank()) {
                Files.createDirectory(path, directoryMode());
            } else {
                createShared(path, parent, GroupAccess.named(path, group));
            }
            return true;
        } catch (final FileAlreadyExistsException other) {
            return false;
        }
    }

    /** The directory gets its name when the group can use it: a member of the group may look for it now. */
    private static void createShared(final Path path, final Path parent, final GroupAccess access) throws IOException {
        final Path temporary = temporary(parent);
        Files.createDirectory(temporary, directoryMode());
        try {
            access.admitDirectory(temporary);
            Files.move(temporary, path);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static PosixFileAttributes attributes(final Path path) throws IOException {
        final PosixFileAttributes attributes =
            Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
            throw new IOException(path + ": refused, a symbolic link");
        }
        return attributes;
    }

    private static void checkOwner(final Path path, final PosixFileAttributes attributes) throws IOException {
        final UserPrincipal user = currentUser(path);
        if (!attributes.owner().equals(user)) {
            throw new IOException(
                path + ": refused, owner is " + attributes.owner().getName() + ", this process runs as " + user.getName() +
                    (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE) ? SHARED : ""));
        }
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

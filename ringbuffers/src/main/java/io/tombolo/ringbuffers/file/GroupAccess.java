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
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The group of users that may use the files of a job directory, if it is shared: directories have mode 2770 and files 0660 then, and all
 * of them belong to this group. A directory is shared if an engine of this process has said so, or by the setting {@link #PROPERTY}.
 * Every other directory belongs to one user ({@link OwnerOnly}).
 * <p>
 * <b>Threading:</b> any thread may call any method.
 */
public final class GroupAccess {
    /** The setting that names a group, or gives its number. */
    public static final String PROPERTY = "tombolo.group";

    private static final Map<Path, String> SHARED = new ConcurrentHashMap<>();
    private static final String UNIX_MODE = "unix:mode";
    private static final int SHARED_DIRECTORY = 02770;
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-rw----");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("------rwx");
    private static final Set<PosixFilePermission> GROUP = PosixFilePermissions.fromString("---rwx---");

    private final String name;
    private final GroupPrincipal group;

    private GroupAccess(final String name, final GroupPrincipal group) {
        this.name = name;
        this.group = group;
    }

    /**
     * Says for this process which group may use a directory and those in it, whatever the setting says.
     *
     * @param directory of a job, or one that holds jobs.
     * @param group     name or number of the group; blank for the owner alone.
     */
    public static void share(final Path directory, final String group) {
        SHARED.put(directory.toAbsolutePath().normalize(), group.strip());
    }

    /** Returns the access to the files in a directory, and to the directory itself; null if it belongs to its owner alone. */
    static GroupAccess to(final Path directory) throws IOException {
        final String name = groupOf(directory.toAbsolutePath().normalize());
        if (name == null || name.isBlank()) {
            return null;
        }
        try {
            return new GroupAccess(
                name, directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByGroupName(name.strip()));
        } catch (final UserPrincipalNotFoundException unknown) {
            throw new IOException(
                directory + ": there is no group '" + name + "'; set " + PROPERTY + " to a group of this system", unknown);
        }
    }

    /** What was said of a directory holds for those in it, such as that of a previous job. */
    private static String groupOf(final Path directory) {
        for (Path each = directory; each != null; each = each.getParent()) {
            final String group = SHARED.get(each);
            if (group != null) {
                return group;
            }
        }
        return Settings.text(PROPERTY);
    }

    /** Lets the group use a file or a socket that this process has created. */
    void admit(final Path file) throws IOException {
        give(file);
        Files.setPosixFilePermissions(file, FILE);
    }

    /** Lets the group use a directory that this process has created; what is created in it belongs to the group as well. */
    void admitDirectory(final Path directory) throws IOException {
        give(directory);
        Files.setAttribute(directory, UNIX_MODE, SHARED_DIRECTORY, LinkOption.NOFOLLOW_LINKS);
    }

    private void give(final Path file) throws IOException {
        try {
            final PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
            if (!view.readAttributes().group().equals(group)) {
                view.setGroup(group);
            }
        } catch (final FileSystemException refused) {
            throw new IOException(file + ": cannot be given to the group '" + name + "'; add this user to the group, or unset " + PROPERTY,
                refused);
        }
    }

    /** Refuses a file that the group does not have, or that others have. */
    void checkFile(final Path path, final PosixFileAttributes attributes) throws IOException {
        checkGroup(path, attributes);
        final Set<PosixFilePermission> permissions = attributes.permissions();
        if (!permissions.containsAll(FILE) || permissions.stream().anyMatch(OTHERS::contains)) {
            throw refused(path, permissions, "expected rw-rw----");
        }
    }

    /** Refuses a directory in which the group cannot create files, or others have access. */
    void checkDirectory(final Path path, final PosixFileAttributes attributes) throws IOException {
        checkGroup(path, attributes);
        final Set<PosixFilePermission> permissions = attributes.permissions();
        if (!permissions.containsAll(GROUP) || permissions.stream().anyMatch(OTHERS::contains)) {
            throw refused(path, permissions, "expected rwxrwx---");
        }
    }

    private void checkGroup(final Path path, final PosixFileAttributes attributes) throws IOException {
        if (!attributes.group().equals(group)) {
            throw new IOException(path + ": refused, its group is " + attributes.group().getName() + ", and " + PROPERTY + "=" + name +
                "; give all ranks of the job the same " + PROPERTY);
        }
    }

    private IOException refused(final Path path, final Set<PosixFilePermission> permissions, final String expected) {
        return new IOException(path + ": refused, the group has no access or others have (" + PosixFilePermissions.toString(permissions) +
            "), " + expected + " with " + PROPERTY + "=" + name + "; give all ranks of the job the same " + PROPERTY);
    }
}

/**
 * The files of a fabric's folder: their names, who owns them, and their memory.
 *
 * <pre>
 *   ShmAddress ──► ShmFolder ──► NameLock           a name is held by the lock of a file
 *                      │             │
 *                      │             └──► ExitCleanup, FileReclaimer    files are deleted when the
 *                      │                            process ends, or by another process after it
 *                      └──► Mapping ──► MappingReclaimer     memory stays mapped until no object
 *                                                            refers to it
 * </pre>
 *
 * <p>The picture of the folder is in the description of {@code dev.weft.wire.shm}.
 */
package dev.weft.wire.shm.folder;

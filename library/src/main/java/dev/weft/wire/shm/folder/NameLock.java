package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ownership of a name: a file lock, which the kernel releases when the process dies in any way.
 *
 * <p>The holder deletes the file. A process that opened it before and locks it after that holds a
 * lock on an unlinked file. The lock is therefore valid only if the name still belongs to the file
 * that is open:
 *
 * <pre>
 *   link name.lock.4f1b, an own name      the file stays, whoever deletes name.lock
 *   look up and open name.lock.4f1b       both find the same file
 *   delete name.lock.4f1b, lock           while it is open, no other file gets its key
 *   look up name.lock                     the same key: the lock is valid
 * </pre>
 *
 * <p>Without the own name, two look-ups may find one key that belonged to two files: a file system
 * gives the key of a deleted file to the next one.
 *
 * <p>A process that closes any channel to a file loses its locks on it. Therefore no file is opened
 * that this process holds, and a channel to a file that another copy of this class holds is kept
 * open.
 */
public final class NameLock implements AutoCloseable {
  /** The end of the file's name, after the name that it locks. */
  static final String SUFFIX = ".lock";

  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private static final Set<NameLock> LOCKS = ConcurrentHashMap.newKeySet();

  /**
   * Held by another copy of this class, in another class loader: closing the channel would release
   * its lock.
   */
  private static final Map<Path, Opened> KEPT = new ConcurrentHashMap<>();

  private record Opened(Object key, FileChannel channel) {}

  /** Opening a pipe for writing only would wait for its reader. */
  private static final Set<OpenOption> OPTIONS =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private final Path file;
  private final FileChannel channel;
  private boolean open = true;

  private NameLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
    LOCKS.add(this);
  }

  /** The locks that this copy of the class holds. */
  static List<NameLock> held() {
    return List.copyOf(LOCKS);
  }

  /** Takes the lock; null if it is held by another process. */
  static NameLock tryTake(Path file) throws IOException {
    return ExitCleanup.making(() -> take(file));
  }

  private static NameLock take(Path file) throws IOException {
    if (!HELD.add(file)) {
      return null;
    }
    FileChannel channel = null;
    try {
      channel = lock(file);
    } finally {
      if (channel == null) {
        HELD.remove(file);
      }
    }
    return channel == null ? null : new NameLock(file, channel);
  }

  private static FileChannel lock(Path file) throws IOException {
    while (true) {
      create(file);
      Opened opened = keyOf(file) == null ? null : open(file);
      if (opened == null) {
        continue;
      }
      FileChannel channel = opened.channel;
      boolean locked = false;
      boolean same = false;
      boolean kept = false;
      try {
        locked = channel.tryLock() != null;
        same = opened.key.equals(keyOf(file));
      } catch (OverlappingFileLockException anotherCopyOfThisClass) {
        kept = true;
        KEPT.put(file, opened);
        return null;
      } finally {
        if ((!locked || !same) && !kept) {
          channel.close();
        }
      }
      if (same) {
        return locked ? channel : null;
      }
    }
  }

  private static void create(Path file) throws IOException {
    try {
      Files.createFile(file, ShmFolder.OWNER_ONLY_FILE);
    } catch (FileAlreadyExistsException theUsualCase) {
      // made by another process meanwhile
    }
  }

  /** Opens the file, by a name that no other process opens; null if it was deleted meanwhile. */
  private static Opened open(Path file) throws IOException {
    String own =
        file.getFileName() + "." + Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path link = file.resolveSibling(own);
    try {
      Files.createLink(link, file);
      Object key = keyOf(link);
      return key == null ? null : open(file, link, key);
    } catch (NoSuchFileException deletedMeanwhile) {
      return null;
    } finally {
      CloseQuietly.delete(link);
    }
  }

  private static Opened open(Path file, Path link, Object key) throws IOException {
    Opened kept = KEPT.remove(file);
    if (kept != null && kept.key.equals(key)) {
      return kept;
    }
    if (kept != null) {
      kept.channel.close(); // its file is deleted, so it is no longer held
    }
    return new Opened(key, FileChannel.open(link, OPTIONS));
  }

  private static Object keyOf(Path file) throws IOException {
    try {
      var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!found.isRegularFile()) {
        throw new IOException(file + " is no regular file");
      }
      return found.fileKey();
    } catch (NoSuchFileException deletedMeanwhile) {
      return null;
    }
  }

  Path file() {
    return file;
  }

  /** Whether the name is still held; it stays so while the caller has the monitor. */
  public synchronized boolean isOpen() {
    return open;
  }

  /** Deletes the file and releases the name, once. */
  @Override
  public synchronized void close() throws IOException {
    if (!open) {
      return;
    }
    open = false;
    try (channel) {
      Files.deleteIfExists(file);
    } finally {
      HELD.remove(file);
      LOCKS.remove(this);
    }
  }
}

package dev.weft.wire.shm.folder;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Deletes the files of names: of those that this process gives up, and of those whose processes are
 * dead. The files of a name are deleted by the holder of its {@link NameLock} only.
 *
 * <p>Other processes run concurrently; what cannot be deleted now is left to the next process that
 * starts or stops.
 */
public final class FileReclaimer {
  private FileReclaimer() {}

  /** Deletes the files of dead processes in all folders of this one. */
  static void reclaimAll(Path user) {
    try (DirectoryStream<Path> fabrics = Files.newDirectoryStream(user, FileReclaimer::isFolder)) {
      for (Path each : fabrics) {
        reclaim(each);
        removeIfEmpty(each);
      }
    } catch (IOException | DirectoryIteratorException noSuchFolder) {
      // nothing to reclaim
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static void reclaim(Path folder) {
    try {
      for (String name : names(folder)) {
        reclaim(folder, name);
      }
    } catch (IOException | DirectoryIteratorException removedMeanwhile) {
      // reclaimed by another process
    }
  }

  private static void reclaim(Path folder, String name) {
    try (NameLock lock = NameLock.tryTake(folder.resolve(name + NameLock.SUFFIX))) {
      if (lock != null) {
        removeFiles(folder, name);
      }
    } catch (IOException | DirectoryIteratorException noLockOrRemovedMeanwhile) {
      // retried by the next process that starts; other names are not affected
    }
  }

  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        int dot = name.indexOf('.');
        if (dot > 0) {
          names.add(name.substring(0, dot));
        }
      }
    }
    return names;
  }

  /** Releases a name and deletes what it can of its files; the rest is left to the next process. */
  public static void vacate(NameLock lock) {
    Path folder = lock.file().getParent();
    synchronized (lock) {
      if (lock.isOpen()) { // else the name may have a new owner
        removeFilesOf(lock, folder);
        CloseQuietly.close(lock);
      }
    }
    removeIfEmpty(folder);
    removeIfEmpty(folder.getParent());
  }

  private static void removeFilesOf(NameLock lock, Path folder) {
    String file = lock.file().getFileName().toString();
    try {
      removeFiles(folder, file.substring(0, file.length() - NameLock.SUFFIX.length()));
    } catch (IOException tooManyOpenFiles) {
      // the name is released anyway
    }
  }

  /**
   * {@link #vacate}, and deletes the files in this folder of processes that end at the same time.
   */
  static void vacateAndReclaim(NameLock lock) {
    Path folder = lock.file().getParent();
    vacate(lock);
    reclaim(folder);
    removeIfEmpty(folder);
    removeIfEmpty(folder.getParent());
  }

  /** Deletes all files of a name except the lock. Caller holds the lock. */
  static void removeFiles(Path folder, String name) throws IOException {
    for (Path file : files(folder, name)) {
      CloseQuietly.delete(file); // a remaining file is reported by the port that it obstructs
    }
  }

  /** The files of a name without its lock. */
  static List<Path> files(Path folder, String name) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, file -> isOf(name, file.getFileName().toString()))) {
      files.forEach(found::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found;
  }

  private static boolean isOf(String name, String fileName) {
    return fileName.startsWith(name + ".") && !fileName.equals(name + NameLock.SUFFIX);
  }

  /** Deletes a folder, which fails if it is not empty. */
  static void removeIfEmpty(Path folder) {
    CloseQuietly.delete(folder);
  }
}

package dev.weft.wire.shm.folder;

import dev.weft.service.FirstUse;
import dev.weft.service.SystemErrors;
import dev.weft.wire.WireException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The error numbers and hints of failures in the folder of shared memory. Java has exceptions of
 * their own only for some of them; the others are known by their text.
 *
 * <p>Made with the folder, because a class is a file: it cannot be loaded when the process has no
 * descriptor left.
 */
public final class ShmErrors {
  static final String ANOTHER = "another folder with -Ddev.weft.shm.folder or WEFT_SHM_FOLDER";

  /** What to do if a folder cannot be used. */
  static final String HINT = "Name " + ANOTHER;

  private static final String FREE_SOME =
      "Free some bytes, or inodes if df -i shows none, or name " + ANOTHER;
  private static final String MORE_FILES = "Allow more with ulimit -n, or close some";
  private static final String LONGER_FILES = "Allow longer files with ulimit -f";
  private static final String MORE_MEMORY = "Allow more with ulimit -v, or close some";
  private static final String MORE_DIRECT_MEMORY = "Allow more with -XX:MaxDirectMemorySize";
  private static final String NO_ROOM = "no room in the address space of the process";

  private static final int EIO = 5;
  private static final int ENOMEM = 12;
  private static final int EACCES = 13;
  private static final int EMFILE = 24;
  private static final int EFBIG = 27;
  private static final int ENOSPC = 28;
  private static final int EROFS = 30;

  private static final SystemErrors SYSTEM = SystemErrors.ofProcess();

  /** Further texts of exceptions that have no type of their own, and their error numbers. */
  private static final Map<String, Integer> KNOWN =
      Map.of(
          "File too large", EFBIG,
          "Map failed", ENOMEM,
          "no direct memory", ENOMEM,
          "Read-only file system", EROFS);

  private final Path folder;

  ShmErrors(Path folder) {
    this.folder = folder;
  }

  /**
   * Translates a failure in the folder.
   *
   * @param freeBytes bytes that are free for files
   */
  WireException failure(long freeBytes, IOException cause) {
    int error = errorOf(cause);
    String detail = "folder=" + folder + reason(error, freeBytes, cause);
    String hint = isDirect(cause) ? MORE_DIRECT_MEMORY : hint(error);
    WireException failure = new WireException(error, detail, hint);
    failure.initCause(cause);
    return failure;
  }

  private static boolean isDirect(IOException cause) {
    return String.valueOf(cause.getMessage()).contains(DirectMemory.NONE);
  }

  private static String reason(int error, long freeBytes, IOException cause) {
    return switch (error) {
      case EMFILE -> ": " + SYSTEM.openFiles() + more(cause);
      case ENOSPC -> " has " + freeBytes + " bytes left: " + cause.getMessage();
      case ENOMEM -> ": " + (isDirect(cause) ? cause.getMessage() : NO_ROOM);
      case EACCES -> " is not to be written by " + System.getProperty("user.name");
      default -> ": " + cause;
    };
  }

  /** What the text of {@link FirstUse} says behind that of the system; or nothing. */
  private static String more(IOException cause) {
    String text = String.valueOf(cause.getMessage());
    return text.startsWith(FirstUse.TOO_MANY)
        ? ", " + text.substring(FirstUse.TOO_MANY.length())
        : "";
  }

  private static String hint(int error) {
    return switch (error) {
      case EMFILE -> MORE_FILES;
      case ENOSPC -> FREE_SOME;
      case EFBIG -> LONGER_FILES;
      case ENOMEM -> MORE_MEMORY;
      default -> HINT;
    };
  }

  /** The error number of a failure for lack of descriptors, room or address space; else 0. */
  public static int ownError(IOException cause) {
    int error = errorOf(cause);
    return error == EMFILE || error == ENOSPC || error == ENOMEM ? error : 0;
  }

  /** What to do about such a failure. */
  public static String advice(IOException cause) {
    return hint(errorOf(cause));
  }

  private static int errorOf(IOException cause) {
    int known = SYSTEM.isNoSpace(cause) ? ENOSPC : knownError(cause);
    return known == EIO && SYSTEM.isTooManyFiles(cause) ? EMFILE : known;
  }

  private static int knownError(IOException cause) {
    String text = String.valueOf(cause.getMessage());
    for (var each : KNOWN.entrySet()) {
      if (text.contains(each.getKey())) {
        return each.getValue();
      }
    }
    return cause instanceof AccessDeniedException ? EACCES : EIO;
  }

  /** Whether a file could not be made for lack of room. */
  static boolean isNoRoom(IOException cause) {
    return errorOf(cause) == ENOSPC;
  }

  /**
   * The failure of a file that finds no room, as {@link #isNoRoom} knows it; {@code causeOrNull} is
   * that of the system, if it was tried.
   */
  static IOException noRoom(long bytes, IOException causeOrNull) {
    return new IOException("No space left for " + bytes + " bytes", causeOrNull);
  }
}

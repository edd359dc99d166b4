package dev.weft.ffm.connection;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * The file of an endpoint of libfabric's shm. C replaces one that a dead process has left. It reads
 * it first (smr_util.c, smr_retry_map): a read of an empty file ends the process with SIGBUS, and
 * that of a living process is deleted before the call is refused, which ends the process from 2.2
 * on. This class reads it before C does.
 */
final class ShmFile {
  private static final String FOLDER = "/dev/shm";
  private static final String SCHEME_END = "://";

  /** {@code SMR_VERSION} of libfabric 2.4 and before: the process is behind the flags. */
  private static final int LAST_WITH_EARLY_PROCESS = 8;

  private static final int EARLY_PROCESS = 4;

  /** {@code SMR_VERSION} of libfabric 2.6. Where a later one has the process is not known. */
  private static final int LAST_KNOWN = 10;

  private static final int LATE_PROCESS = 40;

  private final File file;

  private ShmFile(File file) {
    this.file = file;
  }

  /** That of the endpoint with this name. */
  static ShmFile of(String name) {
    int scheme = name.indexOf(SCHEME_END);
    return new ShmFile(
        new File(FOLDER, scheme < 0 ? name : name.substring(scheme + SCHEME_END.length())));
  }

  /** Requires that C can read the file, if it is there. */
  void requireReadable() {
    if (file.isFile() && file.length() == 0) {
      throw refused(" is there and empty", "Delete it, or take another name");
    }
  }

  /** Requires that the file is not that of a living process. */
  void requireFree() {
    long process = file.isFile() ? process() : 0;
    if (process != 0 && new File("/proc/" + process).exists()) {
      throw refused(" is that of an endpoint of process " + process, "Take another name");
    }
  }

  /** Whose file it is; 0 if that is not known. */
  private long process() {
    try (RandomAccessFile content = new RandomAccessFile(file, "r")) {
      int version = content.read();
      if (version > LAST_KNOWN) {
        return 0;
      }
      content.seek(version <= LAST_WITH_EARLY_PROCESS ? EARLY_PROCESS : LATE_PROCESS);
      return Integer.toUnsignedLong(Integer.reverseBytes(content.readInt()));
    } catch (IOException gone) {
      return 0;
    }
  }

  private FabricException refused(String why, String advice) {
    return new FabricException(Errno.EBUSY, "fi_enable", file + why, advice);
  }
}

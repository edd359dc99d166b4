package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.info.FabricInfo;
import java.io.File;

/**
 * Room for the file that each endpoint of libfabric's shm has. C does not ask for it: a write to a
 * page that finds none ends the process with SIGBUS.
 */
final class ShmRoom {
  private static final File FOLDER = new File("/dev/shm");

  /** Bytes of a file: of all, and for each operation. shm of 1.17 takes this, 2.6 less. */
  private static final long ALL = 8L << 20;

  private static final long EACH = 4L << 10;

  private ShmRoom() {}

  /** Requires that an endpoint can have its file. */
  static void require(FabricInfo info) {
    require(info.transmit().size() + info.receive().size(), FOLDER.getUsableSpace());
  }

  static void require(long operations, long free) {
    long needed = ALL + EACH * operations;
    if (free < needed) {
      throw new FabricException(
          Errno.ENOSPC,
          "fi_enable",
          "free=%d bytes of %s".formatted(free, FOLDER),
          "An endpoint needs %d".formatted(needed));
    }
  }
}

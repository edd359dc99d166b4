package dev.weft.wire.shm;

import dev.weft.service.FailureLog;
import dev.weft.wire.DeferredMmapFault;
import dev.weft.wire.shm.folder.ShmErrors;
import dev.weft.wire.shm.folder.SpareDescriptors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Peers of a port that it cannot accept for lack of descriptors or room. They may access memory all
 * the same, and have no link yet that says so: their link files do.
 */
final class UnacceptedPeers {
  private static final FailureLog LOG = new FailureLog("Accepting a connection of another process");

  private final ShmPort port;

  /** Whether the log says that peers wait. Guarded by the port's monitor. */
  private boolean reported;

  UnacceptedPeers(ShmPort port) {
    this.port = port;
  }

  /** Logs why peers wait, when the first one does. Caller holds the port's monitor. */
  void report(IOException cause) {
    if (!reported) {
      reported = true;
      String messages = "its messages wait until it can be accepted. ";
      log(new IOException(messages + ShmErrors.advice(cause), cause));
    }
  }

  /** With spare descriptors: the first line of a log reads the configuration of logging. */
  private static void log(IOException failure) {
    try {
      SpareDescriptors.use(
          () -> {
            LOG.report(failure);
            return null;
          });
    } catch (IOException neverThrown) {
      throw new UncheckedIOException(neverThrown);
    }
  }

  /** Notes whether there are such peers now. Caller holds the port's monitor. */
  void found(boolean any) {
    reported &= any;
  }

  /**
   * Whether none has an access in progress by a grant, or by any ({@link AccessWait#ANY_GRANT}).
   * Holds the monitor, so that the port accepts nothing and takes no descriptor meanwhile.
   *
   * @param late whether to revoke the access of those that have
   */
  boolean haveEnded(long grant, boolean late) {
    synchronized (port) {
      try {
        return SpareDescriptors.use(
            () -> {
              boolean ended = true;
              for (Path file : port.linkFiles()) {
                ended &= hasEnded(file, port.wire().ringSize(), grant, late);
              }
              return ended;
            });
      } catch (IOException takenByAnother) {
        return false;
      }
    }
  }

  /** A peer accepted meanwhile has a link. */
  private static boolean hasEnded(Path path, RingSize sizes, long grant, boolean late)
      throws IOException {
    try {
      LinkFile file = LinkFile.open(path, sizes);
      long accessed = file.accessedGrant(true);
      boolean ended = accessed == 0 || (grant != AccessWait.ANY_GRANT && accessed != grant);
      if (!ended && late) {
        file.setAccess(true, 0);
      }
      DeferredMmapFault.checkFault();
      file.retire();
      return ended;
    } catch (IOException e) {
      if (ShmErrors.ownError(e) != 0) {
        throw e;
      }
      return true; // has a link now, or the file is no link file
    } catch (InternalError noSuchPage) {
      return true; // the file holds no access
    }
  }
}

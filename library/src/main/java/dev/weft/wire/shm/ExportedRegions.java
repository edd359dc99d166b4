package dev.weft.wire.shm;

import dev.weft.wire.SharedMemory;
import dev.weft.wire.shm.folder.SpareDescriptors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The regions that an owner of shared memory exports, and the ports that announce them. The table
 * is made with the first grant.
 *
 * <p>Any thread may call any method.
 */
final class ExportedRegions {
  private static final long NO_OWNER = 0;

  private final long owner;
  private final List<ShmPort> ports = new ArrayList<>();
  private final List<ShmPort> hidden = new ArrayList<>();
  private ExportTable table;
  private long lastNumber;

  ExportedRegions(long owner) {
    this.owner = owner;
  }

  /** Makes the grants valid for the peers of this port. */
  synchronized void join(ShmPort port) {
    ports.add(port);
    if (table != null) {
      port.showGrants(owner);
    }
  }

  /** Whether a region was ever exported: peers may access one, also after it was revoked. */
  synchronized boolean anyExported() {
    return table != null;
  }

  /** Denies new accesses through this port. */
  synchronized void hide(ShmPort port) {
    hidden.add(port);
    port.showGrants(NO_OWNER);
  }

  /** Removes a hidden port, through which no access is in progress any more. */
  synchronized void leave(ShmPort port) {
    hidden.remove(port);
    ports.remove(port);
  }

  /** Makes the table on first use, and grants a region of a file; null if there is no room. */
  synchronized SharedMemory.Grant grant(
      Path path, long key, SharedMemory.Location where, ExportTable.Extent extent)
      throws IOException {
    if (table == null) {
      table = ExportTable.create(path);
      SpareDescriptors.keep();
      AccessWait.load();
      ports.forEach(port -> port.showGrants(hidden.contains(port) ? NO_OWNER : owner));
    }
    long number = ++lastNumber;
    int index = table.grant(number, key, where, extent);
    return index == ExportTable.NONE ? null : new OwnGrant(index, number);
  }

  private final class OwnGrant implements SharedMemory.Grant {
    private final int index;
    private final long number;
    private boolean revoked;

    OwnGrant(int index, long number) {
      this.index = index;
      this.number = number;
    }

    @Override
    public void revoke() {
      ShmPort[] revokedAt = portsAfterRevoking();
      try (AccessWait wait = new AccessWait(number)) {
        for (ShmPort port : revokedAt) {
          port.awaitAccessEnd(wait); // not in the monitor: a peer may be slow
        }
      }
    }

    private ShmPort[] portsAfterRevoking() {
      synchronized (ExportedRegions.this) {
        if (!revoked) {
          revoked = true;
          table.revoke(index);
        }
        return ports.toArray(ShmPort[]::new);
      }
    }
  }
}

package dev.weft.wire.shm;

import dev.weft.wire.SharedMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an owner of shared memory lets others touch, and the ports at which it says so. The table is
 * made with the first grant.
 *
 * <p>Any thread may call any method.
 */
final class ExportedRegions {
  private static final long NOBODY = 0;

  private final long owner;
  private final List<ShmPort> ports = new ArrayList<>();
  private final List<ShmPort> hidden = new ArrayList<>();
  private ExportTable table;
  private long lastNumber;

  ExportedRegions(long owner) {
    this.owner = owner;
  }

  /** From now on what is granted holds for the peers of this port. */
  synchronized void join(ShmPort port) {
    ports.add(port);
    if (table != null) {
      port.showGrants(owner);
    }
  }

  /** From now on nobody gets inside through this port. */
  synchronized void hide(ShmPort port) {
    hidden.add(port);
    port.showGrants(NOBODY);
  }

  /** Nobody is inside through this port, which is hidden. */
  synchronized void leave(ShmPort port) {
    hidden.remove(port);
    ports.remove(port);
  }

  /** Makes the table, if it is not there yet, and grants a part of a file; null for no room. */
  synchronized SharedMemory.Grant grant(
      Path path, long key, SharedMemory.Place where, long length, long access) throws IOException {
    if (table == null) {
      table = ExportTable.create(path);
      SpareDescriptors.keep();
      ports.forEach(port -> port.showGrants(hidden.contains(port) ? NOBODY : owner));
    }
    long number = ++lastNumber;
    int place = table.grant(number, key, where, length, access);
    return place == ExportTable.NONE ? null : new OwnGrant(place, number);
  }

  private final class OwnGrant implements SharedMemory.Grant {
    private final int place;
    private final long number;
    private boolean revoked;

    OwnGrant(int place, long number) {
      this.place = place;
      this.number = number;
    }

    @Override
    public void revoke() {
      for (ShmPort port : portsAfterRevoking()) {
        port.awaitOutside(number); // not in the monitor: a peer may take its time
      }
    }

    private ShmPort[] portsAfterRevoking() {
      synchronized (ExportedRegions.this) {
        if (!revoked) {
          revoked = true;
          table.revoke(place);
        }
        return ports.toArray(ShmPort[]::new);
      }
    }
  }
}

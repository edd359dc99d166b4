package dev.weft.wire.shm;

import dev.weft.memory.GrantedMemory;
import dev.weft.wire.PeerRegions;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * A peer's exported regions at this end of a link, mapped and checked.
 *
 * <pre>
 *   this end                                     the owner
 *     sets its access field                        clears the grant's number
 *     full fence                                   full fence
 *     is the number unchanged? -----------------   is a peer accessing? - waits
 *     copies
 *     clears its access field
 * </pre>
 *
 * <p>One of the two sees the other. A grant is read once and is valid while its number is
 * unchanged; later writes of the peer to its table have no effect.
 *
 * <p>Used by one thread at a time.
 */
final class ImportedRegions implements PeerRegions {
  /** Cached grants; a power of two. */
  private static final int KEPT = 64;

  private final ShmFolder folder;
  private final PortFile portFile;
  private final LinkFile file;
  private final boolean initiator;
  private final PeerMemory files;
  private long owner;
  private boolean lost;
  private ExportTable table;
  private PeerGrant last;
  private PeerGrant[] kept = {};

  /**
   * Opens a peer's exported regions.
   *
   * @param initiator which end of the link this is
   */
  ImportedRegions(
      ShmFolder folder, PortFile portFile, LinkFile file, boolean initiator, PeerMemory files) {
    this.folder = folder;
    this.portFile = portFile;
    this.file = file;
    this.initiator = initiator;
    this.files = files;
  }

  /** Whether the peer exports any region. */
  boolean areThere() {
    long shown = portFile.grants();
    return shown != 0 && !lost && (shown == owner || open(shown));
  }

  /** The peer has truncated its table: it exports nothing that can be accessed any more. */
  void lose() {
    lost = true;
  }

  private boolean open(long shown) {
    try {
      table = ExportTable.open(folder.grants(shown));
      owner = shown;
      last = null;
      kept = new PeerGrant[KEPT];
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  @Override
  public GrantedMemory find(long key) {
    PeerGrant known = last;
    if (known != null && known.key() == key && known.stands()) {
      return known;
    }
    int index = table.find(key);
    return index == ExportTable.NONE ? null : findAt(index, key);
  }

  private PeerGrant findAt(int index, long key) {
    PeerGrant known = kept[index & (KEPT - 1)];
    if (known == null || known.index != index || known.key() != key || !known.stands()) {
      known = map(index, key);
      kept[index & (KEPT - 1)] = known;
    }
    last = known;
    return known;
  }

  private PeerGrant map(int index, long key) {
    ExportTable.Grant grant = table.read(index);
    if (grant == null || grant.key() != key) {
      return null;
    }
    MemorySegment memory = files.find(owner, grant.file());
    boolean inside =
        memory != null
            && grant.length() >= 0
            && grant.offset() >= 0
            && grant.offset() <= memory.byteSize() - grant.length();
    return inside ? new PeerGrant(index, grant, memory) : null;
  }

  @Override
  public void touched(boolean written, long bytes) {
    // an owner that counts accesses exports nothing
  }

  /** A grant that was valid when it was read. */
  private final class PeerGrant extends GrantedMemory {
    private final ExportTable issuer = table;
    private final long issuerNumber = owner;
    private final int index;
    private final long number;

    PeerGrant(int index, ExportTable.Grant grant, MemorySegment memory) {
      super(
          grant.key(),
          memory.asSlice(grant.offset(), grant.length()),
          grant.base(),
          grant.access());
      this.index = index;
      this.number = grant.number();
    }

    boolean stands() {
      return issuer.number(index) == number;
    }

    @Override
    public boolean enter() {
      file.setAccess(initiator, number);
      // partners: the fences in ExportTable.revoke(), ShmPort.showGrants(), ShmLink.announceClose()
      VarHandle.fullFence();
      if (stands() && portFile.grants() == issuerNumber && !file.hasLeft(!initiator)) {
        return true;
      }
      file.setAccess(initiator, 0);
      return false;
    }

    @Override
    public boolean exit() {
      VarHandle.loadLoadFence(); // an owner that gave up waiting sets this before it continues
      boolean whole = stands() || file.accessedGrant(initiator) == number;
      file.setAccess(initiator, 0);
      return whole;
    }

    @Override
    public void written(long bytes) {
      // an owner that counts accesses exports nothing
    }
  }
}

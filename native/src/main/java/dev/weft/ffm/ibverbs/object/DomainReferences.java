package dev.weft.ffm.ibverbs.object;

import dev.weft.ffm.ibverbs.work.SendReferences;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.attributes.MemoryWindowType;
import dev.weft.verbs.work.ScatterGatherList;
import java.lang.foreign.MemorySegment;

/** The objects of one domain that work requests name. */
record DomainReferences(IbvDomain domain) implements SendReferences {

  @Override
  public void enter() {
    domain.enterReferences();
  }

  @Override
  public void leave() {
    domain.leaveReferences();
  }

  @Override
  public long handle(AddressHandle handle) {
    return handle instanceof IbvAddressHandle own && isOurs(own, own.protectionDomain())
        ? own.struct()
        : 0;
  }

  @Override
  public long window(MemoryWindow window) {
    return window(window, MemoryWindowType.TYPE_2);
  }

  /** {@link #window(MemoryWindow)} of another type. */
  long window(MemoryWindow window, MemoryWindowType type) {
    return window instanceof IbvWindow own
            && own.type() == type
            && isOurs(own, own.protectionDomain())
        ? own.struct()
        : 0;
  }

  @Override
  public boolean isOfOtherDomain(MemoryWindow window) {
    return window instanceof IbvWindow own
        && own.isUsable()
        && !domain.equals(own.protectionDomain());
  }

  @Override
  public long region(MemoryRegion region) {
    return region instanceof IbvRegion own && isOurs(own, own.protectionDomain())
        ? own.struct()
        : 0;
  }

  private boolean isOurs(IbvObject object, Object itsDomain) {
    return domain.equals(itsDomain) && object.isUsable();
  }

  @Override
  public void bound(MemoryWindow window, int key) {
    ((IbvWindow) window).boundUnder(key);
  }

  @Override
  public boolean copy(ScatterGatherList list, int index, MemorySegment target, long at) {
    long length = Integer.toUnsignedLong(list.length(index));
    for (IbvRegion region : domain.regions()) {
      long offset = list.address(index) - region.address();
      if (offset >= 0 && offset <= region.length() - length) {
        return copy(region.memory(), offset, target, at, length);
      }
    }
    return length == 0;
  }

  private static boolean copy(
      MemorySegment from, long offset, MemorySegment target, long at, long length) {
    try {
      MemorySegment.copy(from, offset, target, at, length);
      return true;
    } catch (IllegalStateException closed) {
      return false;
    }
  }
}

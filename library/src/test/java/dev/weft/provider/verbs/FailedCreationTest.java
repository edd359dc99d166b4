package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.provider.verbs.device.DeviceNetwork;
import dev.weft.provider.verbs.device.Quota;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.Wire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

/** An object that cannot be created uses no other object afterwards, and no key. */
class FailedCreationTest {
  private final Exhausted wire = new Exhausted();
  private final VerbsContext context =
      new SoftwareDevice("test", "weft", new DeviceNetwork(_ -> wire, _ -> "test://")).open();

  /** A wire whose memory no peer can map. */
  private static final class Exhausted implements Wire, SharedMemory {
    @Override
    public Port open(String address, PortListener owner) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SharedMemory openMemory() {
      return this;
    }

    @Override
    public Grant grant(long key, MemorySegment memory, long base, long access) {
      throw new OutOfMemoryError("on purpose");
    }

    @Override
    public MemorySegment allocate(long bytes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean find(MemorySegment segment, long offset, long length, Location location) {
      return false;
    }

    @Override
    public String freeAddress() {
      return "test://free";
    }

    @Override
    public boolean isAddress(String address) {
      return true;
    }

    @Override
    public String addressForm() {
      return "any";
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldNotKeepTheDomainOfARegionThatIsNotGranted() {
    ProtectionDomain domain = context.allocPd();
    MemorySegment memory = Arena.ofAuto().allocate(8);
    int access = RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE_WRITE;
    int first = key(domain, memory);
    assertThrows(OutOfMemoryError.class, () -> domain.regMr(memory, access));
    assertEquals(first >>> 8, key(domain, memory) >>> 8, "the place of the key is free");
    domain.close();
    context.close();
    assertTrue(context.isClosed());
  }

  /** The key of a region for this process only. */
  private static int key(ProtectionDomain domain, MemorySegment memory) {
    try (MemoryRegion region = domain.regMr(memory, 0)) {
      return region.lkey();
    }
  }

  @Test
  void shouldGiveBackAllThatAnObjectTookWhoseConstructorThrows() {
    Quota quota = new Quota("max", 1);
    SoftwareProtectionDomain domain = (SoftwareProtectionDomain) context.allocPd();
    assertThrows(OutOfMemoryError.class, () -> create(quota, domain));
    quota.take("create");
    domain.close();
    context.close();
  }

  @Test
  void shouldGiveBackAllIfAUsedObjectIsClosed() {
    Quota quota = new Quota("max", 1);
    SoftwareProtectionDomain open = (SoftwareProtectionDomain) context.allocPd();
    SoftwareProtectionDomain closed = (SoftwareProtectionDomain) context.allocPd();
    closed.close();
    assertThrows(IllegalStateException.class, () -> create(quota, open, closed));
    quota.take("create");
    open.close();
    context.close();
  }

  private void create(Quota quota, SoftwareObject... used) {
    ObjectUses.create(
        (SoftwareContext) context,
        quota,
        "create",
        _ -> {
          throw new OutOfMemoryError("on purpose");
        },
        used);
  }
}

package dev.weft.provider.fabric;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.memory.RegisteredMemory;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.queue.SoftwareCounter;
import dev.weft.wire.SharedMemory;
import java.lang.foreign.MemorySegment;

/** {@code struct fid_mr}: an entry of the domain's memory table. */
public final class SoftwareMemoryRegion extends SoftwareObject implements MemoryRegion {
  private static final long ALLOWED_ACCESS =
      AccessFlags.SEND
          | AccessFlags.RECV
          | AccessFlags.READ
          | AccessFlags.WRITE
          | AccessFlags.REMOTE_READ
          | AccessFlags.REMOTE_WRITE;

  private final SoftwareDomain domain;
  private final RegisteredMemory memory;
  private final SharedMemory.Grant grant;
  private SoftwareCounter writes;

  SoftwareMemoryRegion(
      SoftwareDomain domain, MemorySegment buffer, long access, long key, Object context) {
    super(ObjectClass.MR, context);
    Arguments.flags(
        Errno.EBADFLAGS, "fi_mr_reg", "access", access, ALLOWED_ACCESS, AccessFlags::describe);
    this.domain = domain;
    this.memory = new RegisteredMemory(key, buffer, access);
    if (!domain.memory().add(memory)) {
      throw new FabricException(
          Errno.ENOKEY, "fi_mr_reg", "requestedKey=" + key + " is in use", "Choose another key");
    }
    dependOn(domain);
    SharedMemory shared = domain.shared();
    this.grant = shared == null ? null : shared.grant(key, buffer, 0, access);
  }

  @Override
  public long key() {
    return memory.key();
  }

  @Override
  public MemorySegment segment() {
    return memory.segment();
  }

  @Override
  public long access() {
    return memory.access();
  }

  @Override
  public synchronized void bind(Counter counter, long flags) {
    requireOpen();
    Arguments.bindFlags("fi_mr_bind", flags, BindFlags.REMOTE_WRITE);
    SoftwareCounter own = SoftwareCounter.of(domain, counter);
    if (own == null || writes != null || flags == 0) {
      throw AttributeChecks.invalid(
          "fi_mr_bind",
          "counter=" + counter + ", flags=" + BindFlags.describe(flags),
          "Bind one open counter of the region's domain, with REMOTE_WRITE");
    }
    dependOn(own);
    writes = own;
    memory.whenWritten(own.core()::succeeded);
    revokeGrant(); // counted writes must pass through this process
  }

  private void revokeGrant() {
    if (grant != null) {
      grant.revoke();
    }
  }

  @Override
  public String details() {
    return "key=0x%x, length=%d".formatted(key(), segment().byteSize());
  }

  @Override
  public void release() {
    revokeGrant();
    memory.close();
    domain.memory().remove(memory);
  }
}

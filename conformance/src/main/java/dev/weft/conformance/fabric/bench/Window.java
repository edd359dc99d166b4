package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.info.MemoryRegistrationMode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntSupplier;

/**
 * Registered memory of the receiver that the sender reads and writes, with a guard area at its end.
 */
public final class Window {

  private static final long GUARD = 64;
  private static final long ALL = AccessFlags.REMOTE | AccessFlags.LOCAL;

  private final Talk talk;
  private final MemorySegment guarded;
  private final MemorySegment memory;
  private final MemoryRegion region;

  public Window(Talk talk, long bytes, long access, long requestedKey) {
    this(talk, talk.bench().domain().allocate(bytes + GUARD), access, requestedKey);
  }

  private Window(Talk talk, MemorySegment guarded, long access, long requestedKey) {
    this.talk = talk;
    this.guarded = guarded;
    this.memory = guarded.asSlice(0, guarded.byteSize() - GUARD);
    Sentinel.fill(guarded);
    this.region =
        talk.bench().keep(talk.bench().domain().register(memory, access, requestedKey, null));
  }

  /** A window that peers may read and write. */
  public static Window open(Talk talk, long bytes) {
    return new Window(talk, bytes, ALL, 0x77);
  }

  /** {@link #open} of memory that the provider did not allocate. */
  public static Window ordinary(Talk talk, long bytes) {
    return new Window(talk, Arena.ofAuto().allocate(bytes + GUARD, Long.BYTES), ALL, 0x76);
  }

  public Talk talk() {
    return talk;
  }

  public MemorySegment memory() {
    return memory;
  }

  public MemoryRegion region() {
    return region;
  }

  public long key() {
    return region.key();
  }

  /** The sender's address of this offset. */
  public long address(long offset) {
    return address(talk.bench(), memory, offset);
  }

  /** The peers' address of this offset of registered memory. */
  public static long address(Bench bench, MemorySegment memory, long offset) {
    long mode = bench.info().domain().memoryRegistrationMode();
    return (mode & MemoryRegistrationMode.VIRT_ADDR) == 0 ? offset : memory.address() + offset;
  }

  public void write(MemorySegment source, long offset, long context) {
    long to = talk.toReceiver();
    talk.post(
        "write",
        () -> talk.near().write(source, source.byteSize(), to, address(offset), key(), context));
  }

  public void read(MemorySegment destination, long offset, long context) {
    long to = talk.toReceiver();
    talk.post(
        "read",
        () ->
            talk.near()
                .read(destination, destination.byteSize(), to, address(offset), key(), context));
  }

  public void writeData(MemorySegment source, long data, long context) {
    long to = talk.toReceiver();
    talk.post(
        "writedata",
        () ->
            talk.near().writeData(source, source.byteSize(), data, to, address(0), key(), context));
  }

  /** Fails unless the access fails and leaves the memory unchanged. */
  public int refused(String what, IntSupplier access) {
    Sentinel.fill(guarded);
    int returned = access.getAsInt();
    int error = -returned;
    if (returned == 0) {
      Failure failure = talk.arrivals().failure(talk.sender().transmit());
      error = failure.error();
    }
    Check.that(error > 0, "%s: err is %d", what, error);
    talk.bench().settle();
    Sentinel.untouched(guarded, 0, "the target's memory after " + what);
    return error;
  }
}

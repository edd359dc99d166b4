package dev.weft.ffm.connection;

import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.event.RetiredSubject;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.info.InfoWriter;
import dev.weft.ffm.layout.InfoLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A passive endpoint that the program has closed and that is still open in C. It does not listen
 * any more; requests of peers that had connected before are rejected.
 */
final class RetiredEndpoint implements RetiredSubject {
  private static final long CONNECTION = ObjectLayouts.PASSIVE_ENDPOINT.offset("cm");
  private static final long GET_NAME = OpsLayouts.CONNECTION.offset("getname");
  private static final long SET_NAME = OpsLayouts.CONNECTION.offset("setname");
  private static final long REJECT = OpsLayouts.CONNECTION.offset("reject");
  private static final long HANDLE = InfoLayouts.INFO.offset("handle");
  private static final long NAME_BYTES = 512;
  private static final int PORT = 2;

  private final long fid;
  private final InfoWriter struct;

  RetiredEndpoint(long fid, InfoWriter struct) {
    this.fid = fid;
    this.struct = struct;
  }

  /** Moves to another port, which nothing connects to. */
  @Override
  public boolean stop() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES, Long.BYTES);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, NAME_BYTES);
      long getName = NativeObject.functionOf(fid, CONNECTION, GET_NAME);
      if ((int) Downcalls.call(getName, fid, name.address(), length.address()) != 0) {
        return false;
      }
      name.set(ValueLayout.JAVA_SHORT, PORT, (short) 0);
      long setName = NativeObject.functionOf(fid, CONNECTION, SET_NAME);
      long size = length.get(ValueLayout.JAVA_LONG, 0);
      return (int) Downcalls.call(setName, fid, name.address(), size) == 0;
    }
  }

  @Override
  public FabricInfo requested(long info) {
    reject(fid, CMemory.word(info + HANDLE));
    return null;
  }

  /** {@code fi_reject(3)} of a passive endpoint that is open in C. */
  static void reject(long fid, long handle) {
    Downcalls.call(NativeObject.functionOf(fid, CONNECTION, REJECT), fid, handle, 0, 0);
  }

  @Override
  public void close() {
    NativeObject.closeInC(fid);
    struct.close();
  }
}

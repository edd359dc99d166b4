package dev.weft.ffm.connection;

import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongUnaryOperator;

/**
 * {@code fi_cm(3)} of one object.
 *
 * @param object an endpoint, or a passive one
 * @param info of the object
 * @param connection where its table {@code fi_ops_cm} is
 * @param options where its table {@code fi_ops_ep} is
 */
record ConnectionFunctions(NativeObject object, FabricInfo info, long connection, long options) {
  private static final long GET_OPTION = OpsLayouts.ENDPOINT.offset("getopt");
  private static final long NAME_BYTES = 512;

  /**
   * Calls a function of C while the object is open.
   *
   * @param call the name of the function in C
   * @param member its name in {@code fi_ops_cm}
   * @throws FabricException if its result is not 0
   */
  void run(String call, String member, LongUnaryOperator function) {
    run(call, "", connection, OpsLayouts.CONNECTION.offset(member), function);
  }

  private void run(
      String call, String detail, long table, long offset, LongUnaryOperator function) {
    object.enter();
    try {
      int result = (int) function.applyAsLong(object.function(table, offset));
      if (result != 0) {
        throw new FabricException(result, call, detail, "");
      }
    } finally {
      object.leave();
    }
  }

  /** {@code fi_getname(3)} or {@code fi_getpeer(3)}. */
  byte[] address(String call, String member) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocate(NAME_BYTES, Long.BYTES);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, NAME_BYTES);
      run(
          call,
          member,
          function -> Downcalls.call(function, object.fid(), name.address(), length.address()));
      long size = Math.min(NAME_BYTES, length.get(ValueLayout.JAVA_LONG, 0));
      return name.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  /** {@code fi_setname(3)}. */
  void name(byte[] address) {
    SocketAddresses.require("fi_setname", "address", info, address);
    try (Arena arena = Arena.ofConfined()) {
      long copy = copy(arena, address);
      run(
          "fi_setname",
          "setname",
          function -> Downcalls.call(function, object.fid(), copy, address.length));
    }
  }

  /** An address in native memory, with room behind it for longer families. */
  static long copy(Arena arena, byte[] address) {
    MemorySegment copy = arena.allocate(Math.max(NAME_BYTES, address.length), Long.BYTES);
    MemorySegment.copy(address, 0, copy, ValueLayout.JAVA_BYTE, 0, address.length);
    return copy.address();
  }

  /** The bytes of connection data that C takes, in native memory; NULL and empty for none. */
  MemorySegment data(Arena arena, MemorySegment data) {
    if (data == null || data.byteSize() == 0) {
      return MemorySegment.NULL;
    }
    long size = Math.min(data.byteSize(), option(EndpointOption.CM_DATA_SIZE));
    return arena.allocate(size, Long.BYTES).copyFrom(data.asSlice(0, size));
  }

  /** {@code fi_getopt(3)}. */
  long option(EndpointOption option) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
      MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_LONG, Long.BYTES);
      long number = option.value();
      run(
          "fi_getopt",
          "option=" + option,
          options,
          GET_OPTION,
          function ->
              Downcalls.call(function, object.fid(), 0, number, value.address(), length.address()));
      return value.get(ValueLayout.JAVA_LONG, 0);
    }
  }
}

package dev.weft.ffm.post;

import dev.weft.fabric.Errno;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.ffm.linker.Downcalls;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * How many elements each atomic operation of one endpoint takes. C is asked once for each
 * operation; a post looks here first, as C indexes tables by these numbers.
 */
public final class AtomicLimits {
  /** Datatypes and operations of the API of 1.17, which is the API that this module asks for. */
  private static final int TYPES = DataType.UINT128.value() + 1;

  private static final int OPERATIONS = AtomicOperation.MSWAP.value() + 1;

  private final AtomicChecks endpoint;

  /** 0 where C has not been asked. Threads that ask at the same time store the same. */
  private final long[] known = new long[AtomicFunctions.values().length * TYPES * OPERATIONS];

  AtomicLimits(AtomicChecks endpoint) {
    this.endpoint = endpoint;
  }

  /** Whether 1.17 knows the datatype and the operation. */
  public static boolean exist(DataType type, AtomicOperation operation) {
    return type.value() < TYPES && operation.value() < OPERATIONS;
  }

  /** The maximum number of elements, or a negative error number; the caller has entered. */
  long most(AtomicFunctions functions, DataType type, AtomicOperation operation) {
    if (!exist(type, operation)) {
      return -Errno.EOPNOTSUPP;
    }
    int index = (functions.index * TYPES + type.value()) * OPERATIONS + operation.value();
    if (known[index] == 0) {
      known[index] = ask(functions, type, operation);
    }
    return known[index];
  }

  private long ask(AtomicFunctions functions, DataType type, AtomicOperation operation) {
    long function = endpoint.function(AtomicChecks.ATOMIC, functions.valid);
    if (function == 0) {
      return -Errno.EOPNOTSUPP;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocateFrom(ValueLayout.JAVA_LONG, 0);
      int error =
          (int)
              Downcalls.call(
                  function, endpoint.fid(), type.value(), operation.value(), count.address());
      long most = count.get(ValueLayout.JAVA_LONG, 0);
      return error == 0 && most > 0 ? most : Math.min(error, -1);
    }
  }
}

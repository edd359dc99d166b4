package dev.weft.provider.fabric.check;

import dev.weft.argument.Require;
import dev.weft.atomic.AtomicUnit;
import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.AtomicAttributes;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.DataType;
import dev.weft.nic.message.AtomicWork;

/** The supported atomic operations: all that are defined for their datatype. */
public final class AtomicLimits {
  private AtomicLimits() {}

  /**
   * The maximum number of elements of one call, or -EOPNOTSUPP.
   *
   * @param functions 0, FETCH_ATOMIC or COMPARE_ATOMIC
   */
  public static long most(long functions, DataType type, AtomicOperation operation) {
    Require.notNull("type", type);
    Require.notNull("operation", operation);
    boolean has = AtomicUnit.supports(type.value(), operation.value());
    return has && belongs(functions, operation.value())
        ? AtomicWork.MAX_BYTES / type.size()
        : -Errno.EOPNOTSUPP;
  }

  private static boolean belongs(long functions, int operation) {
    boolean comparing = functions == AtomicAttributes.COMPARE_ATOMIC;
    boolean returning = functions != 0;
    return comparing == AtomicUnit.compares(operation)
        && (returning || !AtomicUnit.onlyReads(operation));
  }
}

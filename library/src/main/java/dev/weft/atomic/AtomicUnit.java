package dev.weft.atomic;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Executes atomic operations on memory that this process can access, one element at a time.
 *
 * <p>An aligned element of 4 or 8 bytes is changed by compare-and-set or by the add instruction,
 * and is therefore atomic towards every other {@link VarHandle} or instruction on it. Any other
 * element is changed under a lock selected by its address, and is atomic only towards other atomic
 * operations of this process. The choice depends on address and datatype only, so all operations on
 * an element use the same mechanism.
 *
 * <p>Used by one thread at a time; any number of units may work on the same memory.
 */
public final class AtomicUnit {
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long INT_BITS = 0xFFFFFFFFL;
  private static final Stripes STRIPES = new Stripes();

  /** Indexed by {@code fi_datatype}. */
  private static final Elements[] DATATYPES = {
    new IntegerElements(1, true),
    new IntegerElements(1, false),
    new IntegerElements(2, true),
    new IntegerElements(2, false),
    new IntegerElements(4, true),
    new IntegerElements(4, false),
    new IntegerElements(8, true),
    new IntegerElements(8, false),
    new FloatElements.Binary32(),
    new FloatElements.Binary64(),
    new ComplexElements(new FloatElements.Binary32()),
    new ComplexElements(new FloatElements.Binary64()),
    new ExtendedElements(),
    new ExtendedComplexElements(),
    new WideIntegerElements(true),
    new WideIntegerElements(false),
    new ShortFloatElements(2, 10, true),
    new ShortFloatElements(2, 7, true),
    new ShortFloatElements(1, 3, false),
    new ShortFloatElements(1, 2, true)
  };

  private final long[] memory = new long[Elements.VALUE_WORDS];
  private final long[] operand = new long[Elements.VALUE_WORDS];
  private final long[] compare = new long[Elements.VALUE_WORDS];
  private final long[] result = new long[Elements.VALUE_WORDS];

  /** Makes a unit, for one thread at a time. */
  public AtomicUnit() {}

  /** Whether the operation is defined for the datatype; both are C numbers. */
  public static boolean supports(int datatype, int operation) {
    boolean known = datatype >= 0 && datatype < DATATYPES.length;
    return known && DATATYPES[datatype].supports(operation);
  }

  /** Whether the operation belongs to the compare functions, which take a compare argument. */
  public static boolean compares(int operation) {
    return operation >= Operations.CSWAP && operation <= Operations.MSWAP;
  }

  /** Whether the operation only reads, so that it has no operands. */
  public static boolean onlyReads(int operation) {
    return operation == Operations.ATOMIC_READ;
  }

  /** Bytes per element of a datatype that some operation supports. */
  public static int size(int datatype) {
    return DATATYPES[datatype].size;
  }

  /** Required alignment of an element's address, bytes. */
  public static int alignment(int datatype) {
    return DATATYPES[datatype].alignment;
  }

  /**
   * Whether an element at this address is changed under a lock of this process, so that it is
   * atomic within this process only.
   */
  public static boolean needsLock(int datatype, long address) {
    int size = size(datatype);
    return (size != Long.BYTES && size != Integer.BYTES) || address % size != 0;
  }

  /** Executes a run whose memory is valid and whose datatype and operation are supported. */
  public void execute(AtomicRun run) {
    Elements elements = DATATYPES[run.datatype];
    for (long i = 0; i < run.count; i++) {
      long offset = i * elements.size;
      if (run.operands() != null) {
        elements.load(run.operands(), run.operandsAt + offset, operand);
      }
      if (run.compares() != null) {
        elements.load(run.compares(), run.comparesAt + offset, compare);
      }
      change(elements, run.operation, run.target(), run.targetAt + offset);
      if (run.results() != null) {
        elements.store(memory, run.results(), run.resultsAt + offset);
      }
    }
  }

  /** Stores the previous value in {@link #memory}. */
  private void change(Elements elements, int operation, MemorySegment target, long at) {
    long address = target.address() + at;
    if (elements.size == Long.BYTES && address % Long.BYTES == 0) {
      changeLong(elements, operation, target, at);
    } else if (elements.size == Integer.BYTES && address % Integer.BYTES == 0) {
      changeInt(elements, operation, target, at);
    } else {
      changeLocked(elements, operation, target, at, address);
    }
  }

  private void changeLong(Elements elements, int operation, MemorySegment target, long at) {
    if (operation == Operations.SUM && elements instanceof IntegerElements) {
      memory[0] = (long) LONG.getAndAdd(target, at, operand[0]);
      return;
    }
    long seen = (long) LONG.getVolatile(target, at);
    memory[0] = seen;
    while (operation != Operations.ATOMIC_READ) {
      elements.apply(operation, memory, operand, compare, result);
      long witness = (long) LONG.compareAndExchange(target, at, seen, result[0]);
      if (witness == seen) {
        return;
      }
      seen = witness;
      memory[0] = seen;
    }
  }

  private void changeInt(Elements elements, int operation, MemorySegment target, long at) {
    if (operation == Operations.SUM && elements instanceof IntegerElements) {
      memory[0] = (int) INT.getAndAdd(target, at, (int) operand[0]) & INT_BITS;
      return;
    }
    int seen = (int) INT.getVolatile(target, at);
    memory[0] = seen & INT_BITS;
    while (operation != Operations.ATOMIC_READ) {
      elements.apply(operation, memory, operand, compare, result);
      int witness = (int) INT.compareAndExchange(target, at, seen, (int) result[0]);
      if (witness == seen) {
        return;
      }
      seen = witness;
      memory[0] = seen & INT_BITS;
    }
  }

  private void changeLocked(
      Elements elements, int operation, MemorySegment target, long at, long address) {
    int stripe = STRIPES.lock(address);
    try {
      elements.load(target, at, memory);
      if (operation != Operations.ATOMIC_READ) {
        elements.apply(operation, memory, operand, compare, result);
        elements.store(result, target, at);
      }
    } finally {
      STRIPES.unlock(stripe);
    }
  }
}

package dev.weft.ffm.counter;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.CounterEvents;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.fid.NativeWaitable;
import dev.weft.ffm.fid.SetMember;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.ToLongFunction;

/**
 * {@code struct fid_cntr} of libfabric. {@code fi_cntr_wait} of C is not called: it holds a carrier
 * thread. A thread that waits reads the counter after naps, unless it was opened with {@code
 * FI_WAIT_FD}, which few providers have for counters.
 */
public final class NativeCounter extends NativeWaitable implements Counter {
  private static final long OPS = ObjectLayouts.COUNTER.offset("ops");
  private static final Kind KIND = new Kind(ObjectClass.CNTR, OPS, OpsLayouts.COUNTER);
  private static final long READ = OpsLayouts.COUNTER.offset("read");
  private static final long READ_ERRORS = OpsLayouts.COUNTER.offset("readerr");
  private static final long ADD = OpsLayouts.COUNTER.offset("add");
  private static final long ADD_ERRORS = OpsLayouts.COUNTER.offset("adderr");
  private static final long SET = OpsLayouts.COUNTER.offset("set");
  private static final long SET_ERRORS = OpsLayouts.COUNTER.offset("seterr");

  private volatile long seenValue;
  private volatile long seenErrors;

  private NativeCounter(
      NativeObject domain,
      NativeObject fabric,
      CounterAttributes wanted,
      SetMember setMember,
      long fid,
      Object context) {
    super(KIND, domain, fabric, fid, wanted.waitObject(), setMember, context);
    joinSet();
  }

  /**
   * {@code fi_cntr_open(3)}.
   *
   * @param opener opens a counter of {@code domain} with the attributes at an address
   */
  public static NativeCounter open(
      NativeObject domain,
      NativeObject fabric,
      CounterAttributes wanted,
      ToLongFunction<StructView> opener,
      Object context) {
    refuse(wanted);
    SetMember member = SetMember.of("fi_cntr_open", wanted.waitObject(), wanted.waitSet());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(CallLayouts.COUNTER.size(), Long.BYTES);
      StructView struct =
          new StructView(CallLayouts.COUNTER, memory.address())
              .integer("events", wanted.events().value())
              .integer("wait_obj", waitObject(wanted).value())
              .word("flags", wanted.flags());
      long fid = opener.applyAsLong(struct);
      return new NativeCounter(domain, fabric, wanted, member, fid, context);
    }
  }

  /** C of 1.17 has no counters of bytes, and counts completions instead without an error. */
  private static void refuse(CounterAttributes wanted) {
    if (wanted.events() != CounterEvents.COMP) {
      throw new FabricException(
          Errno.ENOSYS, "fi_cntr_open", "events=" + wanted.events(), "Allowed: COMP");
    }
  }

  /** The wait is done here: C needs no wait object, which not every provider has for counters. */
  private static WaitObject waitObject(CounterAttributes wanted) {
    return switch (wanted.waitObject()) {
      case UNSPEC, SET -> WaitObject.NONE;
      default -> wanted.waitObject();
    };
  }

  /** Whether a domain has opened this counter. */
  public boolean isOf(NativeObject other) {
    return parent().equals(other);
  }

  @Override
  public long read() {
    seenValue = call(READ);
    return seenValue;
  }

  @Override
  public long readErr() {
    seenErrors = call(READ_ERRORS);
    return seenErrors;
  }

  private long call(long function) {
    enter();
    try {
      return Downcalls.call(function(OPS, function), fid());
    } finally {
      leave();
    }
  }

  @Override
  public int add(long value) {
    return change(ADD, value);
  }

  @Override
  public int set(long value) {
    return change(SET, value);
  }

  @Override
  public int addErr(long value) {
    return change(ADD_ERRORS, value);
  }

  @Override
  public int setErr(long value) {
    return change(SET_ERRORS, value);
  }

  private int change(long function, long value) {
    enter();
    try {
      return (int) Downcalls.call(function(OPS, function), fid(), value);
    } finally {
      leave();
      wait.wakeAll();
    }
  }

  /** Also {@code -FI_EBADF}, if the counter is closed meanwhile. */
  @Override
  public int await(long threshold, int timeoutMillis) {
    requireOpen();
    if (waitObject() == WaitObject.NONE || isInSet()) {
      return -Errno.ENOSYS;
    }
    long errors = readErr();
    int result = compare(threshold, errors);
    if (result == -Errno.EAGAIN && timeoutMillis != 0) {
      result = await(threshold, errors, timeoutMillis);
      if (result == -Errno.EAGAIN && Thread.currentThread().isInterrupted()) {
        return -Errno.EINTR;
      }
    }
    return result == -Errno.EAGAIN ? -Errno.ETIMEDOUT : result;
  }

  private int await(long threshold, long errors, int timeoutMillis) {
    long start = wait.begin();
    try {
      int result;
      do {
        result = compare(threshold, errors);
      } while (result == -Errno.EAGAIN && wait.goOn(start, timeoutMillis));
      return result;
    } finally {
      wait.end();
    }
  }

  /** 0 if the value has reached the threshold; {@code -FI_EAGAIN} if the wait goes on. */
  private int compare(long threshold, long errors) {
    if (!tryEnter()) {
      return -Errno.EBADF;
    }
    try {
      long value = Downcalls.call(function(OPS, READ), fid());
      if (Long.compareUnsigned(value, threshold) >= 0) {
        return 0;
      }
      boolean failed = Downcalls.call(function(OPS, READ_ERRORS), fid()) != errors;
      return failed ? -Errno.EAVAIL : -Errno.EAGAIN;
    } finally {
      leave();
    }
  }

  @Override
  public EventWatch watch(EventListener listener) {
    Change change = new Change();
    return wait.watch(waitObject(), this::isReady, change::take, listener);
  }

  /**
   * Compares after C has answered: {@code fi_trywait} of tcp from 1.18 on leaves it to the program
   * whether the counter has changed.
   */
  @Override
  protected int tryWaitInside() {
    int result = super.tryWaitInside();
    return result == 0 && hasChanged() ? -Errno.EAGAIN : result;
  }

  private boolean isReady() {
    if (!tryEnter()) {
      return false;
    }
    try {
      return hasChanged();
    } finally {
      leave();
    }
  }

  /** Whether a value differs from its last read; the caller has entered the counter. */
  private boolean hasChanged() {
    return value(READ) != seenValue || value(READ_ERRORS) != seenErrors;
  }

  /** The caller has entered the counter. */
  private long value(long function) {
    return Downcalls.call(function(OPS, function), fid());
  }

  /** The values that a watch has reported. */
  private final class Change {
    private long value = call(READ);
    private long errors = call(READ_ERRORS);

    synchronized boolean take() {
      if (!tryEnter()) {
        return false;
      }
      try {
        long before = value;
        long errorsBefore = errors;
        value = value(READ);
        errors = value(READ_ERRORS);
        return value != before || errors != errorsBefore;
      } finally {
        leave();
      }
    }
  }

  @Override
  public String toString() {
    return "NativeCounter[of " + parent() + "]";
  }
}

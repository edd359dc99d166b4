package dev.weft.ffm.fid;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.provider.fabric.object.Dependents;
import dev.weft.provider.fabric.object.Parent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The base class of libfabric's objects: the {@code struct fid}, its tables of functions, and
 * closing. An object closes when no other one depends on it; they are counted here, because not
 * every provider does. An open object stays reachable, as its memory in C may be in use.
 */
public abstract class NativeObject implements FabricObject, Parent {
  private static final long OPS = ObjectLayouts.FID.offset("ops");
  private static final long CLOSE = OpsLayouts.OBJECT.offset("close");
  private static final long BIND = OpsLayouts.OBJECT.offset("bind");
  private static final long CONTROL = OpsLayouts.OBJECT.offset("control");
  private static final Map<Long, NativeObject> OPEN = new ConcurrentHashMap<>();

  private final UseCount uses = new UseCount();

  private final ObjectClass objectClass;
  private final Object context;
  private final long fid;
  private final Dependents dependents = new Dependents();
  private volatile boolean closed;

  /**
   * An object that C has opened.
   *
   * @param fid address of its {@code struct fid}
   */
  @SuppressWarnings("this-escape")
  protected NativeObject(ObjectClass objectClass, long fid, Object context) {
    this.objectClass = objectClass;
    this.fid = fid;
    this.context = context;
    requireTable(OPS, OpsLayouts.OBJECT);
    OPEN.put(fid, this);
  }

  /** The open object whose {@code struct fid} has this address, or null. */
  public static NativeObject at(long fid) {
    return OPEN.get(fid);
  }

  /** Requires a table of functions to have all those that this module calls. */
  protected final void requireTable(long tableOffset, Struct layout) {
    long table = CMemory.word(fid + tableOffset);
    long size = table == 0 ? layout.size() : CMemory.word(table);
    if (size < layout.size()) {
      throw new FabricException(
          Errno.EPROTO,
          "fi_open",
          "%s.size=%d, required %d".formatted(layout.name(), size, layout.size()));
    }
  }

  /** The address of the {@code struct fid}. */
  public final long fid() {
    return fid;
  }

  /** The address of a function of a table of this object; NULL if the object has no such table. */
  public final long function(long tableOffset, long functionOffset) {
    return functionOf(fid, tableOffset, functionOffset);
  }

  /** {@link #function} of the object whose {@code struct fid} has this address. */
  public static long functionOf(long fid, long tableOffset, long functionOffset) {
    long table = CMemory.word(fid + tableOffset);
    return table == 0 ? 0 : CMemory.word(table + functionOffset);
  }

  @Override
  public final ObjectClass objectClass() {
    return objectClass;
  }

  @Override
  public final Object context() {
    return context;
  }

  @Override
  public final boolean isClosed() {
    return closed;
  }

  /** Whether {@link #close} has begun, and has not been refused: calls are refused. */
  public final boolean isClosing() {
    return uses.isClosed();
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    Require.notNull("command", command);
    requireOpen();
    return FabricObject.super.control(command);
  }

  /**
   * Opens an object that depends on this one.
   *
   * @param kind the class of that object
   * @param call the name of the function in C, whose place the two offsets tell
   * @param attributes address of its attributes
   * @return the address of its {@code struct fid}
   */
  public final long open(
      ObjectClass kind, String call, long tableOffset, long functionOffset, long attributes) {
    return openDependent(
        kind, () -> openInC(call, function(tableOffset, functionOffset), attributes));
  }

  private long openInC(String call, long function, long attributes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      int error =
          SignalActions.keep(
              () -> (int) Downcalls.call(function, fid, attributes, result.address(), 0));
      if (error != 0) {
        throw new FabricException(error, call, "", "");
      }
      return result.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /**
   * Counts an object that depends on this one, and opens it inside a call. It is counted first:
   * {@link #close} holds the monitor while it waits for the end of calls.
   */
  protected final long openDependent(ObjectClass kind, LongSupplier opener) {
    addDependent(kind);
    try {
      return inside(opener);
    } catch (RuntimeException | Error failed) {
      removeDependent(kind);
      throw failed;
    }
  }

  private long inside(LongSupplier call) {
    enter();
    try {
      return call.getAsLong();
    } finally {
      leave();
    }
  }

  /** {@code fi_control(3)}; the argument is an address or a number. */
  public final int control(int command, long argument) {
    enter();
    try {
      long function = function(OPS, CONTROL);
      return SignalActions.keep(() -> (int) Downcalls.call(function, fid, command, argument));
    } finally {
      leave();
    }
  }

  /** {@code fi_ep_bind(3)} and others; {@code other} then has one dependent more. */
  public final void bindNative(String call, NativeObject other, long flags) {
    other.addDependent(objectClass);
    try {
      bindInC(call, other, flags);
    } catch (FabricException | IllegalStateException refused) {
      other.removeDependent(objectClass);
      throw refused;
    }
  }

  /** {@link #bindNative} to an object that knows its dependent already. */
  public final void bindInC(String call, NativeObject other, long flags) {
    enter();
    try {
      bindClosing(call, other, flags);
    } finally {
      leave();
    }
  }

  /** {@link #bindInC} in {@link #closeInC}. */
  public final void bindClosing(String call, NativeObject other, long flags) {
    long function = function(OPS, BIND);
    int result = SignalActions.keep(() -> (int) Downcalls.call(function, fid, other.fid, flags));
    if (result != 0) {
      throw new FabricException(result, call, "flags=0x" + Long.toHexString(flags), "");
    }
  }

  @Override
  public final synchronized void close() {
    if (closed) {
      return;
    }
    dependents.requireNone(objectClass);
    beforeClose();
    uses.close();
    int result = closeWithoutCalls();
    if (result != 0 && !isLostIfRefused()) {
      stayOpen();
      throw refused(result, "");
    }
    OPEN.remove(fid, this);
    try {
      released();
    } finally {
      closed = true;
    }
    if (result != 0) {
      throw refused(result, "It cannot be closed again, and stays in memory");
    }
  }

  private int closeWithoutCalls() {
    try {
      closing();
      return closeInC();
    } catch (RuntimeException | Error failed) {
      stayOpen();
      throw failed;
    }
  }

  private void stayOpen() {
    try {
      closingFailed();
    } finally {
      uses.reopen();
    }
  }

  private FabricException refused(int result, String advice) {
    return new FabricException(result, "fi_close", "object=" + objectClass, advice);
  }

  /** Whether C may have freed a part of the object although it refuses to close it. */
  protected boolean isLostIfRefused() {
    return false;
  }

  /** {@code fi_close(3)} of C; returns its result. */
  protected int closeInC() {
    return closeInC(fid);
  }

  /** {@code fi_close(3)} of C for the object whose {@code struct fid} has this address. */
  public static int closeInC(long fid) {
    long function = functionOf(fid, OPS, CLOSE);
    return SignalActions.keep(() -> (int) Downcalls.call(function, fid));
  }

  /** The object is about to be closed, and can still be used. */
  protected void beforeClose() {}

  /** C is about to close the object; no thread is inside a call for it. */
  protected void closing() {}

  /** C has refused, or was not asked: the object stays open. */
  protected void closingFailed() {}

  /** Releases what depends on the closed object in Java; called once. */
  protected abstract void released();

  @Override
  public final synchronized void addDependent(Object kind) {
    requireOpen();
    dependents.add(kind);
  }

  @Override
  public final synchronized void removeDependent(Object kind) {
    dependents.remove(kind);
  }

  /** How many open objects depend on this one. */
  public final synchronized int dependents() {
    return dependents.total();
  }

  public final void requireOpen() {
    if (isClosing()) {
      throw closed();
    }
  }

  private IllegalStateException closed() {
    return new IllegalStateException("this " + objectClass + " is closed");
  }

  /** Begins a call that another thread's {@link #close} waits for. */
  public final void enter() {
    if (!uses.enter()) {
      throw closed();
    }
  }

  /** {@link #enter}, or false if the object is closed. */
  public final boolean tryEnter() {
    return uses.enter();
  }

  /** Holds up the calls of all threads for this object until {@link #resumeCalls}. */
  public final void holdUpCalls() {
    uses.holdUp();
  }

  /** Pairs with {@link #holdUpCalls}. */
  public final void resumeCalls() {
    uses.resume();
  }

  /** Whether the caller, who has entered, is the only one inside a call for this object. */
  public final boolean isAlone() {
    return uses.isAlone();
  }

  /** Ends it. */
  public final void leave() {
    uses.leave();
  }
}

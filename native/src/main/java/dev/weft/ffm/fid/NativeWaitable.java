package dev.weft.ffm.fid;

import dev.weft.argument.Require;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.layout.Struct;
import java.lang.foreign.Arena;

/**
 * The base class of queues and counters: what they have in common as objects that threads wait for.
 * The waits are done by a {@link DescriptorWait}, or by the wait set that the object was opened
 * with.
 */
public abstract class NativeWaitable extends NativeObject implements TryWaitable {
  /** Memory of the object, closed after it. */
  protected final Arena arena = Arena.ofShared();

  /** Waits for events of this object. */
  protected final DescriptorWait wait;

  private final NativeObject parent;
  private final WaitObject waitObject;
  private final SetMember setMember;
  private volatile boolean handedOut;

  /**
   * An object that C has opened.
   *
   * @param parent has one dependent less when this is closed
   * @param fid the address of the {@code struct fid}
   * @param waitObject the wait object that the caller may see; FD if C has opened it with {@code
   *     FI_WAIT_FD}
   * @param setMember a membership that has not begun; begins with {@link #joinSet}
   */
  @SuppressWarnings("this-escape")
  protected NativeWaitable(
      Kind kind,
      NativeObject parent,
      NativeObject fabric,
      long fid,
      WaitObject waitObject,
      SetMember setMember,
      Object context) {
    super(kind.objectClass, fid, context);
    requireTable(kind.table, kind.layout);
    this.parent = parent;
    this.waitObject = waitObject;
    this.setMember = setMember;
    this.wait = new DescriptorWait(this, fabric, waitObject == WaitObject.FD, arena);
  }

  /**
   * A class of objects, with the table of its functions.
   *
   * @param table offset of the table's address in the object
   */
  public record Kind(ObjectClass objectClass, long table, Struct layout) {}

  /** Begins the membership in a wait set. The last step of a constructor. */
  protected final void joinSet() {
    setMember.join(this);
  }

  /** How many threads wait for this object now. */
  public final int waitingThreads() {
    return wait.waitingThreads();
  }

  /** Whether it was opened with a wait set, which threads wait for instead. */
  protected final boolean isInSet() {
    return setMember.set() != null;
  }

  /** Ends a wait for the set that it was opened with. */
  protected final void signalSet() {
    setMember.set().signal();
  }

  /** Whether the program may wait for the descriptor by itself. */
  protected final boolean isHandedOut() {
    return handedOut;
  }

  /** The wait object that the caller may see. */
  protected final WaitObject waitObject() {
    return waitObject;
  }

  /** The object that has opened this one. */
  protected final NativeObject parent() {
    return parent;
  }

  @Override
  public final <T> T control(ControlCommand<T> command) {
    Require.notNull("command", command);
    requireOpen();
    if (isInSet()) {
      return setMember.set().control(command);
    }
    if (command.value() == ControlCommand.GETWAIT_VALUE) {
      handedOut = true;
    }
    return WaitControl.has(command)
        ? WaitControl.answer(this, command, waitObject)
        : super.control(command);
  }

  @Override
  public final boolean hasWaitObject() {
    return waitObject == WaitObject.FD || waitObject == WaitObject.POLLFD || isInSet();
  }

  /** An endpoint of type RDM that is bound to this is about to close; calls are held up. */
  public final void endpointCloses() {
    wait.endpointCloses();
  }

  @Override
  public final int tryWait() {
    if (isInSet()) {
      return setMember.set().tryWait();
    }
    enter();
    try {
      return tryWaitInside();
    } finally {
      leave();
      wait.wakeAll();
    }
  }

  /** {@code fi_trywait(3)} by a caller that has entered. */
  protected int tryWaitInside() {
    return wait.tryWait();
  }

  @Override
  protected void closing() {
    wait.close();
  }

  @Override
  protected final void closingFailed() {
    wait.watch();
  }

  @Override
  protected void released() {
    setMember.leave();
    arena.close();
    parent.removeDependent(objectClass());
  }
}

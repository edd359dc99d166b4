package dev.weft.ffm.fid;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.wait.SoftwareWaitSet;

/**
 * The membership of an object in the wait set that it was opened with. Wait sets are those of the
 * software fabrics: few providers have {@code fi_wait_open}, and its wait holds a carrier thread.
 */
public final class SetMember {
  private final SoftwareWaitSet set;
  private Runnable leave = () -> {};

  private SetMember(SoftwareWaitSet set) {
    this.set = set;
  }

  /**
   * A membership that has not begun; none for another kind than SET.
   *
   * @param call the name of the function in C
   */
  public static SetMember of(String call, WaitObject kind, WaitSet waitSet) {
    if (kind != WaitObject.SET) {
      return new SetMember(null);
    }
    if (waitSet instanceof SoftwareWaitSet set) {
      return new SetMember(set);
    }
    throw new FabricException(
        Errno.EINVAL,
        call,
        "waitSet=" + waitSet + " with waitObject=SET",
        "Give a wait set that Fabric.openWaitSet has opened");
  }

  /** The set; null if there is none. */
  public SoftwareWaitSet set() {
    return set;
  }

  /** Begins the membership; closes the object if the set refuses it. */
  public void join(Waitable object) {
    if (set == null) {
      return;
    }
    try {
      leave = set.join(object);
    } catch (RuntimeException failure) {
      object.close();
      throw failure;
    }
  }

  /** Ends it. */
  public void leave() {
    leave.run();
  }
}

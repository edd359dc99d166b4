package dev.weft.software.fabric;

import dev.weft.fabric.ControlCommand;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.ObjectClass;
import dev.weft.fabric.WaitObject;
import dev.weft.fabric.WaitSet;
import dev.weft.fabric.WaitSetAttributes;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.WaitCondition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** {@code struct fid_wait}: a notifier that its members' notifiers forward to. */
final class SoftwareWaitSet extends SoftwareObject
    implements WaitSet, NativelyWaitable, WaitCondition {
  private final SoftwareFabric fabric;
  private final WaitSupport waiting;
  private final List<WaitCondition> members = new CopyOnWriteArrayList<>();

  SoftwareWaitSet(SoftwareFabric fabric, WaitSetAttributes attributes, Object context) {
    super(ObjectClass.WAIT, context);
    check(attributes);
    this.fabric = fabric;
    this.waiting = WaitSupport.open("fi_wait_open", attributes.waitObject(), null);
    fabric.retain();
  }

  private static void check(WaitSetAttributes attributes) {
    OpenChecks.flags("fi_wait_open", attributes.flags(), 0);
    WaitObject kind = attributes.waitObject();
    if (kind == WaitObject.NONE || kind == WaitObject.SET) {
      throw new FabricException(
          Errno.EINVAL,
          "fi_wait_open",
          "waitObject=" + kind,
          "Allowed: UNSPEC, FD, MUTEX_COND, YIELD, POLLFD");
    }
  }

  @Override
  public int await(int timeoutMillis) {
    requireOpen();
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    return switch (waiting.await(this, deadline)) {
      case READY, SIGNALLED -> 0;
      case TIMED_OUT -> -Errno.ETIMEDOUT;
      case INTERRUPTED -> -Errno.EINTR;
      case CLOSED -> -Errno.EBADF;
    };
  }

  @Override
  public boolean holds() {
    return members.stream().anyMatch(WaitCondition::holds);
  }

  @Override
  public boolean advance() {
    boolean ready = false;
    for (WaitCondition member : members) {
      ready |= member.advance();
    }
    return ready;
  }

  @Override
  public int tryWait() {
    requireOpen();
    return waiting.tryWait(this);
  }

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    return waiting.control(command);
  }

  Notifier notifier() {
    return waiting.notifier();
  }

  void add(WaitCondition member) {
    members.add(member);
  }

  void remove(WaitCondition member) {
    members.remove(member);
  }

  @Override
  void release() {
    waiting.close();
    fabric.letGo();
  }
}

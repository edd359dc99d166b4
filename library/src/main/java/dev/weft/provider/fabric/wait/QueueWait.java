package dev.weft.provider.fabric.wait;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.MutexConditionHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.wait.ChannelWait;
import dev.weft.wait.ConditionWait;
import dev.weft.wait.IdleStrategy;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.SelectorParking;
import dev.weft.wait.WaitDescriptors;
import dev.weft.wait.WaitResult;
import dev.weft.wait.WakeChannel;
import java.io.IOException;

/**
 * The wait object of a queue, counter or wait set ({@code enum fi_wait_obj}).
 *
 * <pre>
 *   NONE        no notifier: waiting is an error, and publishing costs nothing
 *   UNSPEC      threads park
 *   FD          threads park, a pipe is readable, and a descriptor if it was asked for
 *   MUTEX_COND  threads park, a condition is signalled
 *   YIELD       threads poll: no wake-up is needed
 *   POLLFD      threads park, several pipes are readable
 *   SET         the set's notifier is woken
 * </pre>
 */
public final class QueueWait {
  private final WaitObject kind;
  private final dev.weft.wait.ExternalWait external;
  private final Notifier notifier;
  private final SoftwareWaitSet set;
  private final SelectorParking bells;

  /** The class of the object that is a member of the set; else null. */
  private final ObjectClass member;

  private final SelectorMemberships selectorMemberships = new SelectorMemberships();

  private QueueWait(WaitObject kind, dev.weft.wait.ExternalWait external, Notifier notifier) {
    this(kind, external, notifier, null, null, null);
  }

  private QueueWait(
      WaitObject kind,
      dev.weft.wait.ExternalWait external,
      Notifier notifier,
      SoftwareWaitSet set,
      ObjectClass member,
      SelectorParking bells) {
    this.member = member;
    this.bells = bells;
    this.kind = kind;
    this.external = external;
    this.notifier = notifier;
    this.set = set;
  }

  /** The waiting of an object of this class, which the call opens. */
  public static QueueWait open(ObjectClass object, String call, WaitObject kind, WaitSet waitSet) {
    return switch (kind) {
      case NONE -> new QueueWait(kind, null, null);
      case UNSPEC -> selecting();
      case FD -> parking(kind, channel(call));
      case MUTEX_COND -> parking(kind, new ConditionWait());
      case POLLFD -> parking(kind, new PollWait(channel(call), () -> channel("fi_ep_bind")));
      case YIELD -> new QueueWait(kind, null, new Notifier(IdleStrategy.YIELD, 0, null));
      case SET -> member(object, call, waitSet);
    };
  }

  /** Wakes what it forwards to; no thread waits here. */
  static QueueWait forwarding() {
    return new QueueWait(WaitObject.UNSPEC, null, new Notifier());
  }

  private static QueueWait parking(WaitObject kind, dev.weft.wait.ExternalWait external) {
    return new QueueWait(kind, external, new Notifier(IdleStrategy.PARK, 0, external));
  }

  /** Sleeping threads select the wake channels of peers themselves. */
  private static QueueWait selecting() {
    SelectorParking bells = new SelectorParking();
    return new QueueWait(WaitObject.UNSPEC, null, new Notifier(bells), null, null, bells);
  }

  private static QueueWait member(ObjectClass object, String call, WaitSet waitSet) {
    if (!(waitSet instanceof SoftwareWaitSet set)) {
      throw new FabricException(
          Errno.EINVAL,
          call,
          "waitSet=" + waitSet + " with waitObject=SET",
          "Give a wait set that Fabric.openWaitSet of this fabric has opened");
    }
    set.addDependent(object);
    return new QueueWait(WaitObject.SET, null, new Notifier(), set, object, null);
  }

  private static ChannelWait channel(String call) {
    try {
      return new ChannelWait();
    } catch (IOException e) {
      throw new FabricException(
          Errno.EMFILE,
          call,
          e.getMessage(),
          "A pipe is needed for this wait object: " + ChannelWait.MORE_FILES);
    }
  }

  /** The notifier of publishers, or null if no thread can sleep. */
  public Notifier publications() {
    return sleeps() ? notifier : null;
  }

  /** Whether a thread may sleep, so that doorbells must be rung. */
  public boolean sleeps() {
    return kind != WaitObject.NONE && kind != WaitObject.YIELD;
  }

  /** Whether the object itself has a blocking call. */
  public boolean isBlocking() {
    return kind != WaitObject.NONE && kind != WaitObject.SET;
  }

  /** Offers a wake channel; true if sleeping threads select it themselves from now on. */
  public boolean adopt(WakeChannel wakeChannel) {
    return !sleeps() || (bells != null && bells.add(wakeChannel));
  }

  /** Wakes a waiter after a doorbell. */
  public void wake() {
    if (sleeps()) {
      notifier.wake();
    }
  }

  public WaitResult await(Readiness condition, long deadline) {
    return notifier.await(condition, deadline);
  }

  public void passOn() {
    notifier.passOn();
  }

  public Notifier notifier() {
    return notifier;
  }

  /** Number of threads that sleep until an entry of this object is published. */
  public int waitingThreads() {
    return notifier == null ? 0 : notifier.waiters();
  }

  /** Ends a wait; one for the set, if threads wait for that instead. */
  public int signal() {
    if (notifier == null) {
      return -Errno.EINVAL;
    }
    if (set == null) {
      notifier.signal();
    } else {
      notifier.wake();
      set.signal();
    }
    return 0;
  }

  public int tryWait(Readiness condition) {
    if (set != null) {
      return set.tryWait();
    }
    if (external == null) {
      return -Errno.EINVAL;
    }
    return notifier.tryArm(condition) ? 0 : -Errno.EAGAIN;
  }

  /** Adds the object to the wait set, if it was opened with one. */
  public void join(Selectable object) {
    if (set != null) {
      set.add(object);
    }
  }

  /** Ends {@link #join}. */
  public void leave(Selectable object) {
    if (set != null) {
      set.remove(object);
    }
  }

  /** Forwards notifications to a selector or a watch until this is closed. */
  void watch(Membership member, Notifier selector) {
    selectorMemberships.add(member);
    notifier.forwardTo(selector);
  }

  /** Ends {@link #watch}. */
  void unwatch(Membership member, Notifier selector) {
    notifier.stopForwardingTo(selector);
    selectorMemberships.remove(member);
  }

  /** An endpoint is to be bound: adds a descriptor to poll, or throws. */
  public void memberAdded() {
    if (external instanceof PollWait poll) {
      poll.add();
    }
  }

  /** A bound endpoint was closed: removes a descriptor. */
  public void memberRemoved() {
    if (external instanceof PollWait poll) {
      poll.remove();
    }
  }

  public <T> T control(ControlCommand<T> command) {
    if (set != null) {
      return set.control(command);
    }
    return switch (Require.notNull("command", command).value()) {
      case ControlCommand.GETWAIT_VALUE -> command.answer(handle(command));
      case ControlCommand.GETWAITOBJ_VALUE -> command.answer(kind);
      default ->
          throw new FabricException(
              Errno.ENOSYS, "fi_control", "command=" + command, "Allowed: GETWAIT, GETWAITOBJ");
    };
  }

  private WaitHandle handle(ControlCommand<?> command) {
    boolean asDescriptor = command.equals(ControlCommand.GETWAIT_DESCRIPTOR);
    return switch (external) {
      case ChannelWait channel ->
          asDescriptor ? descriptor(channel) : new ChannelHandle(channel.channel());
      case ConditionWait pair -> new MutexConditionHandle(pair.lock(), pair.condition());
      case PollWait poll ->
          PollHandle.of(poll.changeIndex(), poll.channels(), (int) command.argument());
      case null, default ->
          throw new FabricException(
              kind == WaitObject.NONE ? Errno.ENODATA : Errno.ENOSYS,
              "fi_control",
              "FI_GETWAIT of an object opened with waitObject=" + kind,
              asDescriptor ? "Open it with FD" : "Open it with FD, POLLFD or MUTEX_COND");
    };
  }

  private static DescriptorHandle descriptor(ChannelWait channel) {
    String obstacle = WaitDescriptors.obstacle();
    if (obstacle != null) {
      throw new FabricException(
          Errno.ENOSYS,
          "fi_control",
          "command=" + ControlCommand.GETWAIT_DESCRIPTOR + ": " + obstacle,
          "GETWAIT gives a channel without native code");
    }
    try {
      return new DescriptorHandle(channel.descriptor());
    } catch (IOException e) {
      throw new FabricException(
          Errno.EMFILE,
          "fi_control",
          e.getMessage(),
          "A descriptor is needed to poll the object: " + ChannelWait.MORE_FILES);
    }
  }

  public void close() {
    selectorMemberships.close();
    if (set != null) {
      set.removeDependent(member);
    }
    if (notifier != null) {
      notifier.close();
    }
  }
}

package dev.weft.fabric.attributes;

import dev.weft.argument.Require;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Numbered;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.PollHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.WaitObject;

/**
 * {@code fi_control(3)}: a command to a fabric object, with the type of its result.
 *
 * <p>An object that does not support a command throws a {@link FabricException} with {@code
 * FI_ENOSYS} (WO-015). Callers must serialise a command with every other use of the object
 * (WO-016).
 *
 * @param <T> the type of the result
 */
public final class ControlCommand<T> implements Numbered {

  /** Number of {@link #getOpsFlag}. */
  public static final int GETOPSFLAG_VALUE = 2;

  /** Number of {@link #setOpsFlag}. */
  public static final int SETOPSFLAG_VALUE = 3;

  /** Number of {@link #GETWAIT}, {@link #getWait} and {@link #GETWAIT_DESCRIPTOR}. */
  public static final int GETWAIT_VALUE = 5;

  /** Number of {@link #ENABLE}. */
  public static final int ENABLE_VALUE = 6;

  /** Number of {@link #backlog}. */
  public static final int BACKLOG_VALUE = 7;

  /** Number of {@link #queueWork}. */
  public static final int QUEUE_WORK_VALUE = 11;

  /** Number of {@link #cancelWork}. */
  public static final int CANCEL_WORK_VALUE = 12;

  /** Number of {@link #flushWork}. */
  public static final int FLUSH_WORK_VALUE = 13;

  /** Number of {@link #GETWAITOBJ}. */
  public static final int GETWAITOBJ_VALUE = 16;

  /** {@code FI_GETWAIT}: the handle that a thread can wait on (WO-012, WO-013). */
  public static final ControlCommand<WaitHandle> GETWAIT = getWait(Integer.MAX_VALUE);

  /**
   * {@code FI_GETWAIT} of an object opened with {@link WaitObject#FD}, as C answers it: an {@code
   * int}, of any provider (WO-012). The software providers open it at the first call, which takes
   * the module {@code dev.weft.ffm} and native access.
   *
   * <p>Errors: {@code FI_ENOSYS} says what is missing, or that the object or the provider has no
   * descriptor; {@code FI_EMFILE}: the process has none left; {@code FI_ENODATA}: the object was
   * opened with {@link WaitObject#NONE} (WO-013).
   */
  public static final ControlCommand<DescriptorHandle> GETWAIT_DESCRIPTOR =
      new ControlCommand<>("FI_GETWAIT(descriptor)", GETWAIT_VALUE, DescriptorHandle.class, 0);

  /** {@code FI_GETWAITOBJ}: the kind of wait object in use (WO-014). */
  public static final ControlCommand<WaitObject> GETWAITOBJ =
      new ControlCommand<>("FI_GETWAITOBJ", GETWAITOBJ_VALUE, WaitObject.class, 0);

  /** {@code FI_ENABLE}: makes an endpoint ready, as {@code fi_enable(3)} does (EP-005). */
  public static final ControlCommand<Void> ENABLE =
      new ControlCommand<>("FI_ENABLE", ENABLE_VALUE, Void.class, 0);

  private final String name;
  private final int value;
  private final Class<T> answerType;
  private final long argument;
  private final Object subject;

  private ControlCommand(String name, int value, Class<T> answerType, long argument) {
    this(name, value, answerType, argument, null);
  }

  private ControlCommand(
      String name, int value, Class<T> answerType, long argument, Object subject) {
    this.name = name;
    this.value = value;
    this.answerType = answerType;
    this.argument = argument;
    this.subject = subject;
  }

  /**
   * {@code FI_GETWAIT} with room for a number of channels; see {@link PollHandle}.
   *
   * @param room {@code nfds}: channels, 0 or more; used for {@link WaitObject#POLLFD} only
   */
  public static ControlCommand<WaitHandle> getWait(int room) {
    Require.notNegative("room", room);
    return new ControlCommand<>("FI_GETWAIT", GETWAIT_VALUE, WaitHandle.class, room);
  }

  /**
   * {@code FI_GETOPSFLAG}: the default operation flags of one direction (EP-015).
   *
   * @param direction {@link BindFlags#TRANSMIT} or {@link BindFlags#RECV}
   */
  public static ControlCommand<Long> getOpsFlag(long direction) {
    return new ControlCommand<>("FI_GETOPSFLAG", GETOPSFLAG_VALUE, Long.class, direction);
  }

  /**
   * {@code FI_SETOPSFLAG}: changes the default operation flags of one direction (EP-015).
   *
   * @param flags {@link OperationFlags} with either {@link BindFlags#TRANSMIT} or {@link
   *     BindFlags#RECV}
   */
  public static ControlCommand<Void> setOpsFlag(long flags) {
    return new ControlCommand<>("FI_SETOPSFLAG", SETOPSFLAG_VALUE, Void.class, flags);
  }

  /**
   * {@code FI_BACKLOG}: how many unanswered requests a passive endpoint holds; it rejects further
   * ones with {@code FI_ECONNREFUSED}. Those of the software providers hold 1,024 by default.
   *
   * @param requests 0 or more
   */
  public static ControlCommand<Void> backlog(int requests) {
    Require.notNegative("requests", requests);
    return new ControlCommand<>("FI_BACKLOG", BACKLOG_VALUE, Void.class, requests);
  }

  /**
   * {@code FI_QUEUE_WORK}, for a domain: starts an operation once a counter has reached its
   * threshold (EP-060). The counter that it waits for, and the one that counts its end, cannot be
   * closed before it has started, or was cancelled or flushed, or its endpoint was closed.
   */
  public static ControlCommand<Void> queueWork(DeferredWork work) {
    Require.notNull("work", work);
    return new ControlCommand<>("FI_QUEUE_WORK", QUEUE_WORK_VALUE, Void.class, 0, work);
  }

  /**
   * {@code FI_CANCEL_WORK}, for a domain: removes work that has not started. {@link Errno#ENOENT}
   * if it has started, or was not queued.
   */
  public static ControlCommand<Void> cancelWork(DeferredWork work) {
    Require.notNull("work", work);
    return new ControlCommand<>("FI_CANCEL_WORK", CANCEL_WORK_VALUE, Void.class, 0, work);
  }

  /**
   * {@code FI_FLUSH_WORK}, for a domain: removes all work that has not started.
   *
   * @param triggeringCounter only the work that waits for this counter; null for all
   */
  public static ControlCommand<Void> flushWork(Counter triggeringCounter) {
    return new ControlCommand<>(
        "FI_FLUSH_WORK", FLUSH_WORK_VALUE, Void.class, 0, triggeringCounter);
  }

  /** The number of the command in C. */
  @Override
  public int value() {
    return value;
  }

  /** The argument: room, direction or flags; 0 for commands without one. */
  public long argument() {
    return argument;
  }

  /** For providers: the work or counter that the command takes; null for other commands. */
  public Object subject() {
    return subject;
  }

  /**
   * For providers: {@code answer} as the type that the caller expects.
   *
   * @throws FabricException with {@code FI_ENOSYS} if that is {@link DescriptorHandle} and the
   *     answer is another handle
   */
  public T answer(Object answer) {
    if (answer instanceof WaitHandle && !answerType.isInstance(answer)) {
      throw new FabricException(
          Errno.ENOSYS,
          "fi_control",
          "command=" + this + " of an object with a " + answer.getClass().getSimpleName(),
          "Open it with waitObject=FD");
    }
    return answerType.cast(answer);
  }

  @Override
  public String toString() {
    return argument == 0 || argument == Integer.MAX_VALUE
        ? name
        : name + "(0x" + Long.toHexString(argument) + ")";
  }
}

package dev.weft.fabric.poll;

import dev.weft.argument.Require;
import dev.weft.fabric.attributes.ControlCommand;

/**
 * {@code int fd}, the handle of {@link WaitObject#FD} that {@link
 * ControlCommand#GETWAIT_DESCRIPTOR} returns: a file descriptor for {@code poll(2)}, {@code
 * select(2)} and {@code epoll(7)} (WO-005, WO-006). Of a provider outside the JVM it is the one of
 * C, and may be an epoll descriptor itself; of the software providers the end of a {@code pipe(2)}.
 *
 * <p>It stays ready until the queue is drained and queried again (WO-017, WO-018), and may be ready
 * before the first {@code fi_trywait(3)}; register it level-triggered. Do not read, write or close
 * it. It is valid until the queue is closed: take it out of an epoll set before, because the
 * process may use the number for another file afterwards.
 *
 * @param descriptor 0 or more
 */
public record DescriptorHandle(int descriptor) implements WaitHandle {

  /** Rejects negative descriptors. */
  public DescriptorHandle {
    Require.notNegative("descriptor", descriptor);
  }
}

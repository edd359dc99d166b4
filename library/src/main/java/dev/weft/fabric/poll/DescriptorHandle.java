package dev.weft.fabric.poll;

import dev.weft.argument.Require;

/**
 * The handle of {@link WaitObject#FD} of a provider outside the JVM: a file descriptor for {@code
 * poll(2)}, {@code select(2)} and {@code epoll(7)} (WO-005, WO-006). It may be an epoll descriptor
 * itself.
 *
 * <p>It stays ready until the queue is drained and queried again (WO-017, WO-018). It is valid
 * until the queue is closed; do not read from it and do not close it.
 *
 * @param descriptor 0 or more
 */
public record DescriptorHandle(int descriptor) implements WaitHandle {

  /** Rejects negative descriptors. */
  public DescriptorHandle {
    Require.notNegative("descriptor", descriptor);
  }
}

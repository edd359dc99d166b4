package dev.weft.fabric.poll;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import java.util.List;

/**
 * {@code struct fi_wait_pollfd} of a provider outside the JVM: as {@link PollHandle}, with file
 * descriptors for {@code poll(2)} in place of channels (WO-020 to WO-022).
 *
 * @param changeIndex {@code change_index}: changes whenever the set of descriptors does (WO-021)
 * @param needed {@code nfds}: how many descriptors there are
 * @param descriptors {@code fd}; none when the room was too small
 */
public record PollDescriptorsHandle(long changeIndex, int needed, List<PollDescriptor> descriptors)
    implements WaitHandle {

  /** Copies the list. */
  public PollDescriptorsHandle {
    descriptors = List.copyOf(Require.notNull("descriptors", descriptors));
  }

  /** 0, or {@code -FI_ETOOSMALL} when the room was too small for all descriptors (WO-020). */
  public int status() {
    return descriptors.size() < needed ? -Errno.ETOOSMALL : Errno.SUCCESS;
  }
}

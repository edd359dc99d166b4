package dev.weft.ffm.object;

import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.linker.StructView;
import dev.weft.provider.fabric.check.Arguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * {@code struct fi_cq_attr} for a queue that waits here and not in C. {@code FI_WAIT_UNSPEC} and
 * {@code FI_WAIT_SET} become a file descriptor where the provider has one.
 */
final class QueueAttributes {
  private QueueAttributes() {}

  /**
   * Opens the queue.
   *
   * @return its fid and what it waits with
   */
  static OpenQueue open(NativeDomain domain, CompletionQueueAttributes wanted) {
    if ((wanted.flags() & CompletionQueueAttributes.PEER) != 0) {
      throw NativeFabric.unsupported("fi_cq_open with FI_PEER");
    }
    Arguments.entries("fi_cq_open", "size", wanted.size()); // C computes with it unchecked
    if (wanted.waitObject() != WaitObject.UNSPEC && wanted.waitObject() != WaitObject.SET) {
      return open(domain, wanted, wanted.waitObject());
    }
    try {
      return open(domain, wanted, WaitObject.FD);
    } catch (FabricException _) {
      return open(domain, wanted, WaitObject.NONE);
    }
  }

  private static OpenQueue open(
      NativeDomain domain, CompletionQueueAttributes wanted, WaitObject waitObject) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(CallLayouts.COMPLETION_QUEUE.size(), Long.BYTES);
      StructView struct =
          new StructView(CallLayouts.COMPLETION_QUEUE, memory.address())
              .word("size", wanted.size())
              .word("flags", wanted.flags())
              .integer("format", WideEntries.formatInC(format(wanted)).value())
              .integer("wait_obj", waitObject.value())
              .integer("signaling_vector", wanted.signalingVector());
      long fid = domain.openMember(ObjectClass.CQ, "fi_cq_open", "cq_open", struct.address());
      long size = Math.max(wanted.size(), struct.word("size"));
      return new OpenQueue(fid, waitObject == WaitObject.FD, size);
    }
  }

  static CompletionFormat format(CompletionQueueAttributes wanted) {
    return wanted.format().effective();
  }

  /**
   * A queue that C has opened.
   *
   * @param fid address of its {@code struct fid}
   * @param hasDescriptor whether it has a file descriptor to wait for
   * @param size entries; 0 if the provider does not say
   */
  record OpenQueue(long fid, boolean hasDescriptor, long size) {}
}

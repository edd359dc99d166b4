package dev.weft.ffm.event;

import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.linker.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Opens event queues in C. {@code FI_WAIT_UNSPEC}, {@code FI_WAIT_SET} and {@code FI_WAIT_NONE}
 * become a file descriptor where the provider has one: it forgets sockets by itself once they are
 * closed, the list of descriptors that tcp of 1.17 uses otherwise does not.
 */
final class EventQueueOpener {
  private static final long OPS = ObjectLayouts.FABRIC.offset("ops");
  private static final long OPEN = OpsLayouts.FABRIC.offset("eq_open");

  private EventQueueOpener() {}

  static Opened open(NativeObject fabric, EventQueueAttributes wanted) {
    WaitObject kind = wanted.waitObject();
    boolean ours = kind == WaitObject.UNSPEC || kind == WaitObject.NONE || kind == WaitObject.SET;
    if (!ours) {
      return open(fabric, wanted, kind);
    }
    try {
      return open(fabric, wanted, WaitObject.FD);
    } catch (FabricException _) {
      return open(fabric, wanted, WaitObject.NONE);
    }
  }

  private static Opened open(NativeObject fabric, EventQueueAttributes wanted, WaitObject kind) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(CallLayouts.EVENT_QUEUE.size(), Long.BYTES);
      StructView struct =
          new StructView(CallLayouts.EVENT_QUEUE, memory.address())
              .word("size", wanted.size())
              .word("flags", wanted.flags())
              .integer("wait_obj", kind.value())
              .integer("signaling_vector", wanted.signalingVector());
      long fid = fabric.open(ObjectClass.EQ, "fi_eq_open", OPS, OPEN, struct.address());
      return new Opened(fid, kind == WaitObject.FD);
    }
  }

  /**
   * A queue that C has opened.
   *
   * @param fid address of its {@code struct fid}
   * @param hasDescriptor whether it has a file descriptor to wait for
   */
  record Opened(long fid, boolean hasDescriptor) {}
}

package dev.weft.ffm.fid;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.DescriptorHandle;
import dev.weft.fabric.poll.PollDescriptor;
import dev.weft.fabric.poll.PollDescriptorsHandle;
import dev.weft.fabric.poll.WaitHandle;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.layout.CallLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** {@code FI_GETWAIT} and {@code FI_GETWAITOBJ} of queues and counters. */
public final class WaitControl {
  /** {@code sizeof(struct pollfd)}: the descriptor, then two shorts. */
  private static final long POLL_BYTES = 8;

  private static final int EVENTS_MASK = 0xffff;

  private WaitControl() {}

  /**
   * Whether this class answers the command.
   *
   * @param command not null
   */
  public static boolean has(ControlCommand<?> command) {
    return command.value() == ControlCommand.GETWAIT_VALUE
        || command.value() == ControlCommand.GETWAITOBJ_VALUE;
  }

  /**
   * Answers a command for which {@link #has} is true.
   *
   * @param kind the wait object that C has opened the object with, if the caller may see it
   */
  public static <T> T answer(NativeObject object, ControlCommand<T> command, WaitObject kind) {
    return command.value() == ControlCommand.GETWAITOBJ_VALUE
        ? command.answer(kind)
        : command.answer(handle(object, kind, (int) command.argument()));
  }

  private static WaitHandle handle(NativeObject object, WaitObject kind, int room) {
    return switch (kind) {
      case FD -> handle(descriptor(object));
      case POLLFD -> descriptors(object, room);
      default ->
          throw refused(
              kind == WaitObject.NONE ? Errno.ENODATA : Errno.ENOSYS, "waitObject=" + kind);
    };
  }

  private static WaitHandle handle(int descriptor) {
    if (descriptor < 0) {
      throw refused(Errno.ENOSYS, "of a provider without descriptors");
    }
    return new DescriptorHandle(descriptor);
  }

  /**
   * The descriptor of an object that C has opened with {@code FI_WAIT_FD}; -1 if the provider has
   * none all the same, as ofi_rxd of 1.17.
   */
  static int descriptor(NativeObject object) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(Long.BYTES, Long.BYTES);
      int error = object.control(ControlCommand.GETWAIT_VALUE, result.address());
      if (error == -Errno.ENOSYS) {
        return -1;
      }
      requireNone(error);
      return result.get(ValueLayout.JAVA_INT, 0);
    }
  }

  private static void ask(NativeObject object, MemorySegment result) {
    requireNone(object.control(ControlCommand.GETWAIT_VALUE, result.address()));
  }

  private static void requireNone(int error) {
    if (error != 0) {
      throw refused(error, "");
    }
  }

  private static FabricException refused(int error, String detail) {
    return new FabricException(
        error, "fi_control", "command=FI_GETWAIT " + detail, "Open it with FD or POLLFD");
  }

  private static PollDescriptorsHandle descriptors(NativeObject object, int room) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(CallLayouts.POLL_WAIT.size(), Long.BYTES);
      StructView struct = new StructView(CallLayouts.POLL_WAIT, memory.address());
      object.control(ControlCommand.GETWAIT_VALUE, memory.address()); // says how many there are
      long needed = struct.amount("nfds");
      if (room < needed) {
        return new PollDescriptorsHandle(struct.word("change_index"), (int) needed, List.of());
      }
      MemorySegment entries = arena.allocate(needed * POLL_BYTES, Long.BYTES);
      struct.word("fd", entries.address());
      ask(object, memory);
      return new PollDescriptorsHandle(
          struct.word("change_index"), (int) struct.amount("nfds"), list(entries, needed));
    }
  }

  private static List<PollDescriptor> list(MemorySegment entries, long count) {
    List<PollDescriptor> descriptors = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      long address = entries.address() + i * POLL_BYTES;
      short events = (short) (CMemory.integer(address + Integer.BYTES) & EVENTS_MASK);
      descriptors.add(new PollDescriptor(CMemory.integer(address), events));
    }
    return descriptors;
  }
}

package dev.weft.ffm.differential;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.MemoryRegistrationMode;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** One of two nodes, and what its queue has reported. */
final class NodeSide implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Node node;
  private final MemoryRegion region;
  private final CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 4);
  private final ErrorCompletion error = ErrorCompletion.allocate(arena);
  private final Map<Long, MemorySegment> rooms = new HashMap<>();
  private final Map<Long, String> reports = new TreeMap<>();
  private NodeSide other;
  private long peer;

  NodeSide(Node node, long key) {
    this.node = node;
    MemorySegment memory = node.domain().allocate(TwoNodes.REGION);
    region =
        node.domain()
            .register(memory, AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE, key, null);
  }

  void know(NodeSide side) {
    other = side;
    peer = node.peer(side.node.address());
  }

  Endpoint endpoint() {
    return node.endpoint();
  }

  long peer() {
    return peer;
  }

  /** The key of the other node's memory. */
  long key() {
    return other.region.key();
  }

  /** The address of a byte of the other node's memory. */
  long address(long offset) {
    long mode = node.domain().attributes().memoryRegistrationMode();
    boolean isVirtual = (mode & MemoryRegistrationMode.VIRT_ADDR) != 0;
    return isVirtual ? other.region.segment().address() + offset : offset;
  }

  /** Memory with a content of its own. */
  MemorySegment message(int number, long length) {
    MemorySegment bytes = arena.allocate(Math.max(length, 1), Long.BYTES);
    for (int i = 0; i < length; i++) {
      bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (31 * number + i));
    }
    return bytes;
  }

  /** Memory for what an operation brings here, which its report shows. */
  MemorySegment room(long context, long length) {
    MemorySegment room = arena.allocate(Math.max(length, 1), Long.BYTES);
    rooms.put(context, room.asSlice(0, length));
    return room;
  }

  /** Takes what the queue has. */
  void read() {
    int count = node.queue().read(batch, batch.capacity());
    for (int i = 0; i < count; i++) {
      report(batch.context(i), success(i));
    }
    if (count == -Errno.EAVAIL && node.queue().readErr(error, 0) == 1) {
      report(error.context(), Errno.name(error.error()));
    }
  }

  private String success(int index) {
    long flags = batch.flags(index);
    String text = CompletionFlags.describe(flags);
    if ((flags & CompletionFlags.RECV) == 0) {
      return text + contentOf(batch.context(index), Long.MAX_VALUE);
    }
    long tag = (flags & CompletionFlags.TAGGED) != 0 ? batch.tag(index) : 0;
    long data = (flags & CompletionFlags.REMOTE_CQ_DATA) != 0 ? batch.data(index) : 0;
    return "%s len=%d tag=%d data=%d%s"
        .formatted(
            text,
            batch.length(index),
            tag,
            data,
            contentOf(batch.context(index), batch.length(index)));
  }

  private String contentOf(long context, long length) {
    MemorySegment room = rooms.get(context);
    if (room == null) {
      return "";
    }
    byte[] bytes =
        room.asSlice(0, Math.min(length, room.byteSize())).toArray(ValueLayout.JAVA_BYTE);
    return " content=" + Integer.toHexString(Arrays.hashCode(bytes));
  }

  /** A second report of a context is added to the first one, and so differs from it. */
  private void report(long context, String what) {
    reports.merge(context, what, (first, second) -> first + ", again: " + second);
  }

  boolean hasReported(long context) {
    return reports.containsKey(context);
  }

  /** How many messages have been received. */
  long countReceived() {
    return reports.values().stream().filter(text -> text.contains("FI_RECV")).count();
  }

  /** What was reported, by context. */
  Map<Long, String> reports() {
    return reports;
  }

  @Override
  public void close() {
    region.close();
    node.close();
    arena.close();
  }
}

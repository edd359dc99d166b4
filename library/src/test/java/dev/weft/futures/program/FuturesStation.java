package dev.weft.futures.program;

import dev.weft.fabric.Fabrics;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.BufferPool;
import dev.weft.futures.LeasedBuffer;
import dev.weft.futures.Node;
import dev.weft.futures.Operations;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** A node of a program with its operations and its memory. */
final class FuturesStation {
  static final int POOLED = 2;
  static final long POOLED_BYTES = 20_016;
  private static final long CAPABILITIES =
      Capabilities.MSG
          | Capabilities.TAGGED
          | Capabilities.RMA
          | Capabilities.SOURCE
          | Capabilities.DIRECTED_RECV;

  final Node node;
  final Operations operations;
  final BufferPool pool;
  final List<MemorySegment> memory = new ArrayList<>();
  final long[] handles;
  private final List<MemoryRegion> regions = new ArrayList<>();
  private final boolean allocated;

  FuturesStation(FuturesSetup setup, String fabric) {
    node = Node.open(info(setup, fabric), queue(setup));
    operations =
        setup.driven()
            ? Operations.driven(node.endpoint(), node.queue())
            : Operations.manual(node.endpoint(), node.queue());
    pool = BufferPool.allocate(node.domain(), POOLED, POOLED_BYTES);
    handles = new long[setup.nodes()];
    allocated = setup.allocated();
    long reads = AccessFlags.REMOTE_READ;
    register(1, reads | AccessFlags.REMOTE_WRITE);
    register(2, reads);
  }

  private static FabricInfo info(FuturesSetup setup, String fabric) {
    FabricInfo.Builder hints =
        FabricInfo.builder()
            .provider(setup.provider())
            .threading(setup.threading())
            .capabilities(CAPABILITIES);
    if (setup.receives() > 0) {
      hints.receive(ReceiveAttributes.builder().size(setup.receives()).build());
    }
    if (setup.sends() > 0) {
      hints.transmit(TransmitAttributes.builder().size(setup.sends()).build());
    }
    return dev.weft.provider.fabric.Node.named(Fabrics.getInfo(hints.build()).getFirst(), fabric);
  }

  private static CompletionQueueAttributes queue(FuturesSetup setup) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(setup.driven() ? WaitObject.UNSPEC : WaitObject.NONE)
        .size(setup.entries())
        .build();
  }

  private void register(long key, long access) {
    MemorySegment segment = node.domain().allocate(FuturesModel.REGION);
    segment.fill((byte) 0);
    memory.add(segment);
    regions.add(node.domain().register(segment, access, key, null));
  }

  void learn(int number, FuturesStation peer) {
    handles[number] = node.peer(peer.node.address());
  }

  /** The handle of a source; negative: any. */
  long handle(int source) {
    return source < 0 ? -1 : handles[source];
  }

  /** A buffer of its own memory. */
  Room room(long bytes, long shift) {
    return allocated ? room(bytes, shift, node.domain()::allocate) : outside(bytes, shift);
  }

  /** A buffer that outlives the domain. */
  static Room outside(long bytes, long shift) {
    return room(bytes, shift, size -> Arena.ofAuto().allocate(size, Long.BYTES));
  }

  private static Room room(long bytes, long shift, LongFunction<MemorySegment> allocator) {
    long at = Room.MARGIN + shift;
    long size = at + bytes + Room.MARGIN;
    MemorySegment whole = allocator.apply(size);
    Room room = new Room(LeasedBuffer.of(whole.asSlice(at, bytes)), whole, at, bytes, false);
    room.mark();
    return room;
  }

  /** A buffer of the pool; null if there is none. */
  Room pooled() {
    LeasedBuffer buffer = pool.tryTake();
    if (buffer == null) {
      return null;
    }
    Room room = new Room(buffer, buffer.segment(), 0, buffer.size(), true);
    room.mark();
    return room;
  }

  /** Closes what a node does not close by itself. */
  void closeRegions() {
    regions.forEach(MemoryRegion::close);
    regions.clear();
  }

  void close() {
    operations.close();
    closeRegions();
    node.close();
  }
}

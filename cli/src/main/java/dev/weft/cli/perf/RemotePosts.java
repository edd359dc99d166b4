package dev.weft.cli.perf;

import dev.weft.fabric.AtomicOperation;
import dev.weft.fabric.RemoteElements;
import java.lang.foreign.MemorySegment;

/** Posts one-sided operations of a side, each as often as it takes to be accepted. */
final class RemotePosts {
  private final Side side;

  RemotePosts(Side side) {
    this.side = side;
  }

  /** Writes into the other end's window. */
  void write(MemorySegment buffer, long length, long address) {
    while (side.refused(
        Side.REMOTE,
        side.endpoint()
            .write(buffer, length, side.peer(), address, Side.KEY, side.context(Side.REMOTE)))) {
      side.spinOnce();
    }
  }

  /** Reads from the other end's window. */
  void read(MemorySegment buffer, long length, long address) {
    while (side.refused(
        Side.REMOTE,
        side.endpoint()
            .read(buffer, length, side.peer(), address, Side.KEY, side.context(Side.REMOTE)))) {
      side.spinOnce();
    }
  }

  /** Adds to an element of the other end's window. */
  void fetchAdd(MemorySegment operand, MemorySegment result, RemoteElements element) {
    element.destination(side.peer()).key(Side.KEY);
    while (side.refused(
        Side.REMOTE,
        side.endpoint()
            .fetchAtomic(
                operand, result, element, AtomicOperation.SUM, side.context(Side.REMOTE)))) {
      side.spinOnce();
    }
  }

  /** Swaps an element of the other end's window, if it is what it should be. */
  void compareSwap(
      MemorySegment operand, MemorySegment compare, MemorySegment result, RemoteElements element) {
    AtomicOperation swap = AtomicOperation.CSWAP;
    element.destination(side.peer()).key(Side.KEY);
    while (side.refused(
        Side.REMOTE,
        side.endpoint()
            .compareAtomic(operand, compare, result, element, swap, side.context(Side.REMOTE)))) {
      side.spinOnce();
    }
  }
}

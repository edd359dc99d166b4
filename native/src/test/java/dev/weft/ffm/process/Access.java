package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import java.util.Random;

/**
 * A write to or a read of a part of the peer's region.
 *
 * @param number the context, and the data of a write with data
 * @param start where what is written begins in the pattern
 * @param remote the part, or the parts that it consists of
 */
record Access(
    long number,
    Kind kind,
    boolean delivery,
    long start,
    long offset,
    RmaIoVector remote,
    Parts local) {

  /** The functions that post. */
  enum Kind {
    WRITE,
    WRITE_VECTOR,
    WRITE_MESSAGE,
    WRITE_DATA,
    WRITE_MESSAGE_DATA,
    READ,
    READ_VECTOR,
    READ_MESSAGE;

    boolean writes() {
      return this != READ && this != READ_VECTOR && this != READ_MESSAGE;
    }

    boolean hasData() {
      return this == WRITE_DATA || this == WRITE_MESSAGE_DATA;
    }

    private boolean isMessage() {
      return this == WRITE_MESSAGE || this == WRITE_MESSAGE_DATA || this == READ_MESSAGE;
    }

    private boolean isVector() {
      return isMessage() || this == WRITE_VECTOR || this == READ_VECTOR;
    }
  }

  static Access random(
      Random random, long number, Memories memories, long key, long offset, long length) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    Parts local = Parts.ofLength(random, memories, kind.isVector() ? 4 : 1, length);
    long start = random.nextInt(Pattern.STARTS);
    if (kind.writes()) {
      local.write(start);
    }
    RmaIoVector remote = new RmaIoVector();
    long first = kind.isMessage() && length > 1 ? 1 + random.nextLong(length - 1) : length;
    remote.add(offset, first, key);
    if (first < length) {
      remote.add(offset + first, length - first, key);
    }
    return new Access(number, kind, random.nextBoolean(), start, offset, remote, local);
  }

  int post(Endpoint endpoint, long peer) {
    long length = local.length();
    long key = remote.key(0);
    return switch (kind) {
      case WRITE -> endpoint.write(local.first(), length, peer, offset, key, number);
      case WRITE_VECTOR -> endpoint.writev(local.readOnlyVector(), peer, offset, key, number);
      case WRITE_DATA ->
          endpoint.writeData(local.first(), length, number, peer, offset, key, number);
      case WRITE_MESSAGE, WRITE_MESSAGE_DATA -> endpoint.writeMsg(message(peer), flags());
      case READ -> endpoint.read(local.first(), length, peer, offset, key, number);
      case READ_VECTOR -> endpoint.readv(local.vector(), peer, offset, key, number);
      case READ_MESSAGE -> endpoint.readMsg(message(peer), OperationFlags.COMPLETION);
    };
  }

  private RmaMessage message(long peer) {
    return new RmaMessage()
        .vector(local.vector())
        .address(peer)
        .remote(remote)
        .data(number)
        .context(number);
  }

  private long flags() {
    return OperationFlags.COMPLETION
        | (kind.hasData() ? OperationFlags.REMOTE_CQ_DATA : 0)
        | (delivery ? OperationFlags.DELIVERY_COMPLETE : 0);
  }

  /** Compares the report and local memory with what must have happened, and overwrites it. */
  void check(Side initiator, long regionStart) {
    Report report = initiator.only(number);
    assertEquals(0, report.error(), report::toString);
    assertTrue(report.has(CompletionFlags.RMA), report::toString);
    assertTrue(
        report.has(kind.writes() ? CompletionFlags.WRITE : CompletionFlags.READ), report::toString);
    assertFalse(report.has(CompletionFlags.REMOTE_CQ_DATA), report::toString);
    local.check(kind.writes() ? start : regionStart + offset, local.length());
    local.spoil();
  }

  /** Compares the part of the region with what must be there. */
  void checkRegion(Area region, long regionStart) {
    Pattern.check(
        kind.writes() ? start : regionStart + offset,
        region.buffer().asSlice(offset, local.length()));
  }

  @Override
  public String toString() {
    return "%d: %s %s, %s".formatted(number, kind, remote, local);
  }
}

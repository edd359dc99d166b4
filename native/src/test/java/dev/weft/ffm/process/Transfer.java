package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import java.util.Random;

/**
 * A message and its receive.
 *
 * @param number the context of both, and the data of the message
 * @param from the sending side, 0 or 1
 * @param lane the kind of matching: messages of a lane go into its receives in order
 * @param tag of the message, in lanes with tags
 * @param start where the content begins in the pattern
 * @param call by which function each is posted
 */
record Transfer(
    long number, int from, Lane lane, long tag, long start, Call call, Parts sent, Parts room) {
  private static final long SECOND_TAG = 2;
  private static final long TAG_OF_MANY = 1L << 32;
  private static final long IGNORED = 0xff;

  /** How messages find their receives. */
  enum Lane {
    NO_TAG,
    TAG,
    OTHER_TAG,
    IGNORED_BITS
  }

  /** The functions that post. */
  enum Call {
    PLAIN,
    DATA,
    VECTOR,
    MESSAGE,
    DELIVERY
  }

  static Transfer random(Random random, long number, Memories memories, Side side) {
    Lane lane = Lane.values()[random.nextInt(Lane.values().length)];
    Call call = Call.values()[random.nextInt(Call.values().length)];
    long limit = side.node().info().transmit().ioVectorLimit();
    boolean one = call == Call.PLAIN || call == Call.DATA;
    Parts sent = Parts.random(random, memories, one ? 1 : limit);
    long room =
        switch (random.nextInt(4)) {
          case 0 -> 1 + random.nextLong(sent.length());
          case 1 -> sent.length() + 1 + random.nextInt(10_000);
          default -> sent.length();
        };
    Parts rooms = Parts.ofLength(random, memories, one ? 1 : limit, room);
    long start = random.nextInt(Pattern.STARTS);
    sent.write(start);
    long tag = tag(random, lane);
    return new Transfer(number, random.nextInt(2), lane, tag, start, call, sent, rooms);
  }

  private static long tag(Random random, Lane lane) {
    return switch (lane) {
      case NO_TAG, TAG -> 0;
      case OTHER_TAG -> SECOND_TAG;
      case IGNORED_BITS -> TAG_OF_MANY | random.nextInt((int) IGNORED + 1);
    };
  }

  private boolean hasTag() {
    return lane != Lane.NO_TAG;
  }

  int send(Endpoint endpoint, long peer) {
    return hasTag() ? sendTagged(endpoint, peer) : sendPlain(endpoint, peer);
  }

  private int sendPlain(Endpoint endpoint, long peer) {
    long length = sent.length();
    return switch (call) {
      case PLAIN -> endpoint.send(sent.first(), length, peer, number);
      case DATA -> endpoint.sendData(sent.first(), length, number, peer, number);
      case VECTOR -> endpoint.sendv(sent.vector(), peer, number);
      default ->
          endpoint.sendMsg(
              new Message()
                  .vector(sent.readOnlyVector())
                  .address(peer)
                  .data(number)
                  .context(number),
              flags());
    };
  }

  private int sendTagged(Endpoint endpoint, long peer) {
    long length = sent.length();
    return switch (call) {
      case PLAIN -> endpoint.tsend(sent.first(), length, peer, tag, number);
      case DATA -> endpoint.tsendData(sent.first(), length, number, peer, tag, number);
      case VECTOR -> endpoint.tsendv(sent.vector(), peer, tag, number);
      default ->
          endpoint.tsendMsg(
              new TaggedMessage()
                  .vector(sent.readOnlyVector())
                  .address(peer)
                  .tag(tag)
                  .data(number)
                  .context(number),
              flags());
    };
  }

  private long flags() {
    return OperationFlags.COMPLETION
        | OperationFlags.REMOTE_CQ_DATA
        | (call == Call.DELIVERY ? OperationFlags.DELIVERY_COMPLETE : 0);
  }

  private boolean hasData() {
    return call != Call.PLAIN && call != Call.VECTOR;
  }

  int receive(Endpoint endpoint) {
    long any = FabricAddress.UNSPEC;
    long ignored = lane == Lane.IGNORED_BITS ? IGNORED : 0;
    if (room.count() == 1) {
      return hasTag()
          ? endpoint.trecv(room.first(), room.length(), any, tag & ~ignored, ignored, -number)
          : endpoint.recv(room.first(), room.length(), any, -number);
    }
    return hasTag()
        ? endpoint.trecvv(room.vector(), any, tag & ~ignored, ignored, -number)
        : endpoint.recvv(room.vector(), any, -number);
  }

  /** Checks a send that was reported, and overwrites its memory. */
  void checkSend(Side sender) {
    Report send = sender.only(number);
    assertEquals(0, send.error(), send::toString);
    assertTrue(send.has(CompletionFlags.SEND), send::toString);
    sent.check(start, sent.length());
    sent.spoil();
  }

  /** Compares what was reported, and all memory, with what must have been received. */
  void checkReceive(Side receiver) {
    long fits = Math.min(sent.length(), room.length());
    checkReport(receiver.only(-number), fits);
    room.check(start, fits);
  }

  private void checkReport(Report receive, long fits) {
    assertEquals(fits < sent.length() ? Errno.ETRUNC : 0, receive.error(), receive::toString);
    assertEquals(fits, receive.length(), receive::toString);
    assertEquals(sent.length() - fits, receive.overflow(), receive::toString);
    assertTrue(receive.has(CompletionFlags.RECV), receive::toString);
    assertEquals(hasData(), receive.has(CompletionFlags.REMOTE_CQ_DATA), receive::toString);
    if (hasData()) {
      assertEquals(number, receive.data());
    }
    if (hasTag()) {
      assertEquals(tag, receive.tag());
    }
  }

  @Override
  public String toString() {
    return "%d: from %d, %s, %s, %s into %s".formatted(number, from, lane, call, sent, room);
  }
}

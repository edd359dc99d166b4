package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;

/** A tagged receive, peek or claim, which message it has to take, and what it has to report. */
final class TaggedRequest {
  private static final long PLAIN = CompletionFlags.RECV | CompletionFlags.TAGGED;
  private static final byte[] NOTHING = {};

  /** A message; the source is its handle at the reader. */
  record Sent(long source, long tag, byte[] bytes, boolean withData, long data) {
    long flagsAtReader() {
      return PLAIN | (withData ? CompletionFlags.REMOTE_CQ_DATA : 0);
    }
  }

  final TaggedMessage call;
  final long flags;
  private final ScatteredMemory memory;
  private final String run;

  /** The message that the reference takes, or null. */
  private Sent taken;

  private int error;

  TaggedRequest(String run, TaggedMessage call, long flags, ScatteredMemory memory) {
    this.run = run;
    this.call = call.vector(memory.vector);
    this.flags = flags;
    this.memory = memory;
  }

  static boolean accepts(TaggedMessage call, boolean directed, Sent message) {
    boolean source = call.address() == FabricAddress.UNSPEC || call.address() == message.source;
    return (source || !directed) && (message.tag | call.ignore()) == (call.tag() | call.ignore());
  }

  /** Posts it with one of the calls that fit. */
  int post(Endpoint endpoint, boolean plainCall) {
    if (flags != 0 || !plainCall) {
      return endpoint.trecvMsg(call, flags);
    }
    long context = call.context();
    return memory.isOnePart()
        ? endpoint.trecv(
            memory.firstPart(), memory.room, call.address(), call.tag(), call.ignore(), context)
        : endpoint.trecvv(memory.vector, call.address(), call.tag(), call.ignore(), context);
  }

  void take(Sent message) {
    taken = message;
    error = places() && message.bytes.length > memory.room ? Errno.ETRUNC : 0;
  }

  void fail(int error) {
    this.error = error;
  }

  Sent taken() {
    return taken;
  }

  private boolean places() {
    return (flags & (OperationFlags.PEEK | OperationFlags.DISCARD)) == 0;
  }

  void check(CompletionBatch batch, int index, long source) {
    assertNotNull(taken, () -> this + " but " + batch.tag(index));
    assertEquals(0, error, this::toString);
    assertEquals(taken.tag, batch.tag(index), this::toString);
    assertEquals(taken.flagsAtReader(), batch.flags(index), this::toString);
    assertEquals(taken.withData ? taken.data : 0, batch.data(index), this::toString);
    assertEquals(taken.source, source, this::toString);
    assertEquals(0, batch.buffer(index), this::toString);
    if (flags != (OperationFlags.CLAIM | OperationFlags.DISCARD)) { // which receives nothing
      assertEquals(taken.bytes.length, batch.length(index), this::toString);
    }
    memory.assertHas(places() ? taken.bytes : NOTHING, this::toString);
  }

  void check(ErrorCompletion failed) {
    assertEquals(error, failed.error(), this::toString);
    boolean cut = error == Errno.ETRUNC;
    assertEquals(cut ? taken.flagsAtReader() : PLAIN, failed.flags(), this::toString);
    assertEquals(cut && taken.withData ? taken.data : 0, failed.data(), this::toString);
    assertEquals(cut ? memory.room : 0, failed.length(), this::toString);
    int left = cut ? taken.bytes.length - memory.room : 0;
    assertEquals(left, failed.overflowLength(), this::toString);
    if (error != Errno.ENOMSG) { // not specified
      assertEquals(cut ? taken.tag : call.tag(), failed.tag(), this::toString);
    }
    memory.assertHas(cut ? taken.bytes : NOTHING, this::toString);
  }

  @Override
  public String toString() {
    String what = taken == null ? "nothing" : "tag %x of %x".formatted(taken.tag, taken.source);
    String kind = OperationFlags.describe(flags);
    return "%s: %s flags=%s takes %s, error=%d".formatted(run, call, kind, what, error);
  }
}

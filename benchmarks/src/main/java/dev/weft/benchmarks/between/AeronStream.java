package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.Side;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Image;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages in one direction at full rate; long ones arrive in fragments and are reassembled. */
final class AeronStream implements Side, FragmentHandler {
  private static final int BATCH = 64;

  private final ExclusivePublication out;
  private final Image in;
  private final int bytes;
  private final BufferClaim claim = new BufferClaim();
  private final UnsafeBuffer whole;
  private final FragmentHandler handler;
  private final long[] heard = new long[BATCH];
  private int count;
  private int taken;

  AeronStream(ExclusivePublication out, Image in, int bytes) {
    this.out = out;
    this.in = in;
    this.bytes = bytes;
    boolean claims = bytes <= out.maxPayloadLength();
    whole = claims ? null : new UnsafeBuffer(new byte[bytes]);
    handler = claims ? this : new FragmentAssembler(this, bytes);
  }

  @Override
  public void send(long value) {
    if (whole != null) {
      sendInFragments(value);
      return;
    }
    while (out.tryClaim(bytes, claim) < 0) {
      Thread.onSpinWait();
    }
    claim.buffer().putLong(claim.offset(), value);
    claim.buffer().putLong(claim.offset() + bytes - Long.BYTES, value);
    claim.commit();
  }

  private void sendInFragments(long value) {
    whole.putLong(0, value);
    whole.putLong(bytes - Long.BYTES, value);
    while (out.offer(whole) < 0) {
      Thread.onSpinWait();
    }
  }

  @Override
  public long receive() {
    while (taken == count) {
      taken = 0;
      count = 0;
      in.poll(handler, BATCH);
    }
    return heard[taken++];
  }

  @Override
  public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
    long value = buffer.getLong(offset);
    if (buffer.getLong(offset + length - Long.BYTES) != value) {
      throw new IllegalStateException("message " + value + " is torn");
    }
    heard[count++] = value;
  }
}

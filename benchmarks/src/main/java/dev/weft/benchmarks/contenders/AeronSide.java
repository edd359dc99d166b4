package dev.weft.benchmarks.contenders;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import org.agrona.DirectBuffer;

/** An end that claims room in one stream, fills and commits it, and polls another stream. */
public final class AeronSide implements Side, FragmentHandler {
  private final ExclusivePublication out;
  private final Image in;
  private final int bytes;
  private final BufferClaim claim = new BufferClaim();
  private long heard;

  /** An end over two streams. */
  public AeronSide(ExclusivePublication out, Image in, int bytes) {
    this.out = out;
    this.in = in;
    this.bytes = bytes;
  }

  @Override
  public void send(long value) {
    while (out.tryClaim(bytes, claim) < 0) {
      Thread.onSpinWait();
    }
    for (int word = 0; word < bytes; word += Long.BYTES) {
      claim.buffer().putLong(claim.offset() + word, value);
    }
    claim.commit();
  }

  @Override
  public long receive() {
    while (in.poll(this, 1) == 0) {
      // spins like the other contenders
    }
    return heard;
  }

  @Override
  public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
    heard = buffer.getLong(offset);
  }
}

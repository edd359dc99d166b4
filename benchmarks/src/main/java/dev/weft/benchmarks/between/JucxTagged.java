package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.NumberedMessage;
import dev.weft.benchmarks.contenders.Side;
import java.lang.foreign.MemorySegment;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Tagged messages through UCX for Java, several pending, each with its own buffer and request;
 * every request is completed. A message's first and last word are its number.
 */
final class JucxTagged implements Side {
  private static final long TAG = 7;
  private static final long WHOLE_TAG = -1;

  private final JucxEnd end;
  private final long bytes;
  private final MemorySegment[] outgoing;
  private final MemorySegment[] incoming;
  private final UcpRequest[] sends;
  private final UcpRequest[] receives;
  private long sent;
  private long taken;

  JucxTagged(JucxEnd end, long bytes, int depth) {
    this.end = end;
    this.bytes = bytes;
    outgoing = new MemorySegment[depth];
    incoming = new MemorySegment[depth];
    sends = new UcpRequest[depth];
    receives = new UcpRequest[depth];
    for (int slot = 0; slot < depth; slot++) {
      outgoing[slot] = JucxEnd.allocate(bytes);
      incoming[slot] = JucxEnd.allocate(bytes);
    }
  }

  @Override
  public void send(long value) {
    int slot = (int) (sent++ % sends.length);
    if (sends[slot] != null) {
      end.await(sends[slot]);
    }
    MemorySegment buffer = outgoing[slot];
    NumberedMessage.write(buffer, bytes, value);
    sends[slot] = end.peer.sendTaggedNonBlocking(buffer.address(), bytes, TAG, null);
  }

  @Override
  public long receive() {
    int slot = (int) (taken++ % receives.length);
    if (receives[slot] == null) {
      postAll();
    }
    end.await(receives[slot]);
    long value = NumberedMessage.read(incoming[slot], bytes);
    post(slot);
    return value;
  }

  private void postAll() {
    for (int slot = 0; slot < receives.length; slot++) {
      post(slot);
    }
  }

  private void post(int slot) {
    receives[slot] =
        end.worker.recvTaggedNonBlocking(incoming[slot].address(), bytes, TAG, WHOLE_TAG, null);
  }
}

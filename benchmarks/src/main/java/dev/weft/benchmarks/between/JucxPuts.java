package dev.weft.benchmarks.between;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.benchmarks.contenders.Side;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Puts words into the peer's memory with UCX for Java, one request for each. As an end of a round
 * trip it polls its own memory until the word changes; as an initiator it only puts, and reads back
 * at the end.
 */
final class JucxPuts implements Side {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
  private static final int DEPTH = 32;

  private final JucxEnd end;
  private final MemorySegment[] words =
      RemoteEnd.words(JucxEnd.allocate((long) DEPTH * Long.BYTES));
  private final UcpRequest[] puts = new UcpRequest[DEPTH];
  private long sent;
  private long heard;

  JucxPuts(JucxEnd end) {
    this.end = end;
  }

  @Override
  public void send(long value) {
    int slot = (int) (sent++ % DEPTH);
    if (puts[slot] != null) {
      end.await(puts[slot]);
    }
    MemorySegment word = words[slot];
    word.set(JAVA_LONG, 0, value);
    puts[slot] =
        end.peer.putNonBlocking(word.address(), Long.BYTES, end.peerWindow, end.peerKey, null);
  }

  @Override
  public long receive() {
    long word = (long) WORD.getAcquire(end.window, 0L);
    while (word == heard) {
      end.progress();
      word = (long) WORD.getAcquire(end.window, 0L);
    }
    heard = word;
    return word;
  }

  /** The same end as an initiator. */
  Side initiator() {
    return new Initiator();
  }

  /** Puts, and reads the peer's memory. */
  private final class Initiator implements Side {
    @Override
    public void send(long value) {
      JucxPuts.this.send(value);
    }

    @Override
    public long receive() {
      end.await(end.worker.flushNonBlocking(null));
      MemorySegment word = JucxEnd.allocate(Long.BYTES);
      end.await(
          end.peer.getNonBlocking(end.peerWindow, end.peerKey, word.address(), Long.BYTES, null));
      return word.get(JAVA_LONG, 0);
    }
  }
}

package dev.weft.rdmacm;

import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The bytes of a socket until a deadline, which is for all of them together: a time-out of the
 * socket would begin again with each byte. One thread at a time may use it.
 */
final class TimedInput extends FilterInputStream {
  private static final long FOREVER = 0;

  private final Socket socket;
  private long start;
  private long patienceNanos = FOREVER;

  TimedInput(Socket socket) throws IOException {
    super(socket.getInputStream());
    this.socket = socket;
  }

  /** From now on reads end with {@link SocketTimeoutException} after this time. */
  void patience(long nanos) {
    start = System.nanoTime();
    patienceNanos = Math.max(nanos, 1);
  }

  /** From now on reads wait for any time. */
  void patienceForever() {
    patienceNanos = FOREVER;
  }

  private void limit() throws IOException {
    socket.setSoTimeout(patienceNanos == FOREVER ? 0 : leftMillis());
  }

  private int leftMillis() throws SocketTimeoutException {
    long left = patienceNanos - (System.nanoTime() - start);
    if (left <= 0) {
      throw new SocketTimeoutException("the peer took too long");
    }
    return Math.clamp(TimeUnit.NANOSECONDS.toMillis(left), 1, Integer.MAX_VALUE);
  }

  @Override
  public int read() throws IOException {
    limit();
    return super.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    limit();
    return super.read(bytes, offset, length);
  }
}

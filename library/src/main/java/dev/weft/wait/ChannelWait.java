package dev.weft.wait;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;

/**
 * {@code FI_WAIT_FD}: a channel that is readable while raised, for {@code java.nio} selectors.
 *
 * <p>Raising writes one byte to a pipe. The byte stays until the object is lowered, so any number
 * of publications costs one system call. Users select the channel and never read it.
 */
public final class ChannelWait implements ExternalWait {
  private final Pipe pipe;
  private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
  private boolean raised;

  /** Opens the pipe; initially lowered. */
  public ChannelWait() throws IOException {
    pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    // An interrupt closes the channel of a blocking write, never of a non-blocking one.
    pipe.sink().configureBlocking(false);
  }

  /** The channel to select for reading; non-blocking, readable while raised. */
  public SelectableChannel channel() {
    return pipe.source();
  }

  @Override
  public synchronized boolean raise() {
    if (raised || !pipe.sink().isOpen()) {
      return false;
    }
    try {
      pipe.sink().write(oneByte.clear());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    raised = true;
    return true;
  }

  @Override
  public synchronized boolean lower() {
    if (!raised || !pipe.source().isOpen()) {
      return false;
    }
    try {
      pipe.source().read(oneByte.clear());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    raised = false;
    return true;
  }

  @Override
  public synchronized void close() {
    try {
      pipe.sink().close();
      pipe.source().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

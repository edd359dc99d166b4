package dev.weft.wait;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;

/**
 * {@code FI_WAIT_FD}: a channel that is readable while raised, for {@code java.nio} selectors, and
 * a file descriptor, opened when it is first asked for, for {@code poll(2)}.
 *
 * <p>Raising writes one byte to a pipe. The byte stays until the object is lowered, so any number
 * of publications costs one system call. Users select the channel and never read it. The descriptor
 * is raised and lowered with the channel.
 */
public final class ChannelWait implements ExternalWait {
  /** What to do where none can be opened. */
  public static final String MORE_FILES = "allow more files with ulimit -n, or close some";

  private final Pipe pipe;
  private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);

  /** Null before it is asked for, and once closed: its number may then be that of another file. */
  private WaitDescriptor descriptor;

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

  /**
   * The number of the descriptor to poll, readable while raised.
   *
   * @throws IllegalStateException if this is closed, or descriptors cannot be opened here
   * @throws IOException if the process has no descriptor left
   */
  public synchronized int descriptor() throws IOException {
    if (!pipe.sink().isOpen()) {
      throw new IllegalStateException("the wait object is closed");
    }
    if (descriptor == null) {
      descriptor = WaitDescriptors.open();
      if (raised) {
        descriptor.raise();
      }
    }
    return descriptor.number();
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
    if (descriptor != null) {
      descriptor.raise();
    }
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
    if (descriptor != null) {
      descriptor.lower();
    }
    return true;
  }

  /** Also ends each {@code poll(2)} of the descriptor that is under way. */
  @Override
  public synchronized void close() {
    if (descriptor != null) {
      descriptor.close();
      descriptor = null;
    }
    try {
      pipe.sink().close();
      pipe.source().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

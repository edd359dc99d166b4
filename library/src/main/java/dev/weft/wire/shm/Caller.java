package dev.weft.wire.shm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Somebody who has connected to a port and not yet become a link. */
final class Caller implements Switchboard.Line {
  private final ShmPort port;
  private final SocketChannel channel;
  private final ByteBuffer words = ByteBuffer.allocateDirect(ShmLayout.GREETING_BYTES);
  private boolean greeted;

  Caller(ShmPort port, SocketChannel channel) {
    this.port = port;
    this.channel = channel;
  }

  SocketChannel channel() {
    return channel;
  }

  @Override
  public void ready() throws IOException {
    if (channel.read(words) < 0 || greeted) {
      throw new EOFException("the caller gave up, or said more than a greeting");
    }
    if (!words.hasRemaining()) {
      greeted = true;
      port.greeted(this, Greeting.decode(words.flip()));
    }
  }

  @Override
  public void ended() {
    port.forget(this);
  }
}

package dev.weft.benchmarks.between;

import dev.weft.benchmarks.contenders.Side;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A Unix domain socket and a selector: the baseline of waking a thread of another process in Java.
 */
final class SocketSide implements Side {
  private final SocketChannel channel;
  private final Selector selector;
  private final ByteBuffer number = ByteBuffer.allocateDirect(Long.BYTES);

  private SocketSide(SocketChannel channel) throws IOException {
    this.channel = channel;
    this.selector = Selector.open();
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ);
  }

  static SocketSide open(Meeting meeting) throws IOException, InterruptedException {
    UnixDomainSocketAddress address =
        UnixDomainSocketAddress.of(meeting.folder().resolve("socket"));
    if (!meeting.first()) {
      meeting.take();
      return new SocketSide(SocketChannel.open(address));
    }
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      meeting.leave("listening".getBytes(StandardCharsets.US_ASCII));
      return new SocketSide(server.accept());
    }
  }

  @Override
  public void send(long value) {
    number.clear().putLong(value).flip();
    try {
      while (number.hasRemaining()) {
        channel.write(number);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long receive() {
    number.clear();
    try {
      while (number.hasRemaining()) {
        selector.select();
        selector.selectedKeys().clear();
        if (channel.read(number) < 0) {
          throw new IOException("the other process has gone");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return number.flip().getLong();
  }
}

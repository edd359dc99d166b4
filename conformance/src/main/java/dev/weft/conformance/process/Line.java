package dev.weft.conformance.process;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/** One connection between the two processes. It carries one call at a time. */
final class Line implements Closeable {
  final DataInputStream in;
  final DataOutputStream out;
  final ValueReader reader;
  final ValueWriter writer;
  private final SocketChannel channel;
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();

  Line(SocketChannel channel, SharedMemory memory, ObjectNumbers objects) {
    this.channel = channel;
    in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
    out = new DataOutputStream(written);
    reader = new ValueReader(in, memory, objects);
    writer = new ValueWriter(out, memory, objects);
  }

  /** Sends what was written to {@link #out} since the last call. */
  void send() throws IOException {
    written.writeTo(Channels.newOutputStream(channel));
    written.reset();
  }

  /** Discards what was written to {@link #out}. */
  void discard() {
    written.reset();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

package dev.weft.rdmacm;

import dev.weft.verbs.Gid;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * What two sides of a connection say to each other over TCP. Writing is for any thread, reading for
 * one.
 *
 * <pre>{@code
 * +------+------------------------------------------------------------+--------+-----------+
 * | kind | of REQUEST and ACCEPT: lid qpn psn gid, and six parameters  | length |   data    |
 * +------+------------------------------------------------------------+--------+-----------+
 *  1 byte                                                              2 bytes
 * }</pre>
 */
final class CmChannel implements AutoCloseable {
  static final byte REQUEST = 1;
  static final byte ACCEPT = 2;
  static final byte REJECT = 3;
  static final byte READY = 4;
  static final byte DISCONNECT = 5;

  /** {@code private_data_len} is a byte in C too. */
  static final int MOST_PRIVATE_DATA = 196;

  private static final int FIRST_WORD = 0x5745_4654;

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  /** What was said at once. Address and parameters are null where the kind has none. */
  record CmMessage(
      byte kind, QueuePairAddress address, ConnectionParameters parameters, byte[] privateData) {}

  CmChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(FIRST_WORD);
    out.flush();
  }

  /** Makes sure that the other side talks of the same. */
  void handshake() throws IOException {
    if (in.readInt() != FIRST_WORD) {
      throw new IOException("the other side is no connection of queue pairs");
    }
  }

  synchronized void send(byte kind, byte[] privateData) throws IOException {
    out.writeByte(kind);
    finish(privateData);
  }

  synchronized void send(
      byte kind, QueuePairAddress address, ConnectionParameters parameters, byte[] privateData)
      throws IOException {
    out.writeByte(kind);
    out.writeShort(address.lid());
    out.writeInt(address.queuePair());
    out.writeInt(address.packet());
    out.writeLong(address.gid().subnetPrefix());
    out.writeLong(address.gid().interfaceId());
    out.writeByte(parameters.responderResources());
    out.writeByte(parameters.initiatorDepth());
    out.writeByte(parameters.timeout());
    out.writeByte(parameters.retryCount());
    out.writeByte(parameters.rnrRetryCount());
    out.writeByte(parameters.rnrTimer());
    finish(privateData);
  }

  private void finish(byte[] privateData) throws IOException {
    out.writeShort(privateData.length);
    out.write(privateData);
    out.flush();
  }

  /** The next that the other side says; IOException at its end, or for what nobody says. */
  CmMessage receive() throws IOException {
    byte kind = in.readByte();
    if (kind < REQUEST || kind > DISCONNECT) {
      throw new IOException("kind=" + kind);
    }
    if (kind != REQUEST && kind != ACCEPT) {
      return new CmMessage(kind, null, null, privateData());
    }
    try {
      return new CmMessage(kind, address(), parameters(), privateData());
    } catch (IllegalArgumentException outOfRange) {
      throw new IOException("the other side has sent a wrong value", outOfRange);
    }
  }

  private QueuePairAddress address() throws IOException {
    return new QueuePairAddress(
        in.readUnsignedShort(), in.readInt(), in.readInt(), new Gid(in.readLong(), in.readLong()));
  }

  private ConnectionParameters parameters() throws IOException {
    return new ConnectionParameters(
        in.readUnsignedByte(),
        in.readUnsignedByte(),
        in.readUnsignedByte(),
        in.readUnsignedByte(),
        in.readUnsignedByte(),
        in.readUnsignedByte());
  }

  private byte[] privateData() throws IOException {
    int length = in.readUnsignedShort();
    if (length > MOST_PRIVATE_DATA) {
      throw new IOException("private_data_len=" + length);
    }
    return in.readNBytes(length);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // What ends a conversation cannot be told to anybody.
    }
  }
}

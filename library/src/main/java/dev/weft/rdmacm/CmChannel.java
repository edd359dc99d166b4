package dev.weft.rdmacm;

import dev.weft.verbs.attributes.Gid;
import dev.weft.verbs.attributes.QueuePairType;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;

/**
 * The TCP channel between the two sides of a connection. It carries the messages of connection
 * setup and teardown. Any thread may send; one thread may receive.
 *
 * <pre>{@code
 * +------+------------------------------------------------------------+--------+-----------+
 * | kind | of REQUEST and ACCEPT: lid qpn psn gid, and six parameters | length |   data    |
 * |      | of REQUEST besides: the type of the pair, and its network  |        |           |
 * |      | of REJECT: the reason, and what says it to people          |        |           |
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

  /** Fits {@code private_data_len}, which is one byte in C. */
  static final int MAX_PRIVATE_DATA = 196;

  /** Of this form of the messages: a peer with another one is no peer. */
  static final int MAGIC = 0x5745_4632;

  private final Socket socket;
  private final TimedInput timed;
  private final DataInputStream in;
  private final DataOutputStream out;

  /** One message. What its kind does not carry is null. */
  record CmMessage(
      byte kind,
      QueuePairAddress address,
      ConnectionParameters parameters,
      PairKind pair,
      Rejection rejection,
      byte[] privateData) {}

  CmChannel(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    timed = new TimedInput(socket);
    in = new DataInputStream(timed);
    out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    out.writeInt(MAGIC);
  }

  /** What the peer sends from now on must be complete after so many nanoseconds. */
  void patience(long nanos) {
    timed.patience(nanos);
  }

  /** The peer may be silent for any time. */
  void patienceForever() {
    timed.patienceForever();
  }

  /** Checks that the peer uses this protocol, and tells it so. */
  void handshake() throws IOException {
    out.flush();
    if (in.readInt() != MAGIC) {
      throw new IOException("the peer does not use this protocol");
    }
  }

  synchronized void send(byte kind, byte[] privateData) throws IOException {
    out.writeByte(kind);
    finish(privateData);
  }

  synchronized void reject(Rejection why, byte[] privateData) throws IOException {
    out.writeByte(REJECT);
    out.writeByte(why.reason());
    out.writeUTF(why.text());
    finish(privateData);
  }

  synchronized void request(
      QueuePairAddress address, ConnectionParameters parameters, PairKind pair, byte[] privateData)
      throws IOException {
    out.writeByte(REQUEST);
    write(address, parameters);
    out.writeByte(pair.type().value());
    out.writeUTF(pair.network());
    finish(privateData);
  }

  synchronized void accept(
      QueuePairAddress address, ConnectionParameters parameters, byte[] privateData)
      throws IOException {
    out.writeByte(ACCEPT);
    write(address, parameters);
    finish(privateData);
  }

  private void write(QueuePairAddress address, ConnectionParameters parameters) throws IOException {
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
  }

  private void finish(byte[] privateData) throws IOException {
    out.writeShort(privateData.length);
    out.write(privateData);
    out.flush();
  }

  /** Receives the next message; IOException at the end of the stream and for an invalid message. */
  CmMessage receive() throws IOException {
    byte kind = in.readByte();
    if (kind < REQUEST || kind > DISCONNECT) {
      throw new IOException("kind=" + kind);
    }
    try {
      return switch (kind) {
        case REQUEST -> new CmMessage(kind, address(), parameters(), pair(), null, privateData());
        case ACCEPT -> new CmMessage(kind, address(), parameters(), null, null, privateData());
        case REJECT -> new CmMessage(kind, null, null, null, rejection(), privateData());
        default -> new CmMessage(kind, null, null, null, null, privateData());
      };
    } catch (IllegalArgumentException outOfRange) {
      throw new IOException("the peer sent an invalid value", outOfRange);
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

  private PairKind pair() throws IOException {
    return new PairKind(QueuePairType.of(in.readUnsignedByte()), in.readUTF());
  }

  private Rejection rejection() throws IOException {
    return new Rejection(in.readUnsignedByte(), in.readUTF());
  }

  private byte[] privateData() throws IOException {
    int length = in.readUnsignedShort();
    if (length > MAX_PRIVATE_DATA) {
      throw new IOException("private_data_len=" + length);
    }
    byte[] data = new byte[length];
    in.readFully(data);
    return data;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // The channel is unusable in either case.
    }
  }
}

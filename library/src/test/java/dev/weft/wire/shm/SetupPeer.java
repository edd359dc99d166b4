package dev.weft.wire.shm;

import dev.weft.wire.FrameRing;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.NameLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A hostile peer that meets a victim without the library: it makes the files and connections of a
 * port itself, of which one thing may be wrong.
 */
public final class SetupPeer implements AutoCloseable {
  private static final long FRAMES = 384;
  private static final int FRAME_HEADER = 24;
  private static final long FRAME_ALIGNMENT = 32;
  private static final int MESSAGE = 1;
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);
  private static final long PAUSE = 20_000;
  private static final int TAGGED = 1;

  private final SetupFiles files;
  private final boolean calls;
  private final NameLock lock;
  private final SetupMutation mutation;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<SocketChannel> lines = new ArrayList<>();
  private SocketChannel liveness;
  private SocketChannel wake;
  private ServerSocketChannel server;
  private FileChannel link;
  private long position;
  private int written;

  /** Where the peer and the victim connect. */
  public record Place(Path base, String fabric, String name, String victim, long leastRing) {
    /** The bytes of frames in each ring that the victim makes. */
    private long rings() {
      return new ShmWire(base, fabric, RingSize.configured(leastRing)).newRingBytes();
    }
  }

  /**
   * A peer that has done nothing yet. Changes the steps if that is its mutation.
   *
   * @param calls whether it connects to the victim; else the victim connects
   * @param none whether nothing is mutated
   */
  public SetupPeer(Place where, List<SetupStep> steps, boolean calls, boolean none, Random chance) {
    this.calls = calls;
    files =
        new SetupFiles(where.base, where.fabric, where.name, where.victim, where.rings(), chance);
    mutation = SetupMutation.apply(files, steps, calls, none, chance);
    try {
      lock = files.folder.take(files.folder.lock(where.name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one thing that is wrong. */
  public SetupMutation mutation() {
    return mutation;
  }

  /** How many things it has written. */
  public int written() {
    return written;
  }

  /**
   * Performs a step, which may fail after a mutation.
   *
   * @param index the step's index
   */
  public void perform(int index, SetupStep step, long tag, byte... message) {
    written++;
    try {
      mutation.before(index, this);
      perform(step, tag, message);
    } catch (IOException e) {
      if (!mutation.isThere()) {
        throw new UncheckedIOException(step.toString(), e);
      }
    }
  }

  private void perform(SetupStep step, long tag, byte... message) throws IOException {
    switch (step) {
      case MEMORY -> files.make(SetupPart.MEMORY);
      case TABLE -> files.make(SetupPart.TABLE);
      case PORT -> files.make(SetupPart.PORT);
      case SOCKET -> listen();
      case CONNECT_LIVENESS -> liveness = connect();
      case CONNECT_WAKE -> wake = connect();
      case LINK -> {
        files.make(SetupPart.LINK);
        link = kept(files.open(SetupPart.LINK));
      }
      case SEND_LIVENESS -> sendHandshake(liveness, SetupPart.LIVENESS_HANDSHAKE);
      case SEND_WAKE -> sendHandshake(wake, SetupPart.WAKE_HANDSHAKE);
      case ANNOUNCE -> files.announce();
      case FRAME -> write(tag, message);
      case RING -> ring();
      case ACCEPT -> accept();
      case LEAVE -> leave();
      case HANG_UP -> disconnect();
      default -> {}
    }
  }

  private <T extends AutoCloseable> T kept(T opened) {
    open.add(opened);
    return opened;
  }

  /** Opens the file of a part, which may have lost its name. */
  FileChannel open(SetupPart part) throws IOException {
    return part == SetupPart.LINK && link != null ? link : kept(files.open(part));
  }

  private void listen() throws IOException {
    ServerSocketChannel opened = kept(ServerSocketChannel.open(StandardProtocolFamily.UNIX));
    opened.configureBlocking(false);
    server = opened.bind(UnixDomainSocketAddress.of(files.folder.socket(files.name)));
  }

  private SocketChannel connect() throws IOException {
    SocketChannel line = kept(Connector.connect(files.folder.socket(files.victim)));
    lines.add(line);
    return line;
  }

  private void sendHandshake(SocketChannel line, SetupPart part) throws IOException {
    if (line != null) {
      ByteBuffer handshake = files.image(part).duplicate().clear();
      line.write(handshake.limit((int) Math.min(handshake.capacity(), files.size(part))));
    }
  }

  /** Accepts both connections of the victim, and reads its handshakes. */
  private void accept() throws IOException {
    liveness = acceptNext();
    wake = acceptNext();
  }

  /** The next connection of the victim, or null. */
  private SocketChannel acceptNext() throws IOException {
    SocketChannel line = server == null ? null : server.accept();
    if (line != null) {
      kept(line).configureBlocking(false);
      line.read(ByteBuffer.allocate(ShmLayout.HANDSHAKE_BYTES));
      lines.add(line);
    }
    return line;
  }

  private void ring() throws IOException {
    if (wake != null) {
      wake.write(ByteBuffer.allocate(1));
    }
  }

  /** Writes a tagged message into the next frame of its ring. */
  private void write(long tag, byte... message) throws IOException {
    FileChannel file = calls ? open(SetupPart.LINK) : open(SetupPart.VICTIM_LINK);
    long ring = ShmLayout.RINGS + (calls ? 0 : FrameRing.bytesFor(files.capacity));
    long at = ring + FRAMES + position;
    ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER + message.length);
    frame.order(ByteOrder.nativeOrder());
    frame.putLong(8, tag).put(FRAME_HEADER, message);
    file.write(frame, at);
    long header = (long) frame.capacity() << 32 | TAGGED << 8 | MESSAGE;
    file.write(frame.clear().limit(Long.BYTES).putLong(0, header), at);
    position += frame.capacity() + FRAME_ALIGNMENT - 1 & -FRAME_ALIGNMENT;
  }

  private void leave() throws IOException {
    FileChannel file = open(calls ? SetupPart.LINK : SetupPart.VICTIM_LINK);
    ByteBuffer one = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    file.write(one.putLong(0, 1), calls ? ShmLayout.INITIATOR_LEFT : ShmLayout.ACCEPTOR_LEFT);
    files.announce();
  }

  private void disconnect() throws IOException {
    for (SocketChannel line : lines) {
      line.shutdownOutput();
    }
  }

  // What is seen afterwards

  /** Whether the victim has closed the connections that a refusal ends. */
  public boolean isSentAway() {
    return (mutation.isOfWake() || isAtEnd(liveness)) && (mutation.isOfLiveness() || isAtEnd(wake));
  }

  private static boolean isAtEnd(SocketChannel line) {
    try {
      return line == null || line.read(ByteBuffer.allocate(1)) < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  /** Bytes of the memory that it grants. */
  public static long granted() {
    return SetupFiles.GRANTED;
  }

  /** Whether exactly these bytes of the granted memory are 1, and all others are 0. */
  public boolean isWritten(long address, int bytes) {
    ByteBuffer memory = ByteBuffer.allocate(SetupFiles.MEMORY_BYTES);
    try (FileChannel file = files.open(SetupPart.MEMORY)) {
      file.read(memory, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    boolean right = true;
    for (int i = 0; i < memory.capacity(); i++) {
      long at = i - SetupFiles.GRANT_AT - address;
      boolean inside = at >= 0 && at < bytes;
      right &= memory.get(i) == (inside ? 1 : 0);
    }
    return right;
  }

  /**
   * Leaves without a word, and waits until the victim has closed all connections. A last one lets
   * it delete the files of links that were never made.
   */
  @Override
  public void close() {
    mutation.close();
    try {
      files.restore();
      while (acceptNext() != null) {}
      part();
      files.delete();
      connect();
      part();
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void part() throws IOException {
    disconnect();
    long start = System.nanoTime();
    for (SocketChannel line : lines) {
      while (!isAtEnd(line)) {
        if (System.nanoTime() - start > PATIENCE) {
          throw new AssertionError("the victim keeps a connection");
        }
        LockSupport.parkNanos(PAUSE);
      }
    }
    lines.clear();
    for (AutoCloseable each : open) {
      CloseQuietly.close(each);
    }
  }
}

package dev.weft.wire.shm;

import dev.weft.wire.FrameRing;
import dev.weft.wire.FrameWriter;
import dev.weft.wire.SharedMemory;
import dev.weft.wire.shm.folder.CloseQuietly;
import dev.weft.wire.shm.folder.Mapping;
import dev.weft.wire.shm.folder.NameLock;
import dev.weft.wire.shm.folder.ShmAddress;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A peer that truncates the files that it shares. It accepts no connection, so that files keep
 * their names.
 */
public final class TruncatingPeer implements AutoCloseable {
  private static final long NUMBER = 4711;
  private static final int MESSAGE = 1;

  private final String fabric;
  private final String name;
  private final ShmFolder folder;
  private final NameLock lock;
  private final PortFile portFile;
  private final ServerSocketChannel server;
  private final List<SocketChannel> crowd = new ArrayList<>();
  private SocketChannel liveness;
  private SocketChannel wake;
  private FileChannel file;
  private FrameRing ring;
  private FrameWriter out;

  public TruncatingPeer(Path base, String fabric, String name) throws IOException {
    this.fabric = fabric;
    this.name = name;
    folder = new ShmFolder(base, fabric);
    lock = folder.take(folder.lock(name));
    portFile = PortFile.create(folder.portFile(name), 0, 0);
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(folder.socket(name)));
  }

  private String address(String endpoint) {
    return new ShmAddress(fabric, endpoint).toString();
  }

  /** Fills its backlog of pending connections. */
  public void crowd() throws IOException {
    try {
      while (true) {
        crowd.add(Connector.connect(folder.socket(name)));
      }
    } catch (Connector.BacklogFullException full) {
      // as wanted
    }
  }

  /** Exports new memory for direct access. */
  public void grant(long key, long bytes, long access) throws IOException {
    long owner = NUMBER;
    Mapping.create(folder.memory(owner, 0), bytes);
    SharedMemory.Location place = new SharedMemory.Location();
    ExportTable.create(folder.grants(owner))
        .grant(1, key, place, new ExportTable.Extent(bytes, 0, access));
    portFile.showGrants(owner);
  }

  /** Connects to a port, and keeps the link's file open. */
  public void call(String victim, long capacity) throws IOException {
    Path path = folder.file(victim, NUMBER + ".link");
    String own = address(name);
    var header = new LinkFile.Header(capacity, NUMBER, own, address(victim), 0);
    LinkFile link = LinkFile.create(path, header);
    ring = link.fromInitiator();
    out = ring.writer();
    file = FileChannel.open(path, StandardOpenOption.WRITE);
    liveness = Connector.connect(folder.socket(victim));
    wake = Connector.connect(folder.socket(victim));
    String fileName = path.getFileName().toString();
    Connector.handshake(liveness, new Handshake(Handshake.LIVENESS, NUMBER, fileName));
    Connector.handshake(wake, new Handshake(Handshake.WAKE, NUMBER, fileName));
    PortFile.open(folder.portFile(victim), victim).announce();
  }

  /** Sends an empty message over its own link. */
  public void send() {
    out.publish(out.claim(0), 0, MESSAGE, 0, 0, 0, 0);
  }

  /** Whether the reader of the link has taken all frames and returned their room. */
  public boolean isDrained() {
    return out.isDrained();
  }

  /** Truncates the file of its own link. */
  public void truncate(long bytes) throws IOException {
    file.truncate(bytes);
  }

  /** Truncates the files of all links from other peers. */
  public int truncateCalls(long bytes) throws IOException {
    int count = 0;
    Path parent = folder.portFile(name).getParent();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(parent, name + ".*.link")) {
      for (Path each : files) {
        try (FileChannel channel = FileChannel.open(each, StandardOpenOption.WRITE)) {
          channel.truncate(bytes);
          count++;
        }
      }
    }
    return count;
  }

  /** Truncates the file of its port, which others write. */
  public void truncatePortFile() throws IOException {
    try (FileChannel channel = FileChannel.open(folder.portFile(name), StandardOpenOption.WRITE)) {
      channel.truncate(0);
    }
  }

  @Override
  public void close() throws IOException {
    crowd.forEach(CloseQuietly::close);
    for (AutoCloseable each : new AutoCloseable[] {liveness, wake, file, server}) {
      CloseQuietly.close(each);
    }
    folder.removeFiles(name);
    CloseQuietly.delete(folder.memory(NUMBER, 0));
    CloseQuietly.delete(folder.grants(NUMBER));
    lock.close();
  }
}

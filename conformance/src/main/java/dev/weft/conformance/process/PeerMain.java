package dev.weft.conformance.process;

import dev.weft.conformance.failure.HangDetector;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Main class of the peer process. It executes the calls of the kit on its own objects, one after
 * another on each line, until its standard input ends, which also happens when the kit is killed.
 * Then it closes what is open, so that its provider can clean up.
 */
public final class PeerMain {
  static final String SOCKET = "socket";
  static final String MEMORY = "memory";

  /** How many calls can be under way at once. */
  static final int LINES = 8;

  private static final Duration CLOSING = Duration.ofSeconds(3);

  private final PeerObjects objects = new PeerObjects();
  private volatile boolean kitHasGone;
  private final Path folder;
  private final SharedMemory memory;

  private PeerMain(Path folder) throws IOException {
    this.folder = folder;
    this.memory = SharedMemory.map(folder.resolve(MEMORY));
  }

  /** Started by {@link PeerProcess}. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    PeerMain peer = new PeerMain(Files.createTempDirectory("weft-peer"));
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(peer::leave));
    peer.run();
  }

  @SuppressWarnings("SystemConsoleNull") // standard input and output connect to the kit
  private void run() throws IOException, InterruptedException {
    Thread.ofPlatform().daemon().start(this::acceptAll);
    if (System.in.read() >= 0) {
      deleteFolder(); // the kit has opened all files there
      System.in.transferTo(OutputStream.nullOutputStream());
    }
    kitHasGone = true;
    System.exit(0);
  }

  private void acceptAll() {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(folder.resolve(SOCKET)), LINES);
      System.out.println(folder);
      for (int i = 0; i < LINES; i++) {
        SocketChannel channel = server.accept();
        Thread.ofPlatform().daemon().name("line " + i).start(() -> serve(channel));
      }
    } catch (IOException kitCannotReachUs) {
      System.exit(1);
    }
  }

  private void serve(SocketChannel channel) {
    try (Line line = new Line(channel, memory, objects)) {
      Map<String, Method> methods = new HashMap<>();
      while (true) {
        serveCall(line, methods);
      }
    } catch (EOFException end) {
      // the kit has closed the line
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("a call cannot be understood", e);
    }
  }

  private void serveCall(Line line, Map<String, Method> methods)
      throws IOException, ReflectiveOperationException {
    Object target = objects.object(line.in.readInt(), Object.class);
    Method method = methods.computeIfAbsent(line.in.readUTF(), Signature::method);
    Object[] arguments = new Object[method.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = line.reader.read(method.getParameterTypes()[i]);
    }
    answer(line, target, method, arguments);
    line.send();
  }

  private static void answer(Line line, Object target, Method method, Object[] arguments)
      throws IOException, IllegalAccessException {
    try {
      Object returned = method.invoke(target, arguments);
      line.out.writeBoolean(true);
      line.writer.write(returned);
      line.writer.writeFilled(arguments);
    } catch (InvocationTargetException e) {
      line.out.writeBoolean(false);
      line.writer.write(Thrown.of(e.getCause()));
    }
  }

  // Exit.

  /** Exits on a signal. Objects stay open; their provider cleans up at the exit. */
  private void leave() {
    Thread closing = Thread.ofPlatform().daemon().unstarted(this::closeEverything);
    closing.start();
    HangDetector detector = new HangDetector(CLOSING);
    while (closing.isAlive() && detector.lap()) {
      // continue with the next object
    }
  }

  private void closeEverything() {
    try {
      deleteFolder();
      if (kitHasGone) {
        objects.closeAll();
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void deleteFolder() throws IOException {
    for (String name : new String[] {SOCKET, MEMORY, ""}) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }
}

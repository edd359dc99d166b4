package dev.weft.provider.fabric.process;

import dev.weft.OwnProcess;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * A peer process with one endpoint, which echoes each tagged message to its only peer. It ends when
 * its standard input does, so that no test leaves a process.
 */
public final class ShmPeer implements AutoCloseable {
  private final Process process;

  private ShmPeer(Process process) {
    this.process = process;
  }

  public static FabricInfo.Builder hints(String address) {
    return FabricInfo.builder()
        .provider("shm")
        .sourceAddress(address.getBytes(StandardCharsets.UTF_8));
  }

  /** Starts the process and waits until its endpoint is open. */
  static ShmPeer start(String fabric, String own, String peer, WaitObject wait) throws IOException {
    Process process = OwnProcess.start(ShmPeer.class, fabric, own, peer, wait.name());
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    if (!"ready".equals(line)) {
      process.destroyForcibly();
      throw new IOException("the peer said " + line);
    }
    return new ShmPeer(process);
  }

  /** {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** The other process. Arguments: fabric, own address, peer's address, wait object. */
  public static void main(String[] arguments) {
    try (Node node =
        Node.open(arguments[0], hints(arguments[1]), WaitObject.valueOf(arguments[3]))) {
      System.out.println("ready");
      Thread.ofPlatform().daemon().start(() -> endWithInput(node));
      echo(node, node.vector.insert(arguments[2].getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static volatile boolean ended;

  private static void endWithInput(Node node) {
    try {
      while (System.in.read() >= 0) {}
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ended = true;
    node.queue.signal();
  }

  private static void echo(Node node, long peer) {
    MemorySegment buffer = node.memory(1 << 16);
    while (!ended) {
      node.endpoint.trecv(buffer, buffer.byteSize(), FabricAddress.UNSPEC, 0, -1L, 1);
      if (waitForOne(node)) {
        long length = node.batch.length(0);
        long tag = node.batch.tag(0);
        while (node.endpoint.tsend(buffer, length, peer, tag, 2) == -Errno.EAGAIN) {
          node.progress();
        }
        waitForOne(node);
      }
    }
  }

  private static boolean waitForOne(Node node) {
    boolean sleeps = node.queue.control(ControlCommand.GETWAITOBJ) != WaitObject.NONE;
    int read = 0;
    while (read != 1 && !ended) {
      read = sleeps ? node.queue.sread(node.batch, 1, 0, -1) : node.queue.read(node.batch, 1);
      if (read == -Errno.EAVAIL) {
        node.queue.readErr(node.error, 0);
        System.err.println("echo: " + node.error);
        return false;
      }
    }
    return read == 1;
  }
}

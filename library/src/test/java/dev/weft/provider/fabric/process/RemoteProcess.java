package dev.weft.provider.fabric.process;

import dev.weft.OwnProcess;
import dev.weft.fabric.Errno;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A peer process that shares memory, or uses a peer's. It executes commands, line by line, and
 * answers; between commands it makes no progress. It ends when its standard input does.
 */
final class RemoteProcess implements AutoCloseable {
  static final long KEY = 7;
  static final int BYTES = 4_000_000;

  private final Process process;
  private final BufferedReader answers;

  private RemoteProcess(Process process) {
    this.process = process;
    this.answers = process.inputReader();
  }

  /** Starts the process; its endpoint is open on return. */
  static RemoteProcess start(String fabric, String own, String peer) throws IOException {
    Process process = OwnProcess.start(RemoteProcess.class, fabric, own, peer);
    RemoteProcess started = new RemoteProcess(process);
    started.expect("ready");
    return started;
  }

  /** Sends a command and waits for its answer. */
  void tell(String command) throws IOException {
    begin(command);
    expect(command);
  }

  /** Sends a command without waiting for its answer. */
  void begin(String command) throws IOException {
    process.outputWriter().write(command + "\n");
    process.outputWriter().flush();
  }

  void expect(String answer) throws IOException {
    String line = answers.readLine();
    if (!answer.equals(line)) {
      throw new IOException("the process said " + line + ", expected " + answer);
    }
  }

  /** {@code kill -STOP}: on return no thread of it runs. */
  void stop() throws IOException {
    signal("-STOP");
    while (!status().contains("State:\tT")) {
      Thread.onSpinWait();
    }
  }

  private String status() throws IOException {
    return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "status"));
  }

  void resume() throws IOException {
    signal("-CONT");
  }

  /** {@code kill -9}. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  private void signal(String name) throws IOException {
    int status =
        new ProcessBuilder("kill", name, String.valueOf(process.pid()))
            .start()
            .onExit()
            .join()
            .exitValue();
    if (status != 0) {
      throw new IOException("kill " + name + " ended with " + status);
    }
  }

  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      signal("-CONT");
      process.getOutputStream().close();
      process.onExit().join();
    }
  }

  // The other process.

  private static final class Role {
    private final Node node;
    private final long peer;
    private final MemorySegment memory;
    private final MemorySegment numbers;
    private MemoryRegion region;

    Role(Node node, long peer) {
      this.node = node;
      this.peer = peer;
      memory = node.memory(BYTES);
      numbers = node.memory(BYTES);
    }

    void run(String command) {
      String[] words = command.split(" ", 3);
      switch (words[0]) {
        case "register" -> region = node.domain.register(memory, AccessFlags.REMOTE, KEY, null);
        case "close" -> closeRegion(Long.parseLong(words[1]));
        case "serve" -> serve(Long.parseLong(words[1]));
        case "add" -> add(DataType.valueOf(words[1]), Integer.parseInt(words[2]));
        case "write" -> writeForEver();
        default -> throw new IllegalArgumentException(command);
      }
    }

    /** Closes the region during writes, and checks that its memory does not change afterwards. */
    private void closeRegion(long microseconds) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < microseconds * 1000) {
        Thread.onSpinWait();
      }
      region.close();
      long before = sample();
      start = System.nanoTime();
      while (System.nanoTime() - start < 1_000_000) {
        if (sample() != before) {
          throw new AssertionError("a closed region has changed");
        }
      }
    }

    /** A quick sample of all memory. */
    private long sample() {
      long sum = 0;
      for (long at = 0; at < BYTES; at += 16_384) {
        sum = 31 * sum + memory.get(ValueLayout.JAVA_BYTE, at);
      }
      return sum;
    }

    private void serve(long milliseconds) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < milliseconds * 1_000_000) {
        node.progress();
      }
    }

    private void add(DataType type, int rounds) {
      numbers.set(ValueLayout.JAVA_LONG, 0, 1);
      AtomicTarget target = new AtomicTarget(type).destination(peer).key(KEY);
      for (int i = 0; i < rounds; i++) {
        long context = i;
        Node.accepted(() -> node.endpoint.atomic(numbers, target, AtomicOperation.SUM, context));
        node.expect(context);
      }
    }

    /** Writes until this process is killed. */
    private void writeForEver() {
      System.out.println("write");
      for (long i = 0; ; i++) {
        numbers.fill((byte) i);
        while (node.endpoint.write(numbers, BYTES, peer, 0, KEY, i) == -Errno.EAGAIN) {
          node.progress();
        }
        Node.until(() -> node.queue.read(node.batch, 1) == 1 || failed());
      }
    }

    private boolean failed() {
      return node.queue.readErr(node.error, 0) == 1;
    }
  }

  /** Fabric, own address, the peer's address. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Node node = Node.open(arguments[0], ShmPeer.hints(arguments[1]), WaitObject.NONE)) {
      Role role = new Role(node, node.vector.insert(arguments[2].getBytes(StandardCharsets.UTF_8)));
      System.out.println("ready");
      String command = commands.readLine();
      while (command != null) {
        role.run(command);
        System.out.println(command);
        command = commands.readLine();
      }
      System.exit(0); // open objects end with the process
    }
  }
}

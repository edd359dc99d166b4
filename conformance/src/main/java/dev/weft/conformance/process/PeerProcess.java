package dev.weft.conformance.process;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.conformance.failure.HangDetector;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * A second process with the same code, in which the kit opens fabrics, endpoints and queues as it
 * does in its own. Each call on these objects is sent there and executed there.
 *
 * <pre>
 *   this process                                    the peer process
 *   endpoint.send(buffer, 8, to, 1)
 *     RemoteObject ---- line: "send", values ----&gt;  endpoint.send(buffer, 8, to, 1)
 *          0       &lt;--- line: 0 ------------------
 *   memory: [ buffer ]        the same pages        [ buffer ]
 * </pre>
 *
 * <p>Any thread may call, several at once; each call uses a line of its own.
 */
public final class PeerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Process process;
  private final SharedMemory memory;
  private final BlockingDeque<Line> lines = new LinkedBlockingDeque<>();
  private final Map<Integer, Object> objects = new ConcurrentHashMap<>();
  private final ObjectNumbers numbers = new Numbers();
  private volatile boolean broken;

  private PeerProcess(Process process, Path folder) throws IOException {
    this.process = process;
    memory = SharedMemory.map(folder.resolve(PeerMain.MEMORY));
    var address = UnixDomainSocketAddress.of(folder.resolve(PeerMain.SOCKET));
    for (int i = 0; i < PeerMain.LINES; i++) {
      lines.add(new Line(SocketChannel.open(address), memory, numbers));
    }
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Starts it. */
  public static PeerProcess start() throws IOException {
    List<String> command = JavaCommand.of(PeerMain.class, List.of());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    boolean connected = false;
    try (BufferedReader said = process.inputReader()) {
      String folder = said.readLine();
      if (folder == null) {
        throw new IOException("the peer process ended at once");
      }
      PeerProcess peer = new PeerProcess(process, Path.of(folder));
      connected = true;
      return peer;
    } finally {
      if (!connected) {
        process.destroyForcibly();
      }
    }
  }

  /** The root object; what is opened from it lives in the peer process. */
  public PeerSide side() {
    return (PeerSide) numbers.object(0, PeerSide.class);
  }

  /** Zeroed memory that both processes map, valid until the next {@link #release}. */
  public MemorySegment allocate(long bytes) {
    return memory.allocate(bytes);
  }

  /** Closes all objects of the peer process and frees all memory. */
  public void release() {
    side().close();
    objects.keySet().removeIf(number -> number != 0);
    memory.release();
  }

  /** The process, for checks that kill it. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /** Whether it can still be used. */
  public boolean isUsable() {
    return process.isAlive() && !broken;
  }

  /** Ends the process, which closes what is open there. Kills it if it hangs. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (isUsable() && hasEnded()) {
        return;
      }
    } catch (IOException endedAlready) {
      // expected
    } finally {
      process.destroyForcibly();
      lines.forEach(PeerProcess::hangUp);
    }
  }

  /** Waits for the end of the process; false if that hangs. */
  private boolean hasEnded() {
    HangDetector detector = new HangDetector();
    while (process.isAlive()) {
      if (!detector.lap()) {
        return false;
      }
    }
    return true;
  }

  private static void hangUp(Line line) {
    try {
      line.close();
    } catch (IOException nothingLeftToDo) {
      // the other end may have closed first
    }
  }

  // Calls.

  Object call(int number, Method method, Object[] arguments) {
    if (broken) {
      throw new ClauseFailure(method.getName() + " in a peer process that has ended");
    }
    Line line = freeLine();
    write(line, number, method, arguments);
    Object returned = exchange(line, method, arguments);
    lines.push(line);
    if (returned instanceof Thrown thrown) {
      throw thrown.again();
    }
    return returned;
  }

  private void write(Line line, int number, Method method, Object[] arguments) {
    try {
      line.out.writeInt(number);
      line.out.writeUTF(Signature.of(method));
      for (Object argument : arguments) {
        line.writer.write(argument);
      }
    } catch (RuntimeException cannotTravel) {
      line.discard();
      lines.push(line);
      throw cannotTravel;
    } catch (IOException neverInMemory) {
      throw new UncheckedIOException(neverInMemory);
    }
  }

  private Object exchange(Line line, Method method, Object[] arguments) {
    try {
      line.send();
      if (!line.in.readBoolean()) {
        return line.reader.read(Thrown.class);
      }
      Object returned = line.reader.read(method.getReturnType());
      line.reader.readFilled(arguments);
      return returned;
    } catch (IOException e) {
      broken = true;
      hangUp(line);
      throw new ClauseFailure(ending(method, e), e);
    }
  }

  private Line freeLine() {
    HangDetector detector = new HangDetector(PATIENCE);
    Line line = lines.poll();
    while (line == null) {
      detector.lapOr("no line to the peer process is free");
      line = lines.poll();
    }
    return line;
  }

  private String ending(Method method, IOException e) {
    if (hasEnded()) {
      return "the peer process ended in the middle of %s, exit status %d"
          .formatted(method.getName(), process.exitValue());
    }
    return "the line to the peer process ended in the middle of " + method.getName() + ": " + e;
  }

  private final class Numbers implements ObjectNumbers {

    @Override
    public int numberOf(Object object) {
      if (RemoteObject.handlerOf(object) instanceof RemoteObject remote) {
        return remote.number();
      }
      throw new IllegalStateException(
          "object=" + object + " lives in this process; allowed: those of the peer process");
    }

    @Override
    public Object object(int number, Class<?> type) {
      return objects.computeIfAbsent(
          number,
          key ->
              Proxy.newProxyInstance(
                  type.getClassLoader(),
                  new Class<?>[] {type},
                  new RemoteObject(PeerProcess.this, key, type)));
    }
  }
}

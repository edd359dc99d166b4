package dev.weft.provider.fabric.process;

import dev.weft.OwnProcess;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * A peer process that is killed during one long copy, or during a series of atomic operations. It
 * ends when its standard input does, so that no test leaves a process.
 */
final class CopyVictim implements AutoCloseable {
  static final long KEY = 7;
  static final long LENGTH = 1 << 27;
  static final long TAG = 1;
  static final long HELLO = 2;
  static final byte TEXT = 7;

  /** Its part in the operation, named from the survivor's side. */
  enum Part {
    RECEIVE {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        return node.endpoint.trecv(memory, LENGTH, peer, TAG, 0, 1);
      }
    },
    SEND {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        return node.endpoint.tsend(memory.fill(TEXT), LENGTH, peer, TAG, 1);
      }
    },
    SEND_OWN {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        MemorySegment own = Arena.global().allocate(LENGTH).fill(TEXT);
        return node.endpoint.tsend(own, LENGTH, peer, TAG, 1);
      }
    },
    WRITE {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        return node.endpoint.write(memory.fill(TEXT), LENGTH, peer, 0, KEY, 1);
      }
    },
    READ {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        return node.endpoint.read(memory, LENGTH, peer, 0, KEY, 1);
      }
    },
    GRANT {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        node.domain.register(memory, AccessFlags.REMOTE, KEY, null);
        return 0;
      }
    },
    GRANT_TEXT {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        node.domain.register(memory.fill(TEXT), AccessFlags.REMOTE, KEY, null);
        return 0;
      }
    },
    /** Adds one to the survivor's first element, then to its second, and so on. */
    ADD {
      @Override
      int begin(Node node, MemorySegment memory, long peer) {
        node.domain.register(memory, AccessFlags.REMOTE, KEY, null);
        memory.set(ValueLayout.JAVA_LONG, 0, 1);
        AtomicTarget target = new AtomicTarget(DataType.INT64).destination(peer).key(KEY);
        for (long turn = 0; ; turn++) {
          target.address(turn % 2 * Long.BYTES);
          long context = turn;
          Node.accepted(() -> node.endpoint.atomic(memory, target, AtomicOperation.SUM, context));
          node.expect(context);
        }
      }
    };

    /** Returns what the post returns. */
    abstract int begin(Node node, MemorySegment memory, long peer);
  }

  private final Process process;

  private CopyVictim(Process process) {
    this.process = process;
  }

  /** Starts a process, which prints a line before it begins. */
  static CopyVictim start(String fabric, String own, String peer, Part part) throws IOException {
    return new CopyVictim(OwnProcess.start(CopyVictim.class, fabric, own, peer, part.name()));
  }

  /** Waits until its memory is registered, if it has any. */
  void awaitReady() throws IOException {
    String line = process.inputReader().readLine();
    if (!"ready".equals(line)) {
      throw new IOException("the process said " + line);
    }
  }

  /** Starts its operation. */
  void begin() throws IOException {
    process.outputWriter().write("begin\n");
    process.outputWriter().flush();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** {@code kill -9}; does not wait for its end. */
  void kill() {
    process.destroyForcibly();
  }

  void awaitEnd() {
    process.onExit().join();
  }

  @Override
  public void close() {
    kill();
    awaitEnd();
  }

  /** Fabric, own address, the survivor's address, part. */
  public static void main(String[] arguments) throws IOException {
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Node node = Node.open(arguments[0], ShmPeer.hints(arguments[1]), WaitObject.NONE);
    long peer = node.vector.insert(arguments[2].getBytes(StandardCharsets.UTF_8));
    MemorySegment memory = node.memory(LENGTH);
    Node.accepted(() -> node.endpoint.tinject(memory, 1, peer, HELLO));
    System.out.println("ready");
    if (commands.readLine() != null) {
      Thread.ofPlatform().daemon().start(() -> endWith(commands));
      int posted = Part.valueOf(arguments[3]).begin(node, memory, peer);
      System.out.println("began");
      while (posted == 0) {
        node.progress();
      }
      throw new IllegalStateException("posting returned " + posted);
    }
  }

  private static void endWith(BufferedReader commands) {
    try {
      while (commands.readLine() != null) {}
    } catch (IOException e) {
      System.err.println(e);
    }
    Runtime.getRuntime().halt(0);
  }
}

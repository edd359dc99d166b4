package dev.weft.ffm.process;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** An endpoint of {@code shm}, and all that its queue has reported. Used by one thread. */
final class Side implements AutoCloseable {
  private static final AtomicInteger OPENED = new AtomicInteger();
  private static final long CAPABILITIES =
      Capabilities.MSG
          | Capabilities.TAGGED
          | Capabilities.RMA
          | Capabilities.MULTI_RECV
          | Capabilities.DIRECTED_RECV;

  private final Arena arena = Arena.ofShared();
  private final CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 8);
  private final ErrorCompletion error = ErrorCompletion.allocate(arena);
  private final Map<Long, List<Report>> reports = new HashMap<>();
  private final Node node;

  Side(ProgressModel progress, String address) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("shm")
            .capabilities(CAPABILITIES)
            .progress(progress)
            .sourceAddress(address.getBytes(StandardCharsets.UTF_8))
            .build();
    node = Node.open(Fabrics.getInfo(hints).getFirst());
  }

  /** An endpoint that makes progress when its queue is read. */
  static Side open(String address) {
    return new Side(ProgressModel.MANUAL, address);
  }

  /** An address that no other endpoint has. */
  static String freshAddress() {
    return "shm://shm/cma-" + ProcessHandle.current().pid() + "-" + OPENED.incrementAndGet();
  }

  Node node() {
    return node;
  }

  Endpoint endpoint() {
    return node.endpoint();
  }

  /** The handle of another endpoint. */
  long handleOf(Side other) {
    return node.peer(other.node.address());
  }

  /** Takes what the queue has; returns whether that was anything. */
  boolean take() {
    return took(node.queue().read(batch, batch.capacity()));
  }

  /** Waits until the queue has something, and takes it. */
  void takeNext() {
    took(node.queue().sread(batch, batch.capacity(), 0, -1));
  }

  private boolean took(int count) {
    if (count == -Errno.EAGAIN) {
      return false;
    }
    if (count == -Errno.EAVAIL) {
      if (node.queue().readErr(error, 0) == 1) {
        add(error.context(), Report.of(error));
      }
    } else if (count < 0) {
      throw new AssertionError("a read returned " + Errno.name(-count));
    }
    for (int i = 0; i < count; i++) {
      add(batch.context(i), Report.of(batch, i));
    }
    return true;
  }

  private void add(long context, Report report) {
    reports.computeIfAbsent(context, _ -> new ArrayList<>()).add(report);
  }

  /** What was reported of a context, in order. */
  List<Report> reports(long context) {
    return reports.getOrDefault(context, List.of());
  }

  boolean has(long context) {
    return reports.containsKey(context);
  }

  /** The only report of an operation; fails unless there is exactly one. */
  Report only(long context) {
    List<Report> all = reports(context);
    if (all.size() != 1) {
      throw new AssertionError("context " + context + " was reported as " + all);
    }
    return all.getFirst();
  }

  /** The only report of an operation, which is forgotten. */
  Report remove(long context) {
    Report report = only(context);
    reports.remove(context);
    return report;
  }

  /** Reports of all contexts. */
  int count() {
    return reports.values().stream().mapToInt(List::size).sum();
  }

  /** Forgets what was reported. */
  void forget() {
    reports.clear();
  }

  /** Repeats a post until it is accepted; both sides make progress between. */
  void post(Side other, IntSupplier call) {
    int result = call.getAsInt();
    while (result == -Errno.EAGAIN) {
      take();
      other.take();
      result = call.getAsInt();
    }
    if (result != 0) {
      throw new AssertionError("a post returned " + Errno.name(-result));
    }
  }

  /** The report of an operation; both sides make progress until it is there. */
  Report await(Side other, long context) {
    while (!has(context)) {
      take();
      other.take();
    }
    return only(context);
  }

  @Override
  public void close() {
    node.close();
    arena.close();
  }
}

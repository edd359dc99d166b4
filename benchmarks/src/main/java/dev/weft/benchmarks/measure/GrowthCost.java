package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.between.EndpointParts;
import dev.weft.benchmarks.between.RemoteEnd;
import dev.weft.benchmarks.contenders.EndpointSide;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.futures.Node;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongConsumer;

/**
 * Measures the cost of a message or an operation on one thread, within one process, while other
 * members of the same kind are idle.
 */
final class GrowthCost {
  private static final long MAX_WARM_UP_NANOS = 5_000_000_000L;
  private static final int WARM_UP_SLICES = 3_000;
  private static final int SLICE = 100;
  private static final CompilationMXBean COMPILER = ManagementFactory.getCompilationMXBean();

  private GrowthCost() {}

  /**
   * Nanoseconds for one, the median of the slices.
   *
   * @param kind what there are {@code members} of, of which the last one is used
   */
  static double measure(String kind, int members, long nanos) {
    LongConsumer operation = operation(kind, members);
    int before = warmUp(operation);
    return Median.ofSlices(2 * nanos, slice -> slice(operation, (long) (before + slice) * SLICE));
  }

  /** Until nothing more was compiled, within bounds; returns the number of slices. */
  private static int warmUp(LongConsumer operation) {
    long end = System.nanoTime() + MAX_WARM_UP_NANOS;
    int slices = 0;
    long compiled;
    do {
      compiled = COMPILER.getTotalCompilationTime();
      for (int i = 0; i < WARM_UP_SLICES && System.nanoTime() < end; i++) {
        slice(operation, (long) slices * SLICE);
        slices++;
      }
    } while (COMPILER.getTotalCompilationTime() > compiled && System.nanoTime() < end);
    return slices;
  }

  private static double slice(LongConsumer operation, long first) {
    long start = System.nanoTime();
    for (long number = first; number < first + SLICE; number++) {
      operation.accept(number);
    }
    return (System.nanoTime() - start) / (double) SLICE;
  }

  private static LongConsumer operation(String kind, int members) {
    return switch (kind) {
      case "peers" -> peers(members);
      case "queue-pairs" -> new QueuePairCost(true, members)::message;
      case "empty-poll" -> new QueuePairCost(true, members)::pollEmpty;
      case "regions" -> regions(members);
      case "deferred" -> new DeferredBacklog(members)::readEmpty;
      case "unexpected" -> new UnexpectedBacklog(members)::message;
      default -> new PostedReceives(kind, members)::message;
    };
  }

  /** Each peer sends once, which makes its link; then the last one goes on. */
  private static LongConsumer peers(int count) {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    Node opened = open(fabric, info);
    EndpointSide receiver = new EndpointSide(opened, FabricAddress.UNSPEC, false, null);
    EndpointSide sender = null;
    for (int i = 0; i < count; i++) {
      sender = peerOf(opened, fabric, info);
      MessageCost.message(sender, receiver, i);
    }
    EndpointSide last = sender;
    return number -> MessageCost.message(last, receiver, number);
  }

  private static EndpointSide peerOf(Node receiver, Fabric fabric, FabricInfo info) {
    Node opened = open(fabric, info);
    receiver.peers().insert(opened.endpoint().name());
    long peer = opened.peers().insert(receiver.endpoint().name());
    return new EndpointSide(opened, peer, false, null);
  }

  private static Node open(Fabric fabric, FabricInfo info) {
    return EndpointParts.open(fabric, info, WaitObject.NONE).opened();
  }

  /** A peer writes to the region that was registered last. */
  private static LongConsumer regions(int count) {
    FabricInfo info = EndpointParts.query("loopback");
    Fabric fabric = Fabrics.open(info);
    EndpointParts target = EndpointParts.open(fabric, info, WaitObject.NONE);
    for (long key = 1; key <= count; key++) {
      RemoteEnd.expose(target, key);
    }
    EndpointParts initiator =
        EndpointParts.open(fabric, info, WaitObject.NONE)
            .knowing(target.opened().endpoint().name());
    return new RemoteEnd(initiator, false, count)::send;
  }
}

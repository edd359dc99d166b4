package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.ScalableEndpoint;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ProgressModel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntSupplier;

/** A scalable endpoint of sockets that sends to one with several receive contexts. */
final class ScalablePair implements AutoCloseable {
  static final int CONTEXTS = 3;
  static final int BITS = 2;

  final Arena arena = Arena.ofShared();
  final FabricInfo info;
  final Domain domain;
  final AddressVector vector;
  final ScalableEndpoint near;
  final ScalableEndpoint far;
  final Port[] transmits = new Port[CONTEXTS];
  final Port[] receives = new Port[CONTEXTS];
  final long peer;
  private final Deque<FabricObject> objects = new ArrayDeque<>();

  ScalablePair(ProgressModel progress) {
    info = counted(offer(progress));
    Fabric fabric = keep(Fabrics.open(info));
    domain = keep(fabric.openDomain(info));
    vector =
        keep(
            domain.openAddressVector(
                AddressVectorAttributes.builder().receiveContextBits(BITS).build()));
    near = keep(domain.openScalableEndpoint(info, "near"));
    far = keep(domain.openScalableEndpoint(info, "far"));
    near.bind(vector, 0);
    far.bind(vector, 0);
    for (int i = 0; i < CONTEXTS; i++) {
      transmits[i] = new Port(near.openTransmitContext(i), BindFlags.TRANSMIT);
      receives[i] = new Port(far.openReceiveContext(i), BindFlags.RECV);
    }
    near.enable();
    far.enable();
    peer = vector.insert(far.name());
  }

  static FabricInfo offer(ProgressModel progress) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("ofi:sockets")
            .capabilities(Capabilities.MSG | Capabilities.NAMED_RX_CTX)
            .memoryRegistrationMode(-1L)
            .build();
    FabricInfo asked =
        hints.toBuilder().domain(hints.domain().toBuilder().dataProgress(progress).build()).build();
    return Fabrics.getInfo(asked).stream()
        .filter(one -> String.valueOf(one.fabric().name()).startsWith("127."))
        .findFirst()
        .orElseThrow();
  }

  private static FabricInfo counted(FabricInfo offer) {
    return offer.toBuilder()
        .endpoint(
            offer.endpoint().toBuilder()
                .transmitContextCount(CONTEXTS)
                .receiveContextCount(CONTEXTS)
                .build())
        .build();
  }

  private <T extends FabricObject> T keep(T object) {
    objects.push(object);
    return object;
  }

  MemorySegment buffer(int value) {
    return arena.allocate(8, 8).fill((byte) value);
  }

  long to(int context) {
    return FabricAddress.receiveContext(peer, context, BITS);
  }

  @Override
  public void close() {
    for (int i = 0; i < CONTEXTS; i++) {
      transmits[i].close();
      receives[i].close();
    }
    while (!objects.isEmpty()) {
      objects.pop().close();
    }
    arena.close();
  }

  /** A context and its queue. */
  final class Port implements AutoCloseable {
    final Endpoint context;
    final CompletionQueue queue;
    final CompletionBatch batch = CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 1);

    Port(Endpoint context, long direction) {
      this.context = context;
      queue =
          domain.openCompletionQueue(CompletionQueueAttributes.blocking(CompletionFormat.TAGGED));
      context.bind(queue, direction);
      context.enable();
    }

    void post(IntSupplier call) {
      int result = call.getAsInt();
      while (result == -Errno.EAGAIN) {
        queue.read(null, 0);
        result = call.getAsInt();
      }
      if (result != 0) {
        throw new AssertionError("post returned " + result);
      }
    }

    /** The context of the next entry, which this waits for; the other port makes progress, too. */
    long await(Port other) {
      int result = queue.read(batch, 1);
      while (result == -Errno.EAGAIN) {
        other.queue.read(null, 0);
        result = queue.read(batch, 1);
      }
      if (result != 1) {
        throw new AssertionError("read returned " + result);
      }
      return batch.context(0);
    }

    @Override
    public void close() {
      context.close();
      queue.close();
    }
  }
}

package dev.weft.benchmarks.measure;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.benchmarks.contenders.Results;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.ReceiveAttributes;
import dev.weft.fabric.info.Threading;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Two endpoints of loopback on one thread; one sends tagged numbers to the other. */
final class TaggedPair {
  private static final int WORD = Long.BYTES;

  private final int operations;
  private final Node receiver;
  private final Node sender;
  private final long peer;
  private final MemorySegment outgoing = Arena.ofAuto().allocate(WORD);
  private final MemorySegment incoming = Arena.ofAuto().allocate(WORD);
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);

  /**
   * Opens both.
   *
   * @param operations that may be posted at the same time
   */
  TaggedPair(int operations) {
    this.operations = operations;
    FabricInfo info = info(operations);
    Fabric fabric = Fabrics.open(info);
    receiver = open(fabric, info);
    sender = open(fabric, info);
    peer = sender.peers().insert(receiver.endpoint().name());
  }

  private static FabricInfo info(int receives) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("loopback")
            .endpointType(EndpointType.RDM)
            .threading(Threading.DOMAIN)
            .receive(ReceiveAttributes.builder().size(receives).build())
            .build();
    return Fabrics.getInfo(hints).getFirst();
  }

  /** Each posted receive needs room in the queue. */
  private Node open(Fabric fabric, FabricInfo info) {
    return Node.open(
        fabric,
        info,
        CompletionQueueAttributes.builder()
            .format(CompletionFormat.TAGGED)
            .size(2L * operations)
            .build());
  }

  /** Posts a receive, whose context is its tag. */
  void post(long tag, long ignored) {
    Results.check(
        receiver.endpoint().trecv(incoming, WORD, FabricAddress.UNSPEC, tag, ignored, tag));
  }

  /** Sends a number and reads the completion. */
  void send(long tag, long number) {
    outgoing.set(JAVA_LONG, 0, number);
    while (Results.refused(sender.endpoint().tsend(outgoing, WORD, peer, tag, number))) {
      progress();
    }
    await(sender.queue(), number);
  }

  /** Lets the receiver take what has arrived; there must be no completion. */
  void progress() {
    if (!Results.refused(receiver.queue().read(batch, 1))) {
      throw new IllegalStateException("context=" + batch.context(0) + ", expected no completion");
    }
  }

  /** Reads the completion of the receive with this tag; it must have taken this number. */
  void receive(long tag, long number) {
    await(receiver.queue(), tag);
    if (incoming.get(JAVA_LONG, 0) != number) {
      throw new IllegalStateException(
          "received=" + incoming.get(JAVA_LONG, 0) + ", expected " + number);
    }
  }

  private void await(CompletionQueue queue, long context) {
    while (Results.refused(queue.read(batch, 1))) {
      Thread.onSpinWait();
    }
    if (batch.context(0) != context) {
      throw new IllegalStateException("context=" + batch.context(0) + ", expected " + context);
    }
  }
}

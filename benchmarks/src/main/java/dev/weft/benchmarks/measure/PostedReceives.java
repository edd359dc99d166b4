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

/**
 * An endpoint with posted tagged receives, one of which takes each message and is then posted again
 * behind the others.
 */
final class PostedReceives {
  private static final int WORD = Long.BYTES;
  private static final long ANY_TAG = -1;

  private final int count;
  private final boolean firstMatches;
  private final long lastIgnores;
  private final Node receiver;
  private final Node sender;
  private final long peer;
  private final MemorySegment outgoing = Arena.ofAuto().allocate(WORD);
  private final MemorySegment incoming = Arena.ofAuto().allocate(WORD);
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);

  /**
   * Posts the receives.
   *
   * @param which matches: {@code first}, {@code last}, or {@code wildcard}, which is the last and
   *     accepts any tag
   */
  PostedReceives(String which, int count) {
    this.count = count;
    firstMatches = which.equals("first");
    lastIgnores = which.equals("wildcard") ? ANY_TAG : 0;
    FabricInfo info = info(count);
    Fabric fabric = Fabrics.open(info);
    receiver = open(fabric, info);
    sender = open(fabric, info);
    peer = sender.peers().insert(receiver.endpoint().name());
    for (int i = 1; i < count; i++) {
      post(i, 0);
    }
    post(0, lastIgnores);
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
            .size(2L * count)
            .build());
  }

  private void post(long tag, long ignored) {
    Results.check(
        receiver.endpoint().trecv(incoming, WORD, FabricAddress.UNSPEC, tag, ignored, tag));
  }

  /** Sends the next number and takes it. */
  void message(long number) {
    long tag = firstMatches ? (number + 1) % count : 0;
    outgoing.set(JAVA_LONG, 0, number);
    Results.check(sender.endpoint().tsend(outgoing, WORD, peer, tag, number));
    await(receiver.queue(), tag);
    await(sender.queue(), number);
    if (incoming.get(JAVA_LONG, 0) != number) {
      throw new IllegalStateException(
          "received=" + incoming.get(JAVA_LONG, 0) + ", expected " + number);
    }
    post(tag, lastIgnores);
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

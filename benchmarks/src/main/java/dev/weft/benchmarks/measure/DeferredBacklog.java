package dev.weft.benchmarks.measure;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;

/** A domain with deferred work that waits for a counter, and a queue that is read meanwhile. */
final class DeferredBacklog {
  private static final long NEVER = 1L << 40;

  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private final Node node;

  DeferredBacklog(int count) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("loopback")
            .endpointType(EndpointType.RDM)
            .capabilities(Capabilities.TAGGED | Capabilities.TRIGGER)
            .threading(Threading.DOMAIN)
            .build();
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    node = Node.open(info);
    Counter counter = node.domain().openCounter(CounterAttributes.defaults());
    for (int i = 0; i < count; i++) {
      DeferredWork work = DeferredWork.add(counter, 1).after(counter, NEVER + i);
      node.domain().control(ControlCommand.queueWork(work));
    }
  }

  /** Reads the queue, which is empty. */
  void readEmpty(long number) {
    if (node.queue().read(batch, 1) > 0) {
      throw new IllegalStateException("completion before number=" + number + ", expected none");
    }
  }
}

package dev.weft.ffm.object;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.Capabilities;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Opens, uses and closes endpoints while other threads read the queue and the counter that they are
 * bound to. For a process of its own, which a use after free would end.
 */
public final class ReadersWhileClosing {
  private static final int ENDPOINTS = 40;

  private final Pair pair;
  private volatile boolean ended;

  private ReadersWhileClosing(Pair pair) {
    this.pair = pair;
  }

  /** Prints {@code good} and ends, unless the process dies before. Arguments: a provider. */
  public static void main(String[] arguments) throws Exception {
    try (Pair pair = new Pair(arguments[0], Capabilities.MSG, 0, BindFlags.SEND)) {
      new ReadersWhileClosing(pair).run();
    }
    System.out.println("good");
  }

  private void run() throws Exception {
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> readers =
          List.of(
              threads.submit(() -> read(pair.a.queue)),
              threads.submit(() -> sleep(pair.a.queue)),
              threads.submit(() -> count(pair.a.counter)));
      for (int i = 0; i < ENDPOINTS; i++) {
        useAndClose(i);
      }
      ended = true;
      for (Future<?> reader : readers) {
        reader.get();
      }
    }
  }

  private void useAndClose(int round) throws InterruptedException {
    try (Endpoint endpoint = pair.domain.openEndpoint(pair.info)) {
      endpoint.bind(pair.a.counter, BindFlags.SEND);
      endpoint.bind(pair.a.queue, BindFlags.TRANSMIT | BindFlags.RECV);
      endpoint.bind(pair.a.vector, 0);
      Thread.sleep(round % 4 == 0 ? 15 : 0); // longer than the pauses of progress in libfabric
      endpoint.enable();
      endpoint.recv(pair.buffer(0), Pair.LENGTH, FabricAddress.UNSPEC, 1);
      pair.b.endpoint.recv(pair.buffer(0), Pair.LENGTH, FabricAddress.UNSPEC, 2);
      pair.post(() -> endpoint.send(pair.buffer(1), 8, pair.a.peer, 3));
      Thread.sleep(round % 3);
    }
  }

  private void read(CompletionQueue queue) {
    CompletionBatch batch = CompletionBatch.allocate(pair.arena, CompletionFormat.TAGGED, 4);
    while (!ended) {
      queue.read(batch, 4);
    }
  }

  private void sleep(CompletionQueue queue) {
    CompletionBatch batch = CompletionBatch.allocate(pair.arena, CompletionFormat.TAGGED, 4);
    while (!ended) {
      queue.sread(batch, 4, 1, 20);
    }
  }

  private void count(Counter counter) {
    while (!ended) {
      counter.read();
    }
  }
}

package dev.weft.benchmarks.between;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.weft.benchmarks.contenders.Results;
import dev.weft.benchmarks.contenders.Side;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One-sided writes of eight bytes to the peer's memory, whose queue is bound with {@code
 * FI_SELECTIVE_COMPLETION}: one of {@value #BATCH} asks for a completion, which is read before the
 * next batch. The peer makes no calls.
 */
final class SelectiveWrites implements Side {
  private static final int BATCH = 32;
  private static final int WORD = Long.BYTES;

  private final EndpointParts parts;
  private final Endpoint endpoint;
  private final MemorySegment[] words;
  private final RmaMessage last;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, 1);
  private int posted;

  /** An initiator of writes to memory that {@link RemoteEnd#expose} registered. */
  SelectiveWrites(EndpointParts parts) {
    this.parts = parts;
    endpoint = openSelective(parts.opened());
    words = RemoteEnd.words(parts.domain().allocate((long) BATCH * WORD));
    last =
        new RmaMessage()
            .vector(IoVector.of(words[BATCH - 1]))
            .address(parts.peer())
            .remote(new RmaIoVector().add(0, WORD, RemoteEnd.KEY));
  }

  private static Endpoint openSelective(Node node) {
    Endpoint endpoint = node.domain().openEndpoint(node.info());
    endpoint.bind(node.peers(), 0);
    endpoint.bind(
        node.queue(), BindFlags.TRANSMIT | BindFlags.RECV | BindFlags.SELECTIVE_COMPLETION);
    endpoint.enable();
    return endpoint;
  }

  @Override
  public void send(long value) {
    MemorySegment word = words[posted];
    word.set(JAVA_LONG, 0, value);
    while (Results.refused(post(word))) {
      read();
    }
    posted = (posted + 1) % BATCH;
    if (posted == 0) {
      awaitCompletion();
    }
  }

  /** Writes the word of its index; the last of a batch completes. */
  private int post(MemorySegment word) {
    return posted == BATCH - 1
        ? endpoint.writeMsg(last, OperationFlags.COMPLETION)
        : endpoint.write(word, WORD, parts.peer(), 0, RemoteEnd.KEY, 0);
  }

  /** Reads the peer's memory after all earlier writes. */
  @Override
  public long receive() {
    MemorySegment word = words[posted];
    RmaMessage fetch = last.copy().vector(IoVector.of(word));
    while (Results.refused(endpoint.readMsg(fetch, OperationFlags.COMPLETION))) {
      read();
    }
    awaitCompletion();
    return word.get(JAVA_LONG, 0);
  }

  private void awaitCompletion() {
    while (read() == 0) {
      Thread.onSpinWait();
    }
  }

  private int read() {
    int result = parts.opened().queue().read(batch, 1);
    Results.check(result);
    return Math.max(0, result);
  }
}

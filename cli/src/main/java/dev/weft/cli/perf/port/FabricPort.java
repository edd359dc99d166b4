package dev.weft.cli.perf.port;

import dev.weft.cli.perf.plan.BufferMemory;
import dev.weft.cli.perf.plan.PerfFailure;
import dev.weft.cli.perf.plan.TestCase;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.MemoryRegion;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.AtomicOperation;
import dev.weft.fabric.message.AtomicTarget;
import dev.weft.fabric.message.DataType;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One end of a measurement with the libfabric API: a domain, an endpoint and one completion queue.
 */
public final class FabricPort extends Port {
  /** Key of the memory that the other end may access. */
  private static final long KEY = 7;

  private static final long CONTROL_TAG = 1L << 62;
  private static final int SLEEP_MILLIS = 500;

  private final Node opened;
  private final CompletionQueue queue;
  private final Endpoint endpoint;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());
  private final MemorySegment told;
  private final MemorySegment heard;
  private final AtomicTarget element = new AtomicTarget(DataType.UINT64);
  private final MemorySegment[] operands;
  private final MemorySegment[] compares;
  private MemoryRegion window;
  private final BufferMemory memory;
  private long peer;

  /** Opens an unconnected end. */
  public FabricPort(Fabric fabric, FabricInfo info, TestCase row) {
    super(row);
    try (Opening opening = new Opening()) {
      opened = Node.open(fabric, info, queueAttributes(row));
      opening.ifFailed(opened::close);
      queue = opened.queue();
      endpoint = opened.endpoint();
      memory = row.memory();
      told = allocate(Long.BYTES);
      heard = allocate(Long.BYTES);
      int atomics = row.test().isAtomic() ? row.slots() : 1;
      operands = buffers(atomics, Long.BYTES);
      compares = buffers(atomics, Long.BYTES);
      opening.done();
    }
  }

  private static CompletionQueueAttributes queueAttributes(TestCase row) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(row.waitMode().waitObject())
        .size(2L * (row.slots() + TestCase.SPARE) + BATCH)
        .build();
  }

  @Override
  public byte[] name() {
    return opened.endpoint().name();
  }

  @Override
  public void connect(byte[] name) {
    peer = opened.peers().insert(name);
    element.destination(peer).key(KEY);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return memory.allocate(bytes, opened.domain()::allocate);
  }

  @Override
  public MemorySegment allocateWindow(long bytes) {
    MemorySegment all = allocate(bytes);
    window = opened.domain().register(all, AccessFlags.REMOTE, KEY);
    return all;
  }

  @Override
  public int tryPost(
      Operation operation,
      MemorySegment buffer,
      long length,
      long place,
      long expected,
      long context) {
    return switch (operation) {
      case SEND -> endpoint.send(buffer, length, peer, context);
      case TIMED_SEND -> endpoint.sendData(buffer, length, System.nanoTime(), peer, context);
      case RECEIVE -> endpoint.recv(buffer, length, peer, context);
      case TAGGED_SEND, CONTROL_SEND -> endpoint.tsend(buffer, length, peer, place, context);
      case TAGGED_RECEIVE, CONTROL_RECEIVE ->
          endpoint.trecv(buffer, length, peer, place, 0, context);
      case LINK -> throw new IllegalStateException("Signals share the link of the messages.");
      case WRITE -> endpoint.write(buffer, length, peer, place, KEY, context);
      case READ -> endpoint.read(buffer, length, peer, place, KEY, context);
      case FETCH_ADD -> {
        MemorySegment operand = holding(operands, 1, context);
        element.address(place);
        yield endpoint.fetchAtomic(operand, buffer, element, AtomicOperation.SUM, context);
      }
      case COMPARE_SWAP -> {
        MemorySegment operand = holding(operands, expected + 1, context);
        MemorySegment compared = holding(compares, expected, context);
        element.address(place);
        AtomicOperation swap = AtomicOperation.CSWAP;
        yield endpoint.compareAtomic(operand, compared, buffer, element, swap, context);
      }
    };
  }

  /**
   * Stores a value that stays unchanged until the operation completes; at most a window is in
   * flight.
   */
  private static MemorySegment holding(MemorySegment[] words, long value, long context) {
    MemorySegment word = words[(int) (number(context) % words.length)];
    word.set(ValueLayout.JAVA_LONG, 0, value);
    return word;
  }

  @Override
  public void signal(long number) {
    awaitAll(CONTROL_SEND);
    told.set(ValueLayout.JAVA_LONG, 0, number);
    post(Operation.CONTROL_SEND, told, Long.BYTES, CONTROL_TAG);
  }

  @Override
  public long awaitSignal() {
    post(Operation.CONTROL_RECEIVE, heard, Long.BYTES, CONTROL_TAG);
    awaitAll(CONTROL_RECEIVE);
    return heard.get(ValueLayout.JAVA_LONG, 0);
  }

  @Override
  public int poll() {
    return settleAll(queue.read(batch, BATCH));
  }

  @Override
  public int sleep() {
    return settleAll(queue.sread(batch, BATCH, 0, SLEEP_MILLIS));
  }

  private int settleAll(int count) {
    for (int i = 0; i < count; i++) {
      boolean timed = (batch.flags(i) & CompletionFlags.REMOTE_CQ_DATA) != 0;
      settle(batch.context(i), batch.length(i), timed ? batch.data(i) : UNTIMED);
    }
    if (count < 0 && count != -Errno.EAGAIN) {
      throw failure(count);
    }
    return Math.max(count, 0);
  }

  private PerfFailure failure(int result) {
    if (result != -Errno.EAVAIL || queue.readErr(error, 0) != 1) {
      return new PerfFailure("Reading completions failed: " + describe(result) + ".");
    }
    String why = describe(error.error()) + "; " + queue.strerror(error.providerError());
    return failed(error.context(), why);
  }

  @Override
  public void close() {
    if (window != null) {
      window.close();
    }
    opened.close();
  }
}

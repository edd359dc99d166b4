package dev.weft.provider.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.completion.ErrorCompletion;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.wire.Wire;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Test fixture: one endpoint with its address vector and queue, in a domain of its own. */
public final class Node implements AutoCloseable {
  public static final int BATCH = 64;

  /** A provider whose endpoints exchange frames only. */
  public static final LoopbackFabricProvider FAR = new LoopbackFabricProvider("frames", false);

  private static final AtomicInteger FABRICS = new AtomicInteger();
  private static final Duration MAX = Duration.ofMinutes(5);

  public final FabricInfo info;
  public final Fabric fabric;
  public final Domain domain;
  public final CompletionQueue queue;
  public final AddressVector vector;
  public final Endpoint endpoint;
  public final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  public final ErrorCompletion error = ErrorCompletion.allocate(Arena.ofAuto());

  /** A name that no other test uses. */
  public static String freshName() {
    return "test-" + FABRICS.incrementAndGet();
  }

  public static FabricInfo.Builder hints() {
    return FabricInfo.builder().provider("loopback");
  }

  /** Opens a node without a wait object. */
  public static Node open(String fabric) {
    return open(fabric, hints(), WaitObject.NONE);
  }

  public static Node open(String fabric, FabricInfo.Builder hints, WaitObject wait) {
    return new Node(fabric, hints, queueOf(wait, 0), BindFlags.TRANSMIT | BindFlags.RECV);
  }

  public static CompletionQueueAttributes queueOf(WaitObject wait, int size) {
    return CompletionQueueAttributes.builder()
        .format(CompletionFormat.TAGGED)
        .waitObject(wait)
        .size(size)
        .build();
  }

  /** Opens a node without direct access to others, as if each were a separate process. */
  public static Node openFar(String fabric) {
    return openFar(fabric, WaitObject.NONE);
  }

  public static Node openFar(String fabric, WaitObject wait) {
    FabricInfo info = farInfo(fabric, FabricInfo.builder());
    long flags = BindFlags.TRANSMIT | BindFlags.RECV;
    return new Node(info, FAR.open(info, null), queueOf(wait, 0), flags);
  }

  /** The first offer of {@link #FAR}, of this fabric. */
  public static FabricInfo farInfo(String fabric, FabricInfo.Builder hints) {
    FabricInfo wanted = hints.provider(FAR.name()).build();
    return named(FAR.getInfo(wanted).infos().getFirst(), fabric);
  }

  /** The wire of this fabric under {@link #FAR}. */
  public static Wire farWire(String fabric) {
    return FAR.wire(fabric);
  }

  public Node(
      String fabricName,
      FabricInfo.Builder hints,
      CompletionQueueAttributes attributes,
      long bindFlags) {
    this(named(Fabrics.getInfo(hints.build()).getFirst(), fabricName), attributes, bindFlags);
  }

  private Node(FabricInfo info, CompletionQueueAttributes attributes, long bindFlags) {
    this(info, Fabrics.open(info), attributes, bindFlags);
  }

  public static FabricInfo named(FabricInfo offer, String fabric) {
    return offer.toBuilder().fabric(offer.fabric().toBuilder().name(fabric).build()).build();
  }

  private Node(
      FabricInfo info, Fabric fabric, CompletionQueueAttributes attributes, long bindFlags) {
    this(info, fabric, attributes, bindFlags, _ -> {});
  }

  /** Opens a node that the caller configures before it is enabled. */
  public Node(
      FabricInfo info,
      Fabric fabric,
      CompletionQueueAttributes attributes,
      long bindFlags,
      Consumer<Node> prepare) {
    this.info = info;
    this.fabric = fabric;
    domain = fabric.openDomain(info);
    queue = domain.openCompletionQueue(attributes);
    vector = domain.openAddressVector(AddressVectorAttributes.defaults());
    endpoint = domain.openEndpoint(info);
    endpoint.bind(queue, bindFlags);
    endpoint.bind(vector, 0);
    prepare.accept(this);
    endpoint.enable();
  }

  public long handleOf(Node peer) {
    return vector.insert(peer.endpoint.name());
  }

  public MemorySegment memory(long bytes) {
    return domain.allocate(bytes);
  }

  /** Drives progress without reading an entry. */
  public void progress() {
    queue.read(null, 0);
  }

  /** Reads one entry into {@link #batch}. */
  public void readOne() {
    assertEquals(1, readNext(), "result of a read");
  }

  /** Waits for the next entry or error; returns the result of the read. */
  private int readNext() {
    int[] result = {0};
    until(() -> (result[0] = queue.read(batch, 1)) != -Errno.EAGAIN);
    return result[0];
  }

  /** Reads one entry and compares its context. */
  public void expect(long context) {
    readOne();
    assertEquals(context, batch.context(0), "context");
  }

  /** Reads one failure and compares its context; a success fails the test. */
  public void expectError(long context, int errno) {
    assertEquals(-Errno.EAVAIL, readNext(), "result of a read");
    assertEquals(1, queue.readErr(error, 0));
    assertEquals(errno, error.error(), error::toString);
    assertEquals(context, error.context(), "context");
  }

  public void expectNothing() {
    assertEquals(-Errno.EAGAIN, queue.read(batch, 1));
  }

  /** Repeats a post until it is accepted; peers must progress by themselves. */
  public static void accepted(IntSupplier post) {
    until(
        () -> {
          int result = post.getAsInt();
          if (result != 0 && result != -Errno.EAGAIN) {
            fail("post returned " + result);
          }
          return result == 0;
        });
  }

  public static void until(BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > MAX.toNanos()) {
        fail("still not so after " + MAX);
      }
      Thread.yield();
    }
  }

  @Override
  public void close() {
    endpoint.close();
    vector.close();
    queue.close();
    domain.close();
    fabric.close();
  }
}

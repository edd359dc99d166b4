package dev.weft.ffm.object;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.Installed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** Two endpoints of one domain, each with one queue and the address of the other. */
public final class Pair implements AutoCloseable {
  public static final int LENGTH = 64;

  public final Arena arena = Arena.ofShared();
  public final FabricInfo info;
  public final Fabric fabric;
  public final Domain domain;
  public final Side a;
  public final Side b;
  private final Deque<FabricObject> objects = new ArrayDeque<>();

  public Pair(String provider, long capabilities, long bindFlags) {
    this(provider, capabilities, bindFlags, 0);
  }

  /** Each side also has a counter of what {@code counted} says. */
  public Pair(String provider, long capabilities, long bindFlags, long counted) {
    this(offer(provider, capabilities), bindFlags, counted);
  }

  /** Over an offer, which the caller may have changed. */
  public Pair(FabricInfo offer, long bindFlags, long counted) {
    this(offer, bindFlags, counted, endpoint -> {});
  }

  /** Does something with each endpoint before it is enabled. */
  public Pair(FabricInfo offer, long bindFlags, long counted, Consumer<Endpoint> setup) {
    info = offer;
    fabric = keep(Fabrics.open(info));
    domain = keep(fabric.openDomain(info));
    a = new Side(bindFlags, counted, setup);
    b = new Side(bindFlags, counted, setup);
    a.peer = a.vector.insert(b.endpoint.name());
    b.peer = b.vector.insert(a.endpoint.name());
  }

  public Pair(String provider, long capabilities) {
    this(provider, capabilities, 0);
  }

  /** The first offer at a loopback address, or the first of all. */
  public static FabricInfo offer(String provider, long capabilities) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider(provider)
            .endpointType(provider.equals("ofi:udp") ? EndpointType.DGRAM : EndpointType.RDM)
            .capabilities(capabilities)
            .memoryRegistrationMode(-1L)
            .build();
    List<FabricInfo> offers = Fabrics.getInfo(hints);
    return offers.stream()
        .filter(info -> String.valueOf(info.fabric().name()).startsWith("127."))
        .findFirst()
        .orElse(offers.getFirst());
  }

  public static Stream<String> reliable() {
    return Installed.providers("ofi:tcp", "ofi:net", "ofi:shm", "ofi:sockets");
  }

  public <T extends FabricObject> T keep(T object) {
    objects.push(object);
    return object;
  }

  public MemorySegment buffer(int value) {
    return arena.allocate(LENGTH, Long.BYTES).fill((byte) value);
  }

  /** Repeats a post until it is accepted; reads nothing, but progresses both sides. */
  public void post(IntSupplier call) {
    int result = call.getAsInt();
    while (result == -Errno.EAGAIN) {
      a.queue.read(null, 0);
      b.queue.read(null, 0);
      result = call.getAsInt();
    }
    if (result != 0) {
      throw new AssertionError("post returned " + result);
    }
  }

  @Override
  public void close() {
    while (!objects.isEmpty()) {
      objects.pop().close();
    }
    arena.close();
  }

  /** One endpoint with what belongs to it. */
  public final class Side {
    public final CompletionQueue queue =
        keep(
            domain.openCompletionQueue(
                CompletionQueueAttributes.blocking(CompletionFormat.TAGGED)));
    public final Counter counter =
        keep(domain.openCounter(CounterAttributes.builder().waitObject(WaitObject.UNSPEC).build()));
    public final AddressVector vector =
        keep(domain.openAddressVector(AddressVectorAttributes.defaults()));
    public final Endpoint endpoint = keep(domain.openEndpoint(info));
    public final CompletionBatch batch =
        CompletionBatch.allocate(arena, CompletionFormat.TAGGED, 8);
    public long peer;

    private Side(long bindFlags, long counted, Consumer<Endpoint> setup) {
      if (counted != 0) {
        endpoint.bind(counter, counted);
      }
      endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV | bindFlags);
      endpoint.bind(vector, 0);
      setup.accept(endpoint);
      endpoint.enable();
    }

    /** Operations that are not free. */
    public int used() {
      return ((NativeCompletionQueue) queue).operations.used();
    }

    /** Waits for one entry, at index 0 of the batch; progresses the other side, too. */
    public Side await() {
      int result = queue.read(batch, 1);
      while (result == -Errno.EAGAIN) {
        (this == a ? b : a).queue.read(null, 0);
        result = queue.read(batch, 1);
      }
      if (result != 1) {
        throw new AssertionError("read returned " + result);
      }
      return this;
    }
  }
}

package dev.weft.provider.fabric;

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
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The races of posting with closing and with changes of the address vector. */
public final class EndpointTests {
  private static final long BOTH = BindFlags.TRANSMIT | BindFlags.RECV;
  private static final int SIZE = 8;

  /** Small, because thousands of endpoints are opened and closed. */
  private static final FabricInfo INFO = small(Fabrics.getInfo().getFirst());

  private static final Fabric FABRIC = Fabrics.open(INFO);
  private static final Domain DOMAIN = FABRIC.openDomain(INFO);
  private static final MemorySegment MEMORY = DOMAIN.allocate(64);

  private EndpointTests() {}

  private static FabricInfo small(FabricInfo info) {
    return info.toBuilder()
        .transmit(info.transmit().toBuilder().size(SIZE).build())
        .receive(info.receive().toBuilder().size(SIZE).build())
        .build();
  }

  /** An endpoint and a queue of eight entries, which a second endpoint may use later. */
  abstract static class Bench {
    final CompletionQueue queue =
        DOMAIN.openCompletionQueue(
            CompletionQueueAttributes.builder()
                .format(CompletionFormat.CONTEXT)
                .size(SIZE)
                .build());
    final AddressVector vector = DOMAIN.openAddressVector(AddressVectorAttributes.defaults());
    final Endpoint endpoint = open();

    final Endpoint open() {
      Endpoint opened = DOMAIN.openEndpoint(INFO);
      opened.bind(queue, BOTH);
      opened.bind(vector, 0);
      opened.enable();
      return opened;
    }

    /** How many receives the queue still has room for. */
    final int room() {
      int room = 0;
      try (Endpoint other = open()) {
        while (other.recv(MEMORY, 8, -1, 1) == 0) {
          room++;
        }
      }
      return room;
    }

    final void close() {
      endpoint.close();
      vector.close();
      queue.close();
    }
  }

  /** A receive is posted while the endpoint closes: its reservation is returned in either order. */
  @JCStressTest
  @State
  @Outcome(id = "0, 8", expect = Expect.ACCEPTABLE, desc = "posted, and cancelled by the close")
  @Outcome(id = "1, 8", expect = Expect.ACCEPTABLE, desc = "refused, as closed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "room of the queue is lost for ever")
  public static class CloseBesideReceive extends Bench {
    @Actor
    public void posts(II_Result result) {
      try {
        result.r1 = endpoint.recv(MEMORY, 8, -1, 1);
      } catch (IllegalStateException closed) {
        result.r1 = 1;
      }
    }

    @Actor
    public void closes() {
      endpoint.close();
    }

    @Arbiter
    public void room(II_Result result) {
      result.r2 = room();
      close();
    }
  }

  /** A message that must be acknowledged is sent while the endpoint closes. */
  @JCStressTest
  @State
  @Outcome(id = "0, 8", expect = Expect.ACCEPTABLE, desc = "sent, and cancelled by the close")
  @Outcome(id = "1, 8", expect = Expect.ACCEPTABLE, desc = "refused, as closed")
  @Outcome(expect = Expect.FORBIDDEN, desc = "room of the queue is lost for ever")
  public static class CloseBesideSend extends Bench {
    private static final MemorySegment LARGE = DOMAIN.allocate(1 << 16);
    private final long self = vector.insert(endpoint.name());

    @Actor
    public void sends(II_Result result) {
      try {
        result.r1 = endpoint.send(LARGE, LARGE.byteSize(), self, 1);
      } catch (IllegalStateException closed) {
        result.r1 = 1;
      }
    }

    @Actor
    public void closes() {
      endpoint.close();
    }

    @Arbiter
    public void room(II_Result result) {
      result.r2 = room();
      close();
    }
  }

  /** The handle of a peer is removed, and not reused, while a message is sent to it. */
  @JCStressTest
  @State
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "sent, and received")
  @Outcome(id = "-22, 0", expect = Expect.ACCEPTABLE, desc = "the handle is unknown already")
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "it means another peer already")
  @Outcome(expect = Expect.FORBIDDEN, desc = "sent to no peer, or to a peer without a handle")
  public static class VectorChangeBesideSend extends Bench {
    /** A read that finds entries need not look for more. */
    private static final int LOOKS = 4;

    private static final byte[] UNUSED = "loopback://nobody".getBytes(StandardCharsets.UTF_8);
    private final CompletionBatch batch =
        CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.CONTEXT, SIZE);
    private final long self = vector.insert(endpoint.name());

    @Actor
    public void sends(II_Result result) {
      result.r1 = endpoint.send(MEMORY, 8, self, 7);
    }

    @Actor
    public void changes() {
      vector.remove(self);
      vector.insert(UNUSED);
    }

    @Arbiter
    public void received(II_Result result) {
      endpoint.recv(MEMORY, 8, -1, 9);
      boolean sent = false;
      boolean arrived = false;
      boolean failed = false;
      for (int look = 0; look < LOOKS; look++) {
        int count = queue.read(batch, SIZE);
        failed |= count == -Errno.EAVAIL;
        for (int i = 0; i < count; i++) {
          sent |= batch.context(i) == 7;
          arrived |= batch.context(i) == 9;
        }
      }
      result.r2 = sent && arrived ? 1 : 0;
      if (result.r1 == 0 && !failed && !(sent && arrived)) {
        result.r2 = -1;
      }
      close();
    }
  }
}

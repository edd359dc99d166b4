package dev.weft.benchmarks.contenders;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.futures.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An endpoint in a domain of its own, with one queue for the completions of its sends and of its
 * receives; every completion is read. Messages are tagged; their first and last word are their
 * number.
 *
 * <p>One receive more than needed is posted ahead, so that the next one is posted after a send was
 * published and not while the other end waits for it.
 */
public final class EndpointSide implements Side {
  private static final int BATCH = 16;
  private static final int LINE = 64;
  private static final int TAG = 7;
  private static final int RECEIVES = 4;
  private static final int AHEAD = 2;

  private final Node opened;
  private final CompletionQueue queue;
  private final Endpoint endpoint;
  private final boolean sleeps;
  private final WaitSet set;
  private final CompletionBatch batch =
      CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, BATCH);
  private final long size;
  private final MemorySegment outgoing;
  private final MemorySegment[] incoming = new MemorySegment[RECEIVES];
  private long peer;
  private int sendsUnderWay;
  private long posted;
  private long arrived;
  private long taken;

  private static EndpointSide open(Fabric fabric, FabricInfo info, WaitObject waitObject) {
    boolean inSet = waitObject == WaitObject.SET;
    WaitSet set = inSet ? fabric.openWaitSet(WaitSetAttributes.defaults()) : null;
    var attributes =
        CompletionQueueAttributes.builder()
            .format(CompletionFormat.TAGGED)
            .waitObject(waitObject)
            .waitSet(set)
            .build();
    Node opened = Node.open(fabric, info, attributes);
    boolean sleeps = waitObject != WaitObject.NONE && !inSet;
    return new EndpointSide(opened, FabricAddress.UNSPEC, sleeps, set);
  }

  /**
   * An end over an open endpoint, for messages of 8 bytes.
   *
   * @param set the wait set of its queue, or null
   */
  public EndpointSide(Node opened, long peer, boolean sleeps, WaitSet set) {
    this(opened, peer, sleeps, set, Long.BYTES);
  }

  /** An end over an open endpoint that is polled, for messages of so many bytes. */
  public EndpointSide(Node opened, long peer, long size) {
    this(opened, peer, false, null, size);
  }

  private EndpointSide(Node opened, long peer, boolean sleeps, WaitSet set, long size) {
    this.opened = opened;
    this.queue = opened.queue();
    this.endpoint = opened.endpoint();
    this.sleeps = sleeps;
    this.set = set;
    this.peer = peer;
    this.size = size;
    outgoing = opened.domain().allocate(Math.max(size, LINE));
    for (int slot = 0; slot < RECEIVES; slot++) {
      incoming[slot] = opened.domain().allocate(Math.max(size, LINE));
    }
    postAhead();
  }

  /** Two connected ends, each with two receives posted. */
  public static Conversation conversation(Threading threading, WaitObject waitObject) {
    FabricInfo hints =
        FabricInfo.builder()
            .provider("loopback")
            .endpointType(EndpointType.RDM)
            .threading(threading)
            .build();
    FabricInfo info = Fabrics.getInfo(hints).getFirst();
    Fabric fabric = Fabrics.open(info);
    EndpointSide asking = open(fabric, info, waitObject);
    EndpointSide answering = open(fabric, info, waitObject);
    asking.peer = asking.opened.peers().insert(answering.opened.endpoint().name());
    answering.peer = answering.opened.peers().insert(asking.opened.endpoint().name());
    return new Conversation(asking, answering, () -> close(asking, answering, fabric));
  }

  private static void close(EndpointSide asking, EndpointSide answering, Fabric fabric) {
    asking.close();
    answering.close();
    fabric.close();
  }

  private void close() {
    opened.close();
    if (set != null) {
      set.close();
    }
  }

  @Override
  public void send(long value) {
    postSend(value);
    postAhead();
  }

  @Override
  public long receive() {
    postAhead();
    while (arrived == taken) {
      int found = sleeps ? sread() : read();
      if (found == 0 && set != null) {
        set.await(-1);
      }
    }
    return take();
  }

  /** {@code fi_tsend(3)}, once the buffer is free. */
  public void postSend(long value) {
    while (sendsUnderWay > 0) {
      read();
    }
    NumberedMessage.write(outgoing, size, value);
    while (Results.refused(endpoint.tsend(outgoing, size, peer, TAG, value))) {
      read();
    }
    sendsUnderWay++;
  }

  /** {@code fi_trecv(3)}; {@value #RECEIVES} may be posted and not taken. */
  public void postReceive() {
    MemorySegment buffer = incoming[(int) (posted % RECEIVES)];
    while (Results.refused(endpoint.trecv(buffer, size, FabricAddress.UNSPEC, TAG, 0, posted))) {
      read();
    }
    posted++;
  }

  private void postAhead() {
    while (posted - taken < AHEAD) {
      postReceive();
    }
  }

  /** {@code fi_cq_read(3)}; returns how many completions it found. */
  public int read() {
    return entered(queue.read(batch, BATCH));
  }

  /** {@code fi_cq_sread(3)} without a timeout; needs a wait object. */
  public int sread() {
    return entered(queue.sread(batch, BATCH, 0, -1));
  }

  /** Whether a message has arrived that was not taken. */
  public boolean hasMessage() {
    return arrived != taken;
  }

  /** Whether the completion of the last send was read. */
  public boolean hasSent() {
    return sendsUnderWay == 0;
  }

  /** The oldest message that arrived. */
  public long take() {
    return NumberedMessage.read(incoming[(int) (taken++ % RECEIVES)], size);
  }

  private int entered(int result) {
    for (int i = 0; i < result; i++) {
      if ((batch.flags(i) & CompletionFlags.RECV) == 0) {
        sendsUnderWay--;
      } else if (batch.context(i) == arrived) {
        arrived++;
      } else {
        throw new IllegalStateException("receive=" + batch.context(i) + ", expected " + arrived);
      }
    }
    Results.check(result);
    return Math.max(result, 0);
  }
}

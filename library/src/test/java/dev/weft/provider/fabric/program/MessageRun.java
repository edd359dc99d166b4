package dev.weft.provider.fabric.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.provider.fabric.Numbers;
import dev.weft.provider.fabric.check.EndpointLimits;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Runs the steps that send, receive and cancel messages. */
final class MessageRun {
  private static final long DATAGRAMS_UNDER_WAY = 32 * 1024;
  private static final long ANY_MESSAGE = 40_000;

  private final Setup setup;
  private final Players players;
  private final MatchingModel model;

  /** Contexts that no step has. */
  private long next = 1L << 40;

  MessageRun(Setup setup, Players players) {
    this.setup = setup;
    this.players = players;
    this.model = players.model;
  }

  // Sending.

  void send(Step.Send step) {
    MatchingModel.Sent message = describe(step);
    MemorySegment memory = players.get(step.from()).memory(step.bytes());
    Numbers.fill(memory, step.bytes(), step.id());
    boolean inject = step.inject() && step.bytes() <= EndpointLimits.INJECT_BYTES;
    makeRoom(step);
    int result = inject ? inject(step, message, memory) : post(step, message, memory);
    if (isTooLong(step)) {
      assertEquals(-Errno.EMSGSIZE, result, "sending too much");
    } else if (result == 0) {
      accepted(step, message, inject ? null : memory);
    } else {
      boolean goneAtOnce = inject && players.get(step.to()).left && !setup.datagram();
      assertEquals(goneAtOnce ? -Errno.EHOSTUNREACH : -Errno.EAGAIN, result, "sending");
    }
    if (inject) {
      memory.fill((byte) 0xEE);
    }
  }

  private MatchingModel.Sent describe(Step.Send step) {
    MatchingModel.Sent message = new MatchingModel.Sent();
    message.from = step.from();
    message.to = step.to();
    message.number = step.id();
    message.length = step.bytes();
    message.isTagged = step.tagged();
    message.tag = step.tagged() ? step.tag() : 0;
    message.hasData = step.data();
    message.data = step.data() ? ~step.id() : 0;
    message.announced = step.bytes() > EndpointLimits.EAGER_BYTES;
    message.silent = step.silent() && setup.selective();
    message.doomed = players.get(step.to()).left;
    return message;
  }

  private boolean isTooLong(Step.Send step) {
    return setup.datagram() && step.bytes() > EndpointLimits.DATAGRAM_BYTES;
  }

  /** Avoids undefined results: the order of peers, and the capacity of a link. */
  private void makeRoom(Step.Send step) {
    boolean rivals = model.hasRivals(step.from(), step.to());
    boolean full = model.underWay(step.from(), step.to()) > DATAGRAMS_UNDER_WAY;
    if (rivals || (full && setup.datagram())) {
      players.take(step.to());
    }
  }

  private void accepted(Step.Send step, MatchingModel.Sent message, MemorySegment memoryOrNull) {
    players.get(step.from()).sends++;
    if (!message.doomed) {
      model.send(message, step.to());
    }
    if (memoryOrNull != null) {
      players.get(step.from()).reader.sending(message, memoryOrNull);
    }
  }

  private int inject(Step.Send step, MatchingModel.Sent message, MemorySegment memory) {
    Endpoint endpoint = players.get(step.from()).endpoint;
    long there = players.get(step.from()).handles[step.to()];
    if (message.isTagged) {
      return message.hasData
          ? endpoint.tinjectData(memory, message.length, message.data, there, message.tag)
          : endpoint.tinject(memory, message.length, there, message.tag);
    }
    return message.hasData
        ? endpoint.injectData(memory, message.length, message.data, there)
        : endpoint.inject(memory, message.length, there);
  }

  private int post(Step.Send step, MatchingModel.Sent message, MemorySegment memory) {
    Endpoint endpoint = players.get(step.from()).endpoint;
    long there = players.get(step.from()).handles[step.to()];
    IoVector vector = Players.split(memory, message.length, step.split());
    return message.isTagged
        ? endpoint.tsendMsg(
            new TaggedMessage()
                .vector(vector)
                .address(there)
                .context(step.id())
                .data(message.data)
                .tag(message.tag),
            flags(step, message))
        : endpoint.sendMsg(
            new Message().vector(vector).address(there).context(step.id()).data(message.data),
            flags(step, message));
  }

  private long flags(Step.Send step, MatchingModel.Sent message) {
    long level =
        switch (step.level()) {
          case TRANSMITTED -> 0;
          case DELIVERED -> OperationFlags.DELIVERY_COMPLETE;
          case MATCHED -> OperationFlags.MATCH_COMPLETE;
        };
    return (message.silent ? 0 : OperationFlags.COMPLETION)
        | (message.hasData ? OperationFlags.REMOTE_CQ_DATA : 0)
        | (setup.datagram() ? 0 : level);
  }

  // Receiving.

  private MatchingModel.Posted posted(int node, long context, long bytes, int source) {
    MatchingModel.Posted receive = new MatchingModel.Posted();
    receive.context = context;
    receive.length = bytes;
    receive.memory = players.get(node).memory(bytes);
    boolean named = setup.directed() && source >= 0 && players.knows(node, source);
    receive.source = named ? source : MatchingModel.ANY;
    return receive;
  }

  /**
   * The source handle. Without the capability a source is ignored, so it may be given in any case.
   */
  private long handle(int node, int source) {
    return source < 0 ? FabricAddress.UNSPEC : players.get(node).handles[source];
  }

  void receive(Step.Receive step) {
    boolean tagged = step.tagged() && !step.multi();
    MatchingModel.Posted receive =
        posted(
            step.node(), step.id(), step.multi() ? step.bytes() + 1 : step.bytes(), step.source());
    receive.tag = tagged ? step.tag() : 0;
    receive.ignore = tagged ? step.ignore() : 0;
    receive.multi = step.multi();
    receive.silent = step.silent() && setup.selective() && !step.multi();
    IoVector vector =
        Players.split(receive.memory, receive.length, step.multi() ? 0 : step.split());
    long flags =
        (receive.silent ? 0 : OperationFlags.COMPLETION)
            | (step.multi() ? OperationFlags.MULTI_RECV : 0);
    Endpoint endpoint = players.get(step.node()).endpoint;
    int result =
        tagged
            ? endpoint.trecvMsg(message(step.node(), step.source(), receive, vector), flags)
            : endpoint.recvMsg(
                new Message()
                    .vector(vector)
                    .address(handle(step.node(), step.source()))
                    .context(step.id()),
                flags);
    accept(result, () -> model.post(step.node(), tagged, receive));
  }

  private TaggedMessage message(
      int node, int source, MatchingModel.Posted receive, IoVector vector) {
    return new TaggedMessage()
        .vector(vector)
        .address(handle(node, source))
        .tag(receive.tag)
        .ignore(receive.ignore)
        .context(receive.context);
  }

  private static void accept(int result, Runnable predicted) {
    if (result == 0) {
      predicted.run();
    } else {
      assertEquals(-Errno.EAGAIN, result, "receiving");
    }
  }

  void peek(Step.Peek step) {
    players.take(step.node());
    MatchingModel.Posted wanted = posted(step.node(), step.id(), 0, step.source());
    wanted.tag = step.tag();
    wanted.ignore = step.ignore();
    MatchingModel.Sent found = model.find(step.node(), wanted);
    if (found != null && found.withdrawn) {
      return; // a withdrawn message may still be found or not
    }
    boolean claim = step.look() == Step.Look.CLAIM;
    boolean discard = step.look() == Step.Look.DISCARD;
    long flags =
        OperationFlags.PEEK
            | OperationFlags.COMPLETION
            | (claim ? OperationFlags.CLAIM : 0)
            | (discard ? OperationFlags.DISCARD : 0);
    IoVector vector = new IoVector().add(wanted.memory, 0, 0);
    int result =
        players
            .get(step.node())
            .endpoint
            .trecvMsg(message(step.node(), step.source(), wanted, vector), flags);
    accept(result, () -> model.peek(step.node(), wanted, claim, discard));
  }

  void claim(Step.Claim step) {
    MatchingModel.Posted receive = posted(step.node(), step.id(), step.bytes(), Step.ANYBODY);
    long flags =
        OperationFlags.CLAIM
            | OperationFlags.COMPLETION
            | (step.discard() ? OperationFlags.DISCARD : 0);
    IoVector vector = new IoVector().add(receive.memory, 0, receive.length);
    int result =
        players
            .get(step.node())
            .endpoint
            .trecvMsg(message(step.node(), Step.ANYBODY, receive, vector), flags);
    accept(result, () -> model.takeClaimed(step.node(), receive, step.discard()));
  }

  // Cancelling.

  /**
   * Cancels. Without direct access settles first, because a message in transfer might be withdrawn.
   */
  void cancel(Step.Cancel step) {
    if (!setup.direct()) {
      players.settle();
    }
    Player player = players.get(step.node());
    assertEquals(0, player.endpoint.cancel(step.id()));
    MatchingModel.Sent message = player.reader.pending(step.id());
    if (!model.cancelReceive(step.node(), step.id()) && message != null && !message.doomed) {
      message.withdrawn |= message.announced && !message.taken;
    }
    if (message != null && message.withdrawn) {
      players.settle();
      model.forget(message);
    }
  }

  // The end.

  /** Takes all unexpected messages, and cancels all receives. */
  void finish(int node) {
    for (boolean tagged : new boolean[] {false, true}) {
      while (!model.sides[node].kept(tagged).isEmpty()) {
        int before = model.sides[node].kept(tagged).size();
        receive(anything(node, tagged));
        assertTrue(model.sides[node].kept(tagged).size() < before, "no room for a receive");
        players.settle();
        players.get(node).reader.read(Integer.MAX_VALUE);
      }
    }
    for (long context : List.copyOf(model.sides[node].claimed.keySet())) {
      while (!model.sides[node].claimed.get(context).isEmpty()) {
        claim(new Step.Claim(context, node, ANY_MESSAGE, false));
      }
    }
  }

  private Step.Receive anything(int node, boolean tagged) {
    return new Step.Receive(
        next++, node, ANY_MESSAGE, tagged, 0, -1, Step.ANYBODY, false, false, 0);
  }

  void cancelAll(int node) {
    for (boolean tagged : new boolean[] {false, true}) {
      List<MatchingModel.Posted> posted = model.sides[node].posted(tagged);
      while (!posted.isEmpty()) {
        cancel(new Step.Cancel(posted.getFirst().context, node));
      }
    }
  }
}

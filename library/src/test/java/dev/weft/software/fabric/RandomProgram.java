package dev.weft.software.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Capabilities;
import dev.weft.fabric.Errno;
import dev.weft.fabric.IoVector;
import dev.weft.fabric.Message;
import dev.weft.fabric.OperationFlags;
import dev.weft.fabric.TaggedMessage;
import dev.weft.fabric.Threading;
import dev.weft.fabric.WaitObject;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One random program over a few nodes on one thread, compared step by step with the model. */
final class RandomProgram implements AutoCloseable {
  private static final long[] SIZES = {0, 1, 8, 63, 64, 65, 4096, 8191, 8192, 8193, 20_000};
  private static final int TAGS = 3;
  private static final long BOUNDARY = EndpointLimits.EAGER_BYTES;

  private final Random random;
  private final Node[] nodes;
  private final long[][] handles;
  private final MatchingModel model;
  private final List<CheckedReader> readers = new ArrayList<>();
  private final List<Long> claims = new ArrayList<>();
  private long next = 1;

  RandomProgram(long seed) {
    random = new Random(seed);
    nodes = new Node[2 + random.nextInt(2)];
    handles = new long[nodes.length][nodes.length];
    model = new MatchingModel(nodes.length);
    String fabric = Node.freshName();
    Threading threading = random.nextBoolean() ? Threading.SAFE : Threading.DOMAIN;
    long capabilities =
        Capabilities.MSG
            | Capabilities.TAGGED
            | Capabilities.MULTI_RECV
            | Capabilities.SOURCE
            | Capabilities.DIRECTED_RECV;
    for (int i = 0; i < nodes.length; i++) {
      var hints = Node.hints().threading(threading).capabilities(capabilities);
      nodes[i] = Node.open(fabric, hints, WaitObject.NONE);
      readers.add(new CheckedReader(nodes[i], model.sides[i]));
    }
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; j < nodes.length; j++) {
        handles[i][j] = nodes[i].handleOf(nodes[j]);
        assertEquals(j, handles[i][j]);
      }
    }
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      int node = random.nextInt(nodes.length);
      switch (random.nextInt(16)) {
        case 0, 1, 2, 3, 4 -> send(node, random.nextInt(nodes.length));
        case 5, 6, 7, 8 -> receive(node);
        case 9 -> multiReceive(node);
        case 10 -> cancelAny(node);
        case 11 -> peek(node);
        case 12 -> claim(node);
        default -> read(node, random.nextInt(8));
      }
    }
    finish();
  }

  // Sending.

  private void send(int from, int to) {
    MatchingModel.Sent message = new MatchingModel.Sent();
    message.from = from;
    message.number = next++;
    message.length = SIZES[random.nextInt(SIZES.length)];
    message.isTagged = random.nextBoolean();
    message.tag = message.isTagged ? random.nextInt(TAGS) : 0;
    message.hasData = random.nextInt(4) == 0;
    message.data = message.hasData ? random.nextLong() : 0;
    message.announced = message.length > BOUNDARY;
    MemorySegment memory = nodes[from].memory(Math.max(1, message.length));
    Numbers.fill(memory, message.length, message.number);
    boolean inject = message.length <= EndpointLimits.INJECT_BYTES && random.nextInt(3) == 0;
    int result = inject ? inject(message, memory, to) : post(message, memory, to);
    if (result == 0) {
      model.send(message, to);
      if (inject) {
        memory.fill((byte) 0xEE);
      } else {
        readers.get(from).sending(message, memory);
      }
    } else {
      assertEquals(-Errno.EAGAIN, result);
    }
  }

  private int inject(MatchingModel.Sent message, MemorySegment memory, int to) {
    var endpoint = nodes[message.from].endpoint;
    long there = handles[message.from][to];
    if (message.isTagged) {
      return message.hasData
          ? endpoint.tinjectData(memory, message.length, message.data, there, message.tag)
          : endpoint.tinject(memory, message.length, there, message.tag);
    }
    return message.hasData
        ? endpoint.injectData(memory, message.length, message.data, there)
        : endpoint.inject(memory, message.length, there);
  }

  private int post(MatchingModel.Sent message, MemorySegment memory, int to) {
    var endpoint = nodes[message.from].endpoint;
    long there = handles[message.from][to];
    long flags = OperationFlags.COMPLETION | (message.hasData ? OperationFlags.REMOTE_CQ_DATA : 0);
    flags |=
        switch (random.nextInt(4)) {
          case 0 -> OperationFlags.DELIVERY_COMPLETE;
          case 1 -> OperationFlags.MATCH_COMPLETE;
          default -> 0;
        };
    IoVector vector = split(memory, message.length);
    if (message.isTagged) {
      return endpoint.tsendMsg(
          new TaggedMessage()
              .vector(vector)
              .address(there)
              .context(message.number)
              .data(message.data)
              .tag(message.tag),
          flags);
    }
    return endpoint.sendMsg(
        new Message().vector(vector).address(there).context(message.number).data(message.data),
        flags);
  }

  /** The memory in up to four parts, some of which may be empty. */
  private IoVector split(MemorySegment memory, long length) {
    IoVector vector = new IoVector();
    long done = 0;
    for (int parts = random.nextInt(4); parts > 0; parts--) {
      long here = (long) (random.nextDouble() * (length - done + 1));
      vector.add(memory, done, here);
      done += here;
    }
    return vector.add(memory, done, length - done);
  }

  // Receiving.

  private MatchingModel.Posted posted(int node) {
    MatchingModel.Posted receive = new MatchingModel.Posted();
    receive.context = next++;
    receive.length = SIZES[random.nextInt(SIZES.length)];
    receive.memory = nodes[node].memory(Math.max(1, receive.length));
    if (random.nextInt(4) == 0) {
      receive.source = random.nextInt(nodes.length);
    }
    return receive;
  }

  private void wantTag(MatchingModel.Posted receive) {
    receive.tag = random.nextInt(TAGS);
    receive.ignore = random.nextInt(4) == 0 ? -1 : random.nextInt(2);
  }

  private void receive(int node) {
    MatchingModel.Posted receive = posted(node);
    boolean tagged = random.nextBoolean();
    if (tagged) {
      wantTag(receive);
    }
    IoVector vector = split(receive.memory, receive.length);
    var endpoint = nodes[node].endpoint;
    int result =
        tagged
            ? endpoint.trecvv(vector, receive.source, receive.tag, receive.ignore, receive.context)
            : endpoint.recvv(vector, receive.source, receive.context);
    accept(result, () -> model.post(node, tagged, receive));
  }

  private void multiReceive(int node) {
    MatchingModel.Posted receive = posted(node);
    receive.length = random.nextLong(1, 30_000);
    receive.memory = nodes[node].memory(receive.length);
    receive.multi = true;
    Message message =
        new Message()
            .vector(IoVector.of(receive.memory))
            .address(receive.source)
            .context(receive.context);
    int result = nodes[node].endpoint.recvMsg(message, OperationFlags.MULTI_RECV);
    accept(result, () -> model.post(node, false, receive));
  }

  private static void accept(int result, Runnable predicted) {
    if (result == 0) {
      predicted.run();
    } else {
      assertEquals(-Errno.EAGAIN, result);
    }
  }

  private void peek(int node) {
    model.drain(node);
    MatchingModel.Posted wanted = posted(node);
    wantTag(wanted);
    MatchingModel.Sent found = model.find(node, wanted);
    nodes[node].progress();
    if (found != null && found.withdrawn) {
      return; // whether a withdrawn message is still seen is not said
    }
    int what = random.nextInt(3);
    long flags =
        OperationFlags.PEEK
            | (what == 1 ? OperationFlags.CLAIM : 0)
            | (what == 2 ? OperationFlags.DISCARD : 0);
    int result = nodes[node].endpoint.trecvMsg(message(wanted), flags);
    accept(result, () -> model.peek(node, wanted, what == 1, what == 2));
    if (result == 0 && what == 1 && found != null) {
      claims.add(wanted.context * nodes.length + node);
    }
  }

  private void claim(int node) {
    MatchingModel.Posted receive = posted(node);
    if (!claims.isEmpty() && random.nextInt(4) > 0) {
      long claim = claims.remove(random.nextInt(claims.size()));
      takeClaimed((int) (claim % nodes.length), claim / nodes.length);
    } else {
      takeClaimed(node, receive.context);
    }
  }

  private void takeClaimed(int node, long context) {
    MatchingModel.Posted receive = posted(node);
    receive.context = context;
    boolean discard = random.nextInt(4) == 0;
    long flags = OperationFlags.CLAIM | (discard ? OperationFlags.DISCARD : 0);
    int result = nodes[node].endpoint.trecvMsg(message(receive), flags);
    assertEquals(0, result);
    model.takeClaimed(node, receive, discard);
  }

  private static TaggedMessage message(MatchingModel.Posted receive) {
    return new TaggedMessage()
        .vector(new IoVector().add(receive.memory, 0, receive.length))
        .address(receive.source)
        .tag(receive.tag)
        .ignore(receive.ignore)
        .context(receive.context);
  }

  // Giving up.

  private void cancelAny(int node) {
    long context = 1 + (long) (random.nextDouble() * next);
    assertEquals(0, nodes[node].endpoint.cancel(context));
    MatchingModel.Sent message = readers.get(node).pending(context);
    if (!model.cancelReceive(node, context) && message != null) {
      message.withdrawn |= message.announced && !message.taken;
    }
    if (message != null && message.withdrawn) {
      hearOf(message);
    }
  }

  /** Twice, because the ring may have had no room before. */
  private void hearOf(MatchingModel.Sent withdrawn) {
    for (int i = 0; i < 2; i++) {
      for (int node : new int[] {withdrawn.from, withdrawn.to}) {
        nodes[node].progress();
        model.drain(node);
      }
    }
    model.forget(withdrawn);
  }

  private void read(int node, int entries) {
    nodes[node].progress();
    model.drain(node);
    readers.get(node).read(entries);
  }

  /** Takes whatever is left, and looks whether everything has completed. */
  private void finish() {
    while (!claims.isEmpty()) {
      long claim = claims.removeLast();
      takeClaimed((int) (claim % nodes.length), claim / nodes.length);
    }
    for (int round = 0; round < 3; round++) {
      for (int node = 0; node < nodes.length; node++) {
        read(node, Integer.MAX_VALUE);
        takeAll(node);
        read(node, Integer.MAX_VALUE);
      }
    }
    for (int node = 0; node < nodes.length; node++) {
      cancelAll(node);
      readers.get(node).expectNothing();
    }
  }

  private void takeAll(int node) {
    for (boolean tagged : new boolean[] {false, true}) {
      while (!model.sides[node].kept(tagged).isEmpty()) {
        MatchingModel.Posted receive = new MatchingModel.Posted();
        receive.context = next++;
        receive.length = 32_000;
        receive.memory = nodes[node].memory(receive.length);
        receive.ignore = -1;
        var endpoint = nodes[node].endpoint;
        int result =
            tagged
                ? endpoint.trecv(receive.memory, receive.length, -1, 0, -1, receive.context)
                : endpoint.recv(receive.memory, receive.length, -1, receive.context);
        accept(result, () -> model.post(node, tagged, receive));
        read(node, Integer.MAX_VALUE);
      }
    }
  }

  private void cancelAll(int node) {
    for (boolean tagged : new boolean[] {false, true}) {
      List<MatchingModel.Posted> posted = model.sides[node].posted(tagged);
      while (!posted.isEmpty()) {
        long context = posted.getFirst().context;
        assertEquals(0, nodes[node].endpoint.cancel(context));
        assertTrue(model.cancelReceive(node, context));
      }
    }
    read(node, Integer.MAX_VALUE);
  }

  @Override
  public void close() {
    for (Node node : nodes) {
      node.close();
    }
  }
}

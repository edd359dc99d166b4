package dev.weft.provider.fabric.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SeededRandom;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.info.MessageOrder;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.TaggedMessage;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import dev.weft.provider.fabric.message.TaggedRequest.Sent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tagged messages that arrive before a receive is posted, against a list in order of arrival that
 * is searched from its begin ({@code fi_tagged(3)}, {@code fi_msg(3)}, {@code fi_cq(3)}).
 */
class UnexpectedTaggedMessagesTest {
  private static final int ROUNDS = 8;
  private static final int MAX_POSTED = 24;
  private static final int MAX_SIZE = 70_000;
  private static final long SETTLED = -7;
  private static final int[] BACKLOGS = {5, 40, 150, 600};
  private static final long[] IGNORES = {0, 0, 0, 0, 1, 3, 0xFFFF, ~0xFFL, 1L << 63, -1, -1};

  private final AddressBatch sources = AddressBatch.allocate(Arena.ofAuto(), Node.BATCH);
  private final String fabric = Node.freshName() + "-" + ProcessHandle.current().pid();
  private final List<TaggedSender> senders = new ArrayList<>();
  private Node reader;
  private Random random;
  private String run;
  private long next;

  // The reference. Messages of one sender at a time are on their way, so that the order is known.
  private final List<Sent> unexpected = new ArrayList<>();
  private final List<TaggedRequest> posted = new ArrayList<>();
  private final List<TaggedRequest> claimed = new ArrayList<>();
  private final Map<Long, TaggedRequest> running = new HashMap<>();
  private boolean directed;
  private TaggedSender last;
  private boolean settled;

  @ParameterizedTest
  @CsvSource({
    "loopback, SAFE, 1, 1, true", "loopback, SAFE, 2, 3, true", "loopback, SAFE, 3, 2, false",
    "loopback, DOMAIN, 4, 1, true", "loopback, DOMAIN, 5, 3, true", "loopback, DOMAIN, 6, 2, false",
    "shm, SAFE, 7, 1, true", "shm, SAFE, 8, 3, true", "shm, SAFE, 9, 2, false",
    "shm, DOMAIN, 10, 1, true", "shm, DOMAIN, 11, 3, true", "shm, DOMAIN, 12, 2, false"
  })
  void shouldTakeTheFirstMessageThatMatches(
      String provider, Threading threading, int seed, int count, boolean named) {
    run = "%s %s, seed %d".formatted(provider, threading, seed);
    random = SeededRandom.of(seed);
    open(FabricInfo.builder().provider(provider).threading(threading), count, named);
    for (int round = 0; round < ROUNDS; round++) {
      int backlog = BACKLOGS[round % BACKLOGS.length];
      await(() -> burst(20) && unexpected.size() >= backlog, "backlog of " + backlog);
      for (int i = 0; i < 2 * backlog; i++) {
        step();
      }
      drain();
    }
  }

  private void open(FabricInfo.Builder hints, int count, boolean named) {
    long capabilities = Capabilities.MSG | Capabilities.TAGGED | Capabilities.SOURCE;
    hints.messageOrder(MessageOrder.SAS);
    hints.capabilities(named ? capabilities | Capabilities.DIRECTED_RECV : capabilities);
    reader = Node.open(fabric, hints, WaitObject.NONE);
    directed = (reader.endpoint.info().capabilities() & Capabilities.DIRECTED_RECV) != 0;
    assertEquals(named, directed, "FI_DIRECTED_RECV");
    for (int i = 0; i < count; i++) {
      senders.add(new TaggedSender(Node.open(fabric, hints, WaitObject.NONE), reader, random));
    }
  }

  @AfterEach
  void close() {
    senders.forEach(sender -> sender.node.close());
    reader.close();
  }

  private void step() {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> burst(6);
      case 3 -> peek(0);
      case 4 -> peek(OperationFlags.DISCARD);
      case 5 -> peek(OperationFlags.CLAIM);
      case 6 -> claim();
      case 7 -> cancel();
      case 8 -> poll();
      default -> receive();
    }
  }

  private void drain() {
    while (!unexpected.isEmpty()) {
      receive();
    }
    while (!claimed.isEmpty()) {
      claim();
    }
    while (!posted.isEmpty()) {
      TaggedMessage wanted = posted.getFirst().call;
      if (random.nextBoolean() || !send(senderFor(wanted), alike(wanted))) {
        cancel();
      }
    }
    await(running::isEmpty, "completions of all receives");
    await(() -> senders.stream().allMatch(TaggedSender::isComplete), "completions of all sends");
    reader.expectNothing();
  }

  private TaggedSender senderFor(TaggedMessage receive) {
    return senders.stream()
        .filter(sender -> sender.source == receive.address())
        .findAny()
        .orElseGet(() -> any(senders));
  }

  /** A tag that the receive accepts. */
  private long alike(TaggedMessage receive) {
    return receive.tag() ^ (random.nextLong() & receive.ignore());
  }

  private boolean burst(int most) {
    TaggedSender sender = any(senders);
    for (int i = random.nextInt(most) + 1; i > 0 && send(sender, newTag()); i--) {
      if (random.nextInt(8) == 0) {
        poll();
      }
    }
    return true;
  }

  /** One of few, one of some that differ in a few bits somewhere, or any. */
  private long newTag() {
    return switch (random.nextInt(4)) {
      case 0, 1 -> random.nextInt(5);
      case 2 -> (long) random.nextInt(300) << (8 * random.nextInt(8));
      default -> random.nextLong();
    };
  }

  private boolean send(TaggedSender sender, long tag) {
    if (sender != last) {
      settle();
      last = sender;
    }
    Sent message = sender.message(tag);
    int result = sender.post(message);
    if (result == -Errno.EAGAIN) {
      poll();
      return false;
    }
    assertEquals(0, result, () -> run + ", send");
    arrive(message);
    return true;
  }

  private void arrive(Sent message) {
    for (TaggedRequest request : posted) {
      if (TaggedRequest.accepts(request.call, directed, message)) {
        request.take(message);
        posted.remove(request);
        return;
      }
    }
    unexpected.add(message);
  }

  /** Waits for an untagged message of the last sender, which overtakes none of its tagged ones. */
  private void settle() {
    if (last != null) {
      MemorySegment empty = reader.memory(1);
      accepted(() -> reader.endpoint.recv(empty, 0, FabricAddress.UNSPEC, SETTLED));
      accepted(() -> last.node.endpoint.inject(empty, 0, last.reader));
      settled = false;
      await(() -> settled, "the untagged message behind the others");
      last = null;
    }
  }

  private Sent first(TaggedMessage call) {
    return unexpected.stream()
        .filter(message -> TaggedRequest.accepts(call, directed, message))
        .findFirst()
        .orElse(null);
  }

  private void receive() {
    if (posted.size() >= MAX_POSTED) {
      cancel();
    }
    TaggedMessage call = newCall();
    Sent found = first(call);
    int room = found != null && random.nextBoolean() ? found.bytes().length : MAX_SIZE;
    TaggedRequest request = post(call, 0, random.nextInt(25) == 0 ? random.nextInt(100) : room);
    if (found == null) {
      posted.add(request);
    } else {
      unexpected.remove(found);
      request.take(found);
    }
  }

  private TaggedMessage newCall() {
    TaggedMessage call = new TaggedMessage().context(next++);
    boolean any = random.nextInt(8) == 0;
    call.ignore(any ? random.nextLong() : IGNORES[random.nextInt(IGNORES.length)]);
    boolean hit = !unexpected.isEmpty() && random.nextInt(5) != 0;
    Sent wanted = hit ? any(unexpected) : null;
    call.tag(hit ? wanted.tag() : newTag()).tag(alike(call));
    if (random.nextInt(3) == 0) {
      call.address(hit && directed ? wanted.source() : any(senders).source);
    }
    return call;
  }

  private TaggedRequest post(TaggedMessage call, long flags, int room) {
    long limit = reader.info.receive().ioVectorLimit();
    ScatteredMemory memory = ScatteredMemory.allocate(random, reader, room, limit);
    TaggedRequest request = new TaggedRequest(run, call, flags, memory);
    boolean plainCall = random.nextInt(3) != 0;
    accepted(() -> request.post(reader.endpoint, plainCall));
    running.put(call.context(), request);
    return request;
  }

  /** Looks for a message, and reserves or drops it. */
  private void peek(long more) {
    settle();
    TaggedMessage call = newCall();
    Sent found = first(call);
    TaggedRequest request = post(call, OperationFlags.PEEK | more, random.nextInt(100));
    if (found == null) {
      request.fail(Errno.ENOMSG);
    } else {
      request.take(found);
    }
    await(() -> !running.containsKey(call.context()), "completion of " + request);
    if (more != 0) {
      unexpected.remove(found);
    }
    if (found != null && more == OperationFlags.CLAIM) {
      claimed.add(request);
    }
  }

  private void claim() {
    if (!claimed.isEmpty()) {
      TaggedRequest peeked = claimed.remove(random.nextInt(claimed.size()));
      long discard = random.nextInt(3) == 0 ? OperationFlags.DISCARD : 0;
      int room = random.nextInt(9) == 0 ? random.nextInt(100) : MAX_SIZE;
      post(peeked.call, OperationFlags.CLAIM | discard, room).take(peeked.taken());
    }
  }

  private void cancel() {
    settle();
    assertEquals(0, reader.endpoint.cancel(-99), "cancel of nothing");
    if (!posted.isEmpty()) {
      TaggedRequest request = posted.remove(random.nextInt(posted.size()));
      request.fail(Errno.ECANCELED);
      assertEquals(0, reader.endpoint.cancel(request.call.context()), request::toString);
    }
  }

  private void poll() {
    senders.forEach(TaggedSender::poll);
    int count = reader.queue.readFrom(reader.batch, random.nextInt(Node.BATCH) + 1, sources);
    if (count == -Errno.EAVAIL) {
      assertEquals(1, reader.queue.readErr(reader.error, 0));
      ended(reader.error.context()).check(reader.error);
    } else {
      assertTrue(count > 0 || count == -Errno.EAGAIN, () -> run + ", read: " + count);
    }
    for (int i = 0; i < count; i++) {
      if (reader.batch.context(i) == SETTLED) {
        assertEquals(CompletionFlags.RECV | CompletionFlags.MSG, reader.batch.flags(i));
        settled = true;
      } else {
        ended(reader.batch.context(i)).check(reader.batch, i, sources.get(i));
      }
    }
  }

  private TaggedRequest ended(long context) {
    TaggedRequest request = running.remove(context);
    assertNotNull(request, () -> run + ", no request has context " + context);
    return request;
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void accepted(IntSupplier post) {
    int[] result = new int[1];
    await(() -> (result[0] = post.getAsInt()) != -Errno.EAGAIN, "room for a post");
    assertEquals(0, result[0], () -> run + ", post");
  }

  private void await(BooleanSupplier condition, String what) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!condition.getAsBoolean()) {
      assertTrue(end - System.nanoTime() > 0, () -> run + ", waited in vain for " + what);
      poll();
    }
  }
}

package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.AddressVector;
import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.AddressVectorAttributes;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Test fixture: a sender, and receivers in one domain. Each receiver has a queue whose context is
 * its number, and a counter whose context is -1 - its number.
 */
final class ManyMembers implements AutoCloseable {
  static final int RECEIVES = 8;

  final Node sender;
  final Node domain;
  final List<CompletionQueue> queues = new ArrayList<>();
  final List<Counter> counters = new ArrayList<>();
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final AddressVector vector;

  /** The set of all members that are opened with SET; else null. */
  final WaitSet waitSet;

  private final MemorySegment memory;
  private final MemorySegment payload;
  private final long[] handles;

  ManyMembers(String provider, WaitObject wait, int count) {
    String fabric = Node.freshName();
    var hints = Node.hints().provider(provider);
    sender = Node.open(fabric, hints, WaitObject.NONE);
    domain = Node.open(fabric, hints, WaitObject.NONE);
    vector = domain.domain.openAddressVector(AddressVectorAttributes.defaults());
    waitSet =
        wait == WaitObject.SET ? domain.fabric.openWaitSet(WaitSetAttributes.defaults()) : null;
    memory = domain.memory(Long.BYTES);
    payload = sender.memory(Long.BYTES);
    IntStream.range(0, count).forEach(number -> open(number, wait));
    handles = endpoints.stream().mapToLong(each -> sender.vector.insert(each.name())).toArray();
  }

  private void open(int number, WaitObject wait) {
    CompletionQueue queue =
        domain.domain.openCompletionQueue(
            Node.queueOf(wait, 0).toBuilder().waitSet(waitSet).build(), (Object) number);
    Counter counter =
        domain.domain.openCounter(
            CounterAttributes.builder().waitObject(wait).waitSet(waitSet).build(),
            (Object) (-1 - number));
    Endpoint endpoint = domain.domain.openEndpoint(domain.info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(counter, BindFlags.RECV);
    endpoint.bind(vector, 0);
    endpoint.enable();
    queues.add(queue);
    counters.add(counter);
    endpoints.add(endpoint);
    IntStream.range(0, RECEIVES).forEach(_ -> postReceive(number));
  }

  void postReceive(int number) {
    assertEquals(
        0, endpoints.get(number).trecv(memory, Long.BYTES, FabricAddress.UNSPEC, 0, 0, number));
  }

  /** Sends one message, whose receive must be posted. */
  void send(int to) {
    Node.accepted(() -> inject(to));
  }

  /** Sends one message; returns the result of the post. */
  int inject(int to) {
    sender.progress();
    return sender.endpoint.tinject(payload, Long.BYTES, handles[to], 0);
  }

  /** A batch for {@link #read}. */
  static CompletionBatch batch() {
    return CompletionBatch.allocate(Arena.ofAuto(), CompletionFormat.TAGGED, RECEIVES);
  }

  /** Reads entries of a queue and posts their receives again; returns how many there were. */
  int read(int number, CompletionBatch batch) {
    int read = Math.max(0, queues.get(number).read(batch, RECEIVES));
    for (int i = 0; i < read; i++) {
      assertEquals(number, batch.context(i));
      postReceive(number);
    }
    return read;
  }

  @Override
  public void close() {
    endpoints.forEach(Endpoint::close);
    queues.forEach(CompletionQueue::close);
    counters.forEach(Counter::close);
    if (waitSet != null) {
      waitSet.close();
    }
    vector.close();
    sender.close();
    domain.close();
  }
}

package dev.weft.provider.fabric.poll.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.PollSetAttributes;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The objects of a program: stations of one domain, two poll sets, a selector and a wait set. The
 * context of each member is its number in {@link WaitModel}.
 */
final class WaitStations implements AutoCloseable {
  final List<CompletionQueue> queues = new ArrayList<>();
  final List<Counter> counters = new ArrayList<>();
  final List<PollSet> sets = new ArrayList<>();
  final CompletionSelector<Integer> selector;
  final WaitSet waitSet;
  final Node home;
  private final List<Endpoint> endpoints = new ArrayList<>();
  private final List<Long> handles = new ArrayList<>();
  private final MemorySegment memory;

  WaitStations(WaitSetup setup, UnaryOperator<PollSet> disguise) {
    home = Node.open(Node.freshName(), Node.hints().provider(setup.provider()), WaitObject.NONE);
    memory = home.memory(Long.BYTES);
    selector = home.fabric.openSelector();
    waitSet = home.fabric.openWaitSet(WaitSetAttributes.defaults());
    for (int i = 0; i < WaitSetup.SETS; i++) {
      sets.add(disguise.apply(home.domain.openPollSet(PollSetAttributes.defaults())));
    }
    for (int node = 0; node < setup.nodes(); node++) {
      open(node, setup.queues().get(node), setup.counters().get(node));
    }
  }

  private void open(int node, WaitObject ofQueue, WaitObject ofCounter) {
    WaitSet common = ofQueue == WaitObject.SET ? waitSet : null;
    CompletionQueue queue =
        home.domain.openCompletionQueue(
            Node.queueOf(ofQueue, 0).toBuilder().waitSet(common).build(), (Object) node);
    Counter counter =
        home.domain.openCounter(
            CounterAttributes.builder().waitObject(ofCounter).build(), (Object) (-1 - node));
    Endpoint endpoint = home.domain.openEndpoint(home.info);
    endpoint.bind(queue, BindFlags.TRANSMIT | BindFlags.RECV);
    endpoint.bind(counter, BindFlags.SEND | BindFlags.RECV);
    endpoint.bind(home.vector, 0);
    endpoint.enable();
    queues.add(queue);
    counters.add(counter);
    endpoints.add(endpoint);
    handles.add(home.vector.insert(endpoint.name()));
  }

  Waitable member(int member) {
    return WaitModel.isCounter(member) ? counters.get(-1 - member) : queues.get(member);
  }

  /** A message whose receive is posted before. */
  void message(int from, int to) {
    assertEquals(0, endpoints.get(to).recv(memory, Long.BYTES, FabricAddress.UNSPEC, 1), "fi_recv");
    Node.accepted(() -> endpoints.get(from).send(memory, Long.BYTES, handles.get(to), 2));
  }

  /** A receive that is cancelled. */
  void failure(int node) {
    Endpoint endpoint = endpoints.get(node);
    assertEquals(0, endpoint.recv(memory, Long.BYTES, FabricAddress.UNSPEC, 3), "fi_recv");
    assertEquals(0, endpoint.cancel(3), "fi_cancel");
  }

  @Override
  public void close() {
    selector.close();
    sets.forEach(PollSet::close);
    endpoints.forEach(Endpoint::close);
    queues.forEach(CompletionQueue::close);
    counters.forEach(Counter::close);
    waitSet.close();
    home.close();
  }
}

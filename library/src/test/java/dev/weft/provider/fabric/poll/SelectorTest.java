package dev.weft.provider.fabric.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.SteadyAllocation;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.poll.CompletionSelector;
import dev.weft.fabric.poll.SelectorKey;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.WaitSetAttributes;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Registration and results of selectors; {@link SelectorWaitTest} tests waiting. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class SelectorTest {
  private static final int NOW = 0;

  private final Node node = Node.open(Node.freshName(), Node.hints(), WaitObject.UNSPEC);
  private final List<Counter> counters = new ArrayList<>();
  private CompletionSelector<String> selector;

  @BeforeEach
  void openSelector() {
    selector = node.fabric.openSelector();
  }

  @AfterEach
  void closeAll() {
    selector.close();
    counters.forEach(Counter::close);
    node.close();
  }

  private Counter counter(WaitObject wait) {
    Counter counter = node.domain.openCounter(CounterAttributes.builder().waitObject(wait).build());
    counters.add(counter);
    return counter;
  }

  private Counter counter() {
    return counter(WaitObject.UNSPEC);
  }

  private List<String> shown() {
    List<String> names = new ArrayList<>();
    assertEquals(selector.selectNow(ready -> names.add(ready.attachment())), names.size());
    return names;
  }

  private void sendToSelf() {
    long self = node.handleOf(node);
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 1));
    assertEquals(0, node.endpoint.inject(node.memory(8), 8, self));
  }

  @Test
  void shouldShowThoseThatAreReady() {
    selector.register(counter(), "idle");
    selector.register(node.queue, "queue");
    assertEquals(List.of(), shown());
    sendToSelf();
    assertEquals(List.of("queue"), shown());
  }

  @Test
  void shouldShowQueueUntilItIsDrained() {
    selector.register(node.queue, "queue");
    sendToSelf();
    sendToSelf();
    assertEquals(List.of("queue"), shown());
    node.expect(1);
    assertEquals(List.of("queue"), shown());
    node.expect(1);
    assertEquals(List.of(), shown());
  }

  @Test
  void shouldShowQueueWithFailureAtItsHead() {
    selector.register(node.queue, "queue");
    assertEquals(0, node.endpoint.recv(node.memory(8), 8, -1, 5));
    node.endpoint.cancel(5);
    assertEquals(List.of("queue"), shown());
    node.expectError(5, Errno.ECANCELED);
    assertEquals(List.of(), shown());
  }

  @Test
  void shouldShowCounterUntilBothItsValuesAreRead() {
    Counter counter = counter();
    selector.register(counter, "counter");
    counter.add(1);
    counter.addErr(1);
    assertEquals(List.of("counter"), shown());
    counter.read();
    assertEquals(List.of("counter"), shown());
    counter.readErr();
    assertEquals(List.of(), shown());
  }

  @Test
  void shouldShowWhatWasReadyBeforeItJoined() {
    sendToSelf();
    node.progress();
    selector.register(node.queue, "queue");
    assertEquals(List.of("queue"), shown());
  }

  @Test
  void shouldBeginWithAnotherMemberEachTime() {
    for (String name : List.of("a", "b", "c")) {
      Counter counter = counter();
      counter.add(1);
      selector.register(counter, name);
    }
    List<String> firsts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      firsts.add(shown().getFirst());
    }
    assertEquals(List.of("a", "b", "c"), firsts.stream().sorted().toList());
  }

  @Test
  void shouldNotShowMembersThatWereRemoved() {
    Counter counter = counter();
    SelectorKey<String> selectorKey = selector.register(counter, "counter");
    counter.add(1);
    assertTrue(selectorKey.isValid());
    selectorKey.cancel();
    selectorKey.cancel();
    assertFalse(selectorKey.isValid());
    assertEquals(List.of(), shown());
    assertEquals(0, selector.size());
    selector.register(counter, "again");
    assertEquals(List.of("again"), shown());
  }

  @Test
  void shouldLetMembersLeaveAndJoinInsideAnAction() {
    Counter first = counter();
    Counter second = counter();
    first.add(1);
    second.add(1);
    selector.register(first, "first");
    int ready =
        selector.selectNow(
            shown -> {
              shown.cancel();
              selector.register(second, "second");
            });
    assertEquals(1, ready);
    assertEquals(List.of("second"), shown());
  }

  @Test
  void shouldAllocateNothingWhileMembersAreReady() {
    selector.register(counter(), "idle");
    selector.register(node.queue, "queue");
    long self = node.handleOf(node);
    MemorySegment memory = node.memory(8);
    Consumer<SelectorKey<String>> read = ready -> node.queue.read(node.batch, 1);
    Runnable exchange =
        () -> {
          node.endpoint.recv(memory, 8, -1, 1);
          node.endpoint.inject(memory, 8, self);
          assertEquals(1, selector.select(read));
        };
    assertEquals(0, SteadyAllocation.ofRounds(5_000, exchange), "bytes in 5,000 rounds");
  }

  @Test
  void shouldEndMembershipOfClosedMember() {
    Counter counter = counter();
    SelectorKey<String> selectorKey = selector.register(counter, "counter");
    counter.add(1);
    counter.close();
    assertFalse(selectorKey.isValid());
    assertEquals(0, selector.size());
    assertEquals(List.of(), shown());
  }

  @Test
  void shouldBelongToSeveralSelectors() {
    Counter counter = counter();
    try (CompletionSelector<String> other = node.fabric.openSelector()) {
      selector.register(counter, "here");
      SelectorKey<String> there = other.register(counter, "there");
      counter.add(1);
      assertEquals(List.of("here"), shown());
      assertEquals(1, other.selectNow(ready -> assertEquals(there, ready)));
      counter.close();
      assertFalse(there.isValid());
    }
  }

  @Test
  void shouldKeepMembersOpenWhenItCloses() {
    Counter counter = counter();
    SelectorKey<String> selectorKey = selector.register(counter, "counter");
    selector.close();
    assertTrue(selector.isClosed());
    assertFalse(selectorKey.isValid());
    assertEquals(-Errno.EBADF, selector.select(ready -> {}));
    assertEquals(-Errno.EBADF, selector.selectNow(ready -> {}));
    assertThrows(IllegalStateException.class, () -> selector.register(counter, "late"));
    counter.add(1);
    assertEquals(1, counter.read());
  }

  @Test
  void shouldKeepItsFabricOpen() {
    FabricException busy = assertThrows(FabricException.class, node.fabric::close);
    assertEquals(Errno.EBUSY, busy.errno());
  }

  @Test
  void shouldLeaveOthersReadyWhenActionFails() {
    for (String name : List.of("a", "b")) {
      Counter counter = counter();
      counter.add(1);
      selector.register(counter, name);
    }
    assertThrows(
        ArithmeticException.class,
        () ->
            selector.select(
                ready -> {
                  throw new ArithmeticException(ready.attachment());
                }));
    assertEquals(2, shown().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = WaitObject.class,
      mode = Mode.EXCLUDE,
      names = {"NONE", "YIELD", "SET"})
  void shouldTakeMembersOfEveryKind(WaitObject wait) throws Exception {
    expectWoken(counter(wait));
  }

  @Test
  void shouldTakeMembersOfWaitSets() throws Exception {
    WaitSetAttributes kind = WaitSetAttributes.defaults();
    WaitSet set = node.fabric.openWaitSet(kind, null);
    CounterAttributes member =
        CounterAttributes.builder().waitObject(WaitObject.SET).waitSet(set).build();
    try (set;
        Counter counter = node.domain.openCounter(member)) {
      expectWoken(counter);
      counter.add(1);
      assertEquals(0, set.await(NOW));
    }
  }

  private void expectWoken(Counter counter) throws Exception {
    selector.register(counter, "counter");
    CompletableFuture<Integer> selected = new CompletableFuture<>();
    Thread.startVirtualThread(() -> selected.complete(selector.select(ready -> counter.read())));
    Thread.sleep(20); // so that it is most probably parked
    counter.add(1);
    assertEquals(1, selected.get(300, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @EnumSource(
      value = WaitObject.class,
      names = {"NONE", "YIELD"})
  void shouldRefuseMembersThatDoNotNotify(WaitObject wait) {
    Counter silent = counter(wait);
    FabricException refused =
        assertThrows(FabricException.class, () -> selector.register(silent, "silent"));
    assertEquals(Errno.EINVAL, refused.errno());
    assertTrue(refused.hint().contains("UNSPEC"), refused::getMessage);
  }

  @Test
  void shouldRefuseMisuse() {
    Counter counter = counter();
    selector.register(counter, "once");
    assertThrows(IllegalStateException.class, () -> selector.register(counter, "twice"));
    assertThrows(IllegalArgumentException.class, () -> selector.register(null, "nobody"));
    assertThrows(IllegalArgumentException.class, () -> selector.select(null, NOW));
    Counter closed = counter();
    closed.close();
    assertThrows(IllegalStateException.class, () -> selector.register(closed, "closed"));
  }
}

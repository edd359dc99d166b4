package dev.weft.provider.fabric.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Counter;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.message.DeferredWork;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.fabric.message.RmaIoVector;
import dev.weft.fabric.message.RmaMessage;
import dev.weft.fabric.message.TriggeredContext;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.provider.fabric.Node;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** EP-058, EP-060: where an operation reports that was accepted, and is refused when it starts. */
class RefusedWorkTest {
  private static final long NOBODY = 999;
  private static final long UNDEFINED = 1L << 45;
  private static final long CONTEXT = 9;

  private Counter sends;
  private Counter reads;
  private Counter writes;
  private final Node node = node();
  private final long self = node.handleOf(node);
  private final MemorySegment buffer = node.memory(8);
  private final Counter trigger = counter();
  private final Counter done = counter();

  private Node node() {
    FabricInfo info = Fabrics.getInfo(Node.hints().build()).getFirst();
    return new Node(
        info,
        Fabrics.open(info),
        Node.queueOf(WaitObject.UNSPEC, 0),
        BindFlags.TRANSMIT | BindFlags.RECV,
        this::bindCounters);
  }

  private void bindCounters(Node to) {
    sends = bound(to, BindFlags.SEND);
    reads = bound(to, BindFlags.READ);
    writes = bound(to, BindFlags.WRITE);
  }

  private static Counter bound(Node to, long direction) {
    Counter counter = to.domain.openCounter(CounterAttributes.defaults());
    to.endpoint.bind(counter, direction);
    return counter;
  }

  private Counter counter() {
    return node.domain.openCounter(CounterAttributes.defaults());
  }

  enum Refusal {
    HANDLE(Errno.EINVAL),
    FLAGS(Errno.EBADFLAGS),
    ARENA(Errno.EFAULT),
    WRITE(Errno.EINVAL),
    RECEIVE(Errno.EFAULT);

    private final int errno;

    Refusal(int errno) {
      this.errno = errno;
    }
  }

  private DeferredWork refused(Refusal refusal, long flags) {
    Message message = message(self, IoVector.of(buffer));
    return switch (refusal) {
      case HANDLE -> DeferredWork.send(node.endpoint, message.address(NOBODY), flags);
      case FLAGS -> DeferredWork.send(node.endpoint, message, flags | UNDEFINED);
      case ARENA -> DeferredWork.send(node.endpoint, message(self, closed()), flags);
      case WRITE -> DeferredWork.write(node.endpoint, write(), flags);
      case RECEIVE -> DeferredWork.recv(node.endpoint, message(-1, closed()), flags);
    };
  }

  private static Message message(long address, IoVector vector) {
    return new Message().address(address).context(CONTEXT).vector(vector);
  }

  private static IoVector closed() {
    try (Arena arena = Arena.ofShared()) {
      return IoVector.of(arena.allocate(8));
    }
  }

  private RmaMessage write() {
    return new RmaMessage()
        .address(NOBODY)
        .context(CONTEXT)
        .vector(IoVector.of(buffer))
        .remote(new RmaIoVector().add(0, 8, 1));
  }

  @AfterEach
  void close() {
    node.endpoint.close();
    List.of(sends, reads, writes, trigger, done).forEach(Counter::close);
    node.close();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountOnlyOnTheCounterOfTheWork(Refusal refusal) {
    start(refused(refusal, 0));
    assertEquals(1, done.readErr());
    assertEquals(0, done.read());
    node.expectNothing();
    assertErrors(0, 0, 0);
  }

  private void assertErrors(long ofSends, long ofReads, long ofWrites) {
    assertEquals(ofSends, sends.readErr(), "errors of sends");
    assertEquals(ofReads, reads.readErr(), "errors of reads");
    assertEquals(ofWrites, writes.readErr(), "errors of writes");
  }

  @ParameterizedTest
  @EnumSource
  void shouldReportAnEntryTooOnRequest(Refusal refusal) {
    start(refused(refusal, OperationFlags.COMPLETION));
    assertEquals(1, done.readErr());
    node.expectError(CONTEXT, refusal.errno);
  }

  private void start(DeferredWork work) {
    node.domain.control(ControlCommand.queueWork(work.after(trigger, 1).completing(done)));
    trigger.add(1);
    node.progress();
  }

  @Test
  void shouldCountARefusedOperationByItsKind() {
    RmaMessage write = write().trigger(TriggeredContext.at(trigger, 1));
    assertEquals(0, node.endpoint.writeMsg(write, OperationFlags.TRIGGER));
    trigger.add(1);
    node.expectError(CONTEXT, Errno.EINVAL);
    assertErrors(0, 0, 1);
  }

  @Test
  void shouldRefuseWorkOfAClosedEndpoint() {
    DeferredWork work = DeferredWork.send(node.endpoint, message(self, IoVector.of(buffer)), 0);
    var queue = ControlCommand.queueWork(work.after(trigger, 1).completing(done));
    node.endpoint.close();
    FabricException refused = assertThrows(FabricException.class, () -> node.domain.control(queue));
    assertEquals(Errno.EINVAL, refused.errno());
    assertTrue(refused.getMessage().contains("closed"), refused.getMessage());
  }

  @Test
  void shouldCountACancelledOperationByItsKind() {
    RmaMessage read = write().address(self).trigger(TriggeredContext.at(trigger, 1));
    assertEquals(0, node.endpoint.readMsg(read, OperationFlags.TRIGGER));
    assertEquals(0, node.endpoint.cancel(CONTEXT));
    node.expectError(CONTEXT, Errno.ECANCELED);
    assertErrors(0, 1, 0);
  }
}

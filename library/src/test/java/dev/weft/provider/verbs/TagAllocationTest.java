package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.SteadyAllocation;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import dev.weft.verbs.work.TagHeader;
import dev.weft.verbs.work.TagOperation;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tagged message allocates nothing: neither its addition, nor its match, nor its data. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class TagAllocationTest {
  private static final int ROUNDS = 10_000;
  private static final int DATA = 1024;
  private static final int HEADERS = TagHeader.SIZE + TagHeader.RENDEZVOUS_SIZE;

  private final Opened on = new Opened();
  private final ProtectionDomain domain = on.context.allocPd();
  private final CompletionQueue sends = on.queue(64, null, null);
  private final CompletionQueue matched = on.queue(64, null, null);
  private final SharedReceiveQueue shared =
      domain.createSrq(SharedReceiveQueueInit.basic(4, 1).matchingTags(matched, 4, 4));
  private final MemoryRegion memory =
      domain.regMr(
          Arena.ofAuto().allocate(8 * DATA), RegionAccess.LOCAL_WRITE | RegionAccess.REMOTE);
  private final QueuePair sender = domain.createQp(init().build());
  private final QueuePair receiver = domain.createQp(init().sharedReceiveQueue(shared).build());
  private final SendWorkRequest send = new SendWorkRequest().send().flags(SendFlags.SIGNALED);
  private final ReceiveWorkRequest notice =
      new ReceiveWorkRequest().buffer(memory, 4 * DATA, HEADERS);
  private final TagOperation add = new TagOperation().add(1, 7, -1);

  private QueuePairInit.Builder init() {
    return QueuePairInit.builder(QueuePairType.RC).completionQueue(sends);
  }

  private void connect() {
    List.of(sender, receiver).forEach(p -> QueuePairTransitions.initialise(p, RegionAccess.REMOTE));
    Opened.connect(receiver, sender);
    add.buffers().add(memory, 2 * DATA, DATA);
  }

  private void expect(CompletionQueue queue, int count) {
    for (int seen = 0; seen < count; ) {
      int taken = queue.poll(on.batch, 1);
      if (taken == 1 && on.batch.status(0) != CompletionStatus.SUCCESS) {
        throw new IllegalStateException(on.batch.describe(0));
      }
      seen += taken;
    }
  }

  private void eager() {
    shared.postOps(add, null);
    sender.postSend(send);
    expect(sends, 1);
    expect(matched, 1);
  }

  private void rendezvous() {
    shared.postOps(add, null);
    sender.postRecv(notice);
    sender.postSend(send);
    expect(sends, 2);
    expect(matched, 2);
  }

  @Test
  void shouldMatchWithoutGarbage() {
    connect();
    TagHeader.write(memory.memory(), TagHeader.EAGER, 0, 7);
    send.buffer(memory, 0, TagHeader.SIZE + 64);
    assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, this::eager));
  }

  @Test
  void shouldFetchWithoutGarbage() {
    connect();
    TagHeader.write(memory.memory(), TagHeader.RNDV, 0, 7);
    TagHeader.writeRendezvous(memory.memory(), memory.address() + DATA, memory.rkey(), DATA);
    send.buffer(memory, 0, HEADERS);
    assertEquals(0, SteadyAllocation.ofRounds(ROUNDS, this::rendezvous));
  }
}

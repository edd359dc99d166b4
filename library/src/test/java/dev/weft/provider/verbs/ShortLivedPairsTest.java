package dev.weft.provider.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ClosedObjects;
import dev.weft.rdmacm.QueuePairTransitions;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An open datagram queue pair does not keep the memory of queue pairs that were closed. */
@Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ShortLivedPairsTest {
  private static final int PAIRS = 8;

  /** The open queue pair may still know its last peers. */
  private static final int KNOWN = 2;

  private final Opened opened = new Opened();
  private final ProtectionDomain domain = opened.context.allocPd();
  private final MemoryRegion region = domain.regMr(Arena.ofAuto().allocate(Long.BYTES), 0);
  private final AddressHandle handle =
      domain.createAh(
          AddressHandleAttributes.global(
              opened.context.queryPort(1).lid(), opened.context.queryGid(1, 0)));
  private final ClosedObjects closed = new ClosedObjects();

  private QueuePair open() {
    CompletionQueue queue = opened.queue(null);
    QueuePair pair =
        domain.createQp(QueuePairInit.builder(QueuePairType.UD).completionQueue(queue).build());
    QueuePairTransitions.makeReady(pair);
    return pair;
  }

  private void close(QueuePair pair) {
    CompletionQueue queue = pair.sendCq();
    closed.add(queue);
    pair.close();
    queue.close();
  }

  private void send(QueuePair from, QueuePair to) {
    SendWorkRequest request = new SendWorkRequest().buffer(region, 0, Long.BYTES).send();
    request.to(handle, to.qpNum(), QueuePairTransitions.USUAL_QKEY);
    request.flags(SendFlags.SIGNALED);
    assertEquals(0, from.postSend(request));
    while (from.sendCq().poll(opened.batch, 1) == 0) {
      Thread.onSpinWait();
    }
    assertEquals(0, opened.batch.status(0));
  }

  @Test
  void shouldBeFreeIfEachHasSentToTheOneBefore() {
    QueuePair last = open();
    for (int i = 0; i < PAIRS; i++) {
      QueuePair next = open();
      send(next, last);
      close(last);
      last = next;
    }
    closed.awaitCollectionOfAllBut(KNOWN);
    close(last);
  }

  @Test
  void shouldBeFreeIfOneHasSentToEach() {
    QueuePair stays = open();
    for (int i = 0; i < PAIRS; i++) {
      QueuePair peer = open();
      send(stays, peer);
      close(peer);
    }
    stays.sendCq().poll(opened.batch, 1);
    closed.awaitCollectionOfAllBut(KNOWN);
    close(stays);
  }
}

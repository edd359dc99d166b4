package dev.weft.nic.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.nic.message.SendWork;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 600, unit = TimeUnit.SECONDS)
class PendingSendTest {
  private final PendingSend send = new PendingSend(0, 8);
  private final SendWork work = new SendWork(8);

  @Test
  void shouldBePulledOnceAndThenNotWithdrawn() {
    send.describeAs(work, null, true);
    assertTrue(send.beginPull());
    assertFalse(send.beginPull());
    send.endPull();
    assertFalse(send.withdraw());
    assertFalse(send.isWithdrawn());
  }

  @Test
  void shouldBeOfferedAgainIfAPullIsCancelled() {
    send.describeAs(work, null, true);
    assertTrue(send.beginPull());
    send.cancelPull();
    assertTrue(send.beginPull());
    send.cancelPull();
    assertTrue(send.withdraw());
    assertTrue(send.isWithdrawn());
  }

  @Test
  void shouldNotBePulledOnceWithdrawn() {
    send.describeAs(work, null, true);
    assertTrue(send.withdraw());
    assertTrue(send.isWithdrawn());
    assertFalse(send.beginPull());
    assertFalse(send.withdraw(), "once");
  }

  @Test
  void shouldNotBeWithdrawnWhenItsPayloadWentAlong() {
    send.describeAs(work, null, false);
    assertFalse(send.withdraw());
    assertFalse(send.beginPull());
  }

  @Test
  void shouldBeNewForTheNextWork() {
    send.describeAs(work, null, true);
    assertTrue(send.withdraw());
    send.describeAs(work, null, true);
    assertFalse(send.isWithdrawn());
    assertTrue(send.beginPull());
  }

  /** Either the receiver pulls, or the sender withdraws the payload, and never during a pull. */
  @Test
  void shouldGoToOneOfBoth() throws Exception {
    int rounds = 20_000;
    AtomicBoolean pulling = new AtomicBoolean();
    boolean[] pulled = new boolean[rounds];
    CyclicBarrier together = new CyclicBarrier(2);
    send.describeAs(work, null, true);
    Thread receiver =
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    meet(together);
                    if (send.beginPull()) {
                      pulling.set(true);
                      pulled[round] = true;
                      pulling.set(false);
                      send.endPull();
                    }
                    meet(together);
                  }
                });
    for (int round = 0; round < rounds; round++) {
      meet(together);
      boolean mine = send.withdraw();
      assertFalse(pulling.get(), "withdraw returned during a pull");
      meet(together);
      assertEquals(!mine, pulled[round], "round " + round);
      send.describeAs(work, null, true);
    }
    receiver.join();
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

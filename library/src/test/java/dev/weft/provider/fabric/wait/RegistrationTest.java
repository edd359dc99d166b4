package dev.weft.provider.fabric.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.wait.Readiness;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registration with a selector while another thread selects. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class RegistrationTest {

  /** An object that a test makes ready. */
  private static class Member implements Selectable, Waitable {
    final QueueWait waiting = QueueWait.open(ObjectClass.CQ, "test", WaitObject.UNSPEC, null);
    final AtomicInteger looks = new AtomicInteger();
    volatile boolean ready;

    @Override
    public QueueWait waiting() {
      return waiting;
    }

    @Override
    public Readiness event() {
      return new Readiness() {
        @Override
        public boolean holds() {
          return ready;
        }

        @Override
        public boolean advance() {
          looks.incrementAndGet();
          return ready;
        }
      };
    }

    @Override
    public void progress() {}

    @Override
    public int tryWait() {
      return 0;
    }

    @Override
    public EventWatch watch(EventListener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ObjectClass objectClass() {
      return ObjectClass.CQ;
    }

    @Override
    public Object context() {
      return null;
    }

    @Override
    public boolean isClosed() {
      return false;
    }

    @Override
    public void close() {}
  }

  /** A fabric. */
  private static final class Fabric implements Parent {
    @Override
    public void addDependent(Object kind) {}

    @Override
    public void removeDependent(Object kind) {}
  }

  private static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  /** The event comes after the other thread has looked, and before the member forwards. */
  @ParameterizedTest
  @ValueSource(ints = {5, 40})
  void shouldMissNoEventOfAnObjectThatJoins(int members) {
    SoftwareSelector<String> selector = new SoftwareSelector<>(new Fabric());
    for (int i = 0; i < members; i++) {
      selector.register(new Member(), "idle");
    }
    AtomicInteger shown = new AtomicInteger();
    CompletableFuture<Integer> selected =
        CompletableFuture.supplyAsync(() -> selector.select(_ -> shown.incrementAndGet(), -1));
    until(() -> selector.notifier().waiters() > 0);
    Member late =
        new Member() {
          private int calls;

          @Override
          public QueueWait waiting() {
            calls++;
            if (calls == 2) { // the first call checks that it notifies, the second forwards
              selector.notifier().wake();
              until(() -> looks.get() > 0 && selector.notifier().waiters() > 0);
              ready = true;
              waiting.notifier().published();
            }
            return waiting;
          }
        };
    selector.register(late, "late");
    assertEquals(1, selected.join());
    assertEquals(1, shown.get());
    selector.close();
  }
}

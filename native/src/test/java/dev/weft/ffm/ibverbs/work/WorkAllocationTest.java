package dev.weft.ffm.ibverbs.work;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weft.ffm.SteadyBytes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compiled posts and polls allocate nothing. {@code sched_yield} stands for the driver's functions:
 * it returns 0 and touches no argument.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class WorkAllocationTest {
  private static final QueuePairCapabilities GRANTED = new QueuePairCapabilities(16, 16, 2, 2, 64);
  private static final int CALLS = 10_000;
  private static final int WARM_UPS = 2_000;

  private final long driver =
      Linker.nativeLinker().defaultLookup().findOrThrow("sched_yield").address();
  private final MemorySegment memory = Arena.ofAuto().allocate(4096, 8);

  private static void expectNoneOf(IntSupplier call) {
    assertEquals(0, SteadyBytes.of(WARM_UPS, () -> round(call)), "bytes in " + CALLS + " calls");
  }

  private static void round(IntSupplier call) {
    for (int i = 0; i < CALLS; i++) {
      assertEquals(0, call.getAsInt());
    }
  }

  private void expectNoneOf(SendWorkRequest request) {
    SendRequests sends = new SendRequests(driver, 1, QueuePairType.RC, GRANTED, null);
    expectNoneOf(() -> sends.post(request, null));
  }

  private SendWorkRequest request(int flags) {
    SendWorkRequest request = new SendWorkRequest().flags(flags).send();
    request.buffers().add(memory.asSlice(0, 32), 5);
    return request;
  }

  @Test
  void shouldNotAllocateForASend() {
    expectNoneOf(request(SendFlags.SIGNALED));
  }

  @Test
  void shouldNotAllocateForInlineData() {
    expectNoneOf(request(SendFlags.INLINE));
  }

  @Test
  void shouldNotAllocateForAWrite() {
    expectNoneOf(request(SendFlags.SIGNALED).write(100, 7));
  }

  @Test
  void shouldNotAllocateForAReceive() {
    ReceiveRequests receives = new ReceiveRequests(driver, 1, 2);
    ReceiveWorkRequest request = new ReceiveWorkRequest();
    request.buffers().add(memory.address(), 64, 5);
    expectNoneOf(() -> receives.post(request, null));
  }

  @Test
  void shouldNotAllocateForAPoll() {
    expectNoneOf(() -> PollFunction.poll(driver, 1, 4, memory));
  }
}

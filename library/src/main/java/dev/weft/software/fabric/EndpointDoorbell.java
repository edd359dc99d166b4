package dev.weft.software.fabric;

import dev.weft.software.Doorbell;

/**
 * Wakes whoever may wait for what an endpoint does: its queues, its counters, the progress thread.
 */
final class EndpointDoorbell implements Doorbell {
  private final EndpointState endpoint;

  EndpointDoorbell(EndpointState endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public void ring() {
    if (endpoint.domain.progressThread() != null) {
      endpoint.domain.progressThread().wake();
    }
    wake(endpoint.sendQueue == null ? null : endpoint.sendQueue.waiting());
    if (endpoint.receiveQueue != endpoint.sendQueue) {
      wake(endpoint.receiveQueue == null ? null : endpoint.receiveQueue.waiting());
    }
    endpoint.counters.each(counter -> counter.waiting().wake());
    if (endpoint.eventQueue != null) {
      endpoint.eventQueue.wake();
    }
  }

  @Override
  public void counted() {
    if (!endpoint.domain.work().isEmpty()) {
      ring();
    }
  }

  private static void wake(WaitSupport waiting) {
    if (waiting != null) {
      waiting.wake();
    }
  }

  @Override
  public boolean maySleep() {
    return endpoint.domain.progressThread() != null
        || sleeps(endpoint.sendQueue == null ? null : endpoint.sendQueue.waiting())
        || sleeps(endpoint.receiveQueue == null ? null : endpoint.receiveQueue.waiting())
        || endpoint.counters.anySleeps()
        || (endpoint.eventQueue != null && endpoint.eventQueue.sleeps());
  }

  private static boolean sleeps(WaitSupport waiting) {
    return waiting != null && waiting.sleeps();
  }
}

package dev.weft.provider.fabric;

import dev.weft.nic.message.Doorbell;
import dev.weft.provider.fabric.wait.QueueWait;
import dev.weft.wait.WakeChannel;
import java.nio.channels.SelectableChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * The doorbell of an endpoint: wakes the waiters of its queues and counters, and the progress
 * thread.
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

  private static void wake(QueueWait waiting) {
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

  private static boolean sleeps(QueueWait waiting) {
    return waiting != null && waiting.sleeps();
  }

  @Override
  public boolean offerWakeChannel(SelectableChannel channel, Runnable silence, Runnable giveBack) {
    WakeChannel wakeChannel = new WakeChannel(channel, silence, giveBack);
    List<QueueWait> targets = new ArrayList<>();
    if (endpoint.sendQueue != null) {
      targets.add(endpoint.sendQueue.waiting());
    }
    if (endpoint.receiveQueue != null && endpoint.receiveQueue != endpoint.sendQueue) {
      targets.add(endpoint.receiveQueue.waiting());
    }
    endpoint.counters.each(counter -> targets.add(counter.waiting()));
    boolean all =
        endpoint.domain.progressThread() == null
            && (endpoint.eventQueue == null || !endpoint.eventQueue.sleeps());
    for (QueueWait target : targets) {
      all &= target.adopt(wakeChannel);
    }
    return all;
  }
}

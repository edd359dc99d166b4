package dev.weft.provider.fabric.endpoint;

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
    endpoint.queues.each(queue -> queue.waiting().wake());
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

  @Override
  public boolean maySleep() {
    return endpoint.domain.progressThread() != null
        || endpoint.queues.anySleeps()
        || endpoint.counters.anySleeps()
        || (endpoint.eventQueue != null && endpoint.eventQueue.sleeps());
  }

  @Override
  public boolean offerWakeChannel(SelectableChannel channel, Runnable silence, Runnable giveBack) {
    WakeChannel wakeChannel = new WakeChannel(channel, silence, giveBack);
    List<QueueWait> targets = new ArrayList<>();
    endpoint.queues.each(queue -> targets.add(queue.waiting()));
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

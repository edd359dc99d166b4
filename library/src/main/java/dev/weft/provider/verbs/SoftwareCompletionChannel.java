package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quotas;
import dev.weft.provider.verbs.event.CompletionEventFifo;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import java.nio.channels.SelectableChannel;

/** {@code struct ibv_comp_channel} of the software device. */
public final class SoftwareCompletionChannel extends SoftwareObject implements CompletionChannel {
  private final CompletionEventFifo<SoftwareCompletionQueue> events =
      new CompletionEventFifo<>(
          SoftwareCompletionQueue::tellsEvents, SoftwareCompletionQueue::eventGot);

  private SoftwareCompletionChannel(ObjectUses uses) {
    super(uses, "ibv_destroy_comp_channel");
  }

  static SoftwareCompletionChannel create(SoftwareContext context) {
    return ObjectUses.create(
        context, Quotas.none(), "ibv_create_comp_channel", SoftwareCompletionChannel::new);
  }

  @Override
  public int getEvent(CompletionEvent event) {
    if (event == null) {
      throw new IllegalArgumentException("event=null, allowed: one to be filled");
    }
    return events.get(event);
  }

  @Override
  public void blocking(boolean blocking) {
    events.blocking(blocking);
  }

  @Override
  public boolean isBlocking() {
    return events.isBlocking();
  }

  @Override
  public SelectableChannel channel() {
    useCount().requireOpen();
    return events.channel();
  }

  @Override
  public int descriptor() {
    useCount().requireOpen();
    return events.descriptor();
  }

  /** Queues an event of an armed queue. */
  void offer(SoftwareCompletionQueue queue) {
    events.offer(queue);
  }

  /** Number of threads that wait for an event. */
  int waiters() {
    return events.waiters();
  }

  /** Removes the events of a queue that is being destroyed. */
  void forget(SoftwareCompletionQueue queue) {
    events.forget(queue);
  }

  @Override
  void release() {
    events.close();
  }

  @Override
  public String toString() {
    return "CompletionChannel[events=" + events.size() + "]";
  }
}

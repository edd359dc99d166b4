package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.provider.verbs.event.CompletionEventFifo;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.channels.SelectableChannel;

/** {@code struct ibv_comp_channel} of libibverbs, with its events in Java. */
final class IbvChannel extends IbvObject implements CompletionChannel {
  private static final long DESCRIPTOR = ObjectLayouts.CHANNEL.offset("fd");

  private final CompletionEventFifo<IbvCompletionQueue> events =
      new CompletionEventFifo<>(IbvCompletionQueue::tellsEvents, IbvCompletionQueue::eventGot);

  /** Where C tells the queue of an event, and its context. */
  private final MemorySegment told = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG, 2);

  private final EventPump pump;

  private IbvChannel(IbvContext context, long address) {
    super(context, address, Verb.DESTROY_COMP_CHANNEL, context.holders());
    int descriptor = CMemory.integer(address + DESCRIPTOR);
    this.pump = new EventPump(descriptor, this::tryEnter, this::leave, this::moveOne);
  }

  static IbvChannel create(IbvContext context) {
    IbvChannel channel =
        Holders.creating(
            () -> new IbvChannel(context, Verb.CREATE_COMP_CHANNEL.create("", context.address())),
            context.holders());
    channel.pump.start();
    return keepReachable(channel);
  }

  /** C waits for the acknowledgement of its event, so that the queue exists in Java. */
  private boolean moveOne() {
    try {
      long at = told.address();
      int result = (int) Downcalls.call(Verb.GET_CQ_EVENT.address(), struct(), at, at + Long.BYTES);
      if (result != 0) {
        return false;
      }
      long queue = told.getAtIndex(ValueLayout.JAVA_LONG, 0);
      IbvEventSource source = owner().slots().get(told.getAtIndex(ValueLayout.JAVA_LONG, 1));
      if (source instanceof IbvCompletionQueue known) {
        events.offer(known);
      }
      Downcalls.call(Verb.ACK_CQ_EVENTS.address(), queue, 1);
      return true;
    } finally {
      Reference.reachabilityFence(told);
    }
  }

  @Override
  public int getEvent(CompletionEvent event) {
    Require.notNull("event", event);
    pump.pump();
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
    requireOpen();
    return events.channel();
  }

  @Override
  public int descriptor() {
    requireOpen();
    return events.descriptor();
  }

  /** Removes the events of a queue that is being destroyed. */
  void forget(IbvCompletionQueue queue) {
    events.forget(queue);
  }

  @Override
  void quiet() {
    pump.stop();
  }

  @Override
  void loud() {
    pump.start();
  }

  @Override
  void released() {
    events.close();
  }

  @Override
  public String toString() {
    return "CompletionChannel[events=" + events.size() + "]";
  }
}

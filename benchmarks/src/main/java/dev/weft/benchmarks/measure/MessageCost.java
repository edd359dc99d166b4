package dev.weft.benchmarks.measure;

import dev.weft.benchmarks.contenders.Conversation;
import dev.weft.benchmarks.contenders.EndpointSide;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;

/**
 * Measures the cost of a message on one thread, which posts a receive and a send and reads both
 * completions.
 */
final class MessageCost {
  private static final int SLICE_MESSAGES = 10_000;
  private static final int WARM_UP_SLICES = 30;

  private MessageCost() {}

  /** Nanoseconds for one message, the median of the slices. */
  static double measure(Threading threading, long nanos) throws Exception {
    Conversation conversation = EndpointSide.conversation(threading, WaitObject.NONE);
    EndpointSide sender = (EndpointSide) conversation.asking();
    EndpointSide receiver = (EndpointSide) conversation.answering();
    for (int i = 0; i < WARM_UP_SLICES; i++) {
      slice(sender, receiver, i);
    }
    double cost =
        Median.ofSlices(nanos, slice -> slice(sender, receiver, (long) slice * SLICE_MESSAGES));
    conversation.resource().close();
    return cost;
  }

  private static double slice(EndpointSide sender, EndpointSide receiver, long first) {
    long start = System.nanoTime();
    for (long value = first; value < first + SLICE_MESSAGES; value++) {
      message(sender, receiver, value);
    }
    return (double) (System.nanoTime() - start) / SLICE_MESSAGES;
  }

  /** Sends a value and takes it; reads both completions. */
  static void message(EndpointSide sender, EndpointSide receiver, long value) {
    receiver.postReceive();
    sender.postSend(value);
    while (!receiver.hasMessage()) {
      receiver.read();
    }
    while (!sender.hasSent()) {
      sender.read();
    }
    long received = receiver.take();
    if (received != value) {
      throw new IllegalStateException("received=" + received + ", expected " + value);
    }
  }
}

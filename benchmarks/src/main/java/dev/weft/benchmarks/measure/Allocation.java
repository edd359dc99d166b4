package dev.weft.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import dev.weft.benchmarks.contenders.Conversation;
import dev.weft.benchmarks.contenders.EndpointSide;
import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;
import java.lang.management.ManagementFactory;

/**
 * Measures the heap bytes of one kind of call in steady state, by the thread's allocation counter.
 */
final class Allocation {
  private static final int ROUNDS = 100_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final EndpointSide sender;
  private final EndpointSide receiver;
  private final String counted;
  private long bytes;
  private long calls;

  private Allocation(Conversation conversation, String counted) {
    this.sender = (EndpointSide) conversation.asking();
    this.receiver = (EndpointSide) conversation.answering();
    this.counted = counted;
  }

  /**
   * Bytes for one call.
   *
   * @param counted post, read or sread; sread always finds something
   */
  static double measure(String counted, Threading threading) throws Exception {
    Conversation conversation = EndpointSide.conversation(threading, WaitObject.UNSPEC);
    Allocation allocation = new Allocation(conversation, counted);
    allocation.run();
    allocation.bytes = 0;
    allocation.calls = 0;
    allocation.run();
    conversation.resource().close();
    return (double) allocation.bytes / allocation.calls;
  }

  private void run() {
    for (long value = 1; value <= ROUNDS; value++) {
      message(value);
    }
    if (calls == 0) {
      throw new IllegalStateException("counted=" + counted + ", allowed post, read, sread");
    }
  }

  private void message(long value) {
    long start = allocated();
    receiver.postReceive();
    sender.postSend(value);
    count("post", 2, start);
    boolean sleeping = counted.equals("sread");
    start = allocated();
    int found = sleeping ? receiver.sread() + sender.sread() : receiver.read() + sender.read();
    count(sleeping ? "sread" : "read", 2, start);
    if (found != 2 || receiver.take() != value) {
      throw new IllegalStateException("completions=" + found + ", expected 2 of " + value);
    }
  }

  private void count(String what, int howMany, long start) {
    if (what.equals(counted)) {
      bytes += allocated() - start;
      calls += howMany;
    }
  }

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}

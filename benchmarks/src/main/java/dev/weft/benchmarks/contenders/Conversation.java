package dev.weft.benchmarks.contenders;

import dev.weft.fabric.info.Threading;
import dev.weft.fabric.poll.WaitObject;

/**
 * Both ends of a measurement of round trips.
 *
 * <pre>
 *   asking --- send ---> receive --- answering
 *   asking <-- receive <--- send --- answering
 * </pre>
 */
public record Conversation(Side asking, Side answering, AutoCloseable resource) {

  /** Opens both ends over this transport; queues are named as in {@link Handover#open}. */
  public static Conversation open(String name) {
    return switch (name) {
      case "weft-endpoint" -> EndpointSide.conversation(Threading.DOMAIN, WaitObject.NONE);
      case "weft-sread" -> EndpointSide.conversation(Threading.DOMAIN, WaitObject.UNSPEC);
      case "weft-wait-set" -> EndpointSide.conversation(Threading.DOMAIN, WaitObject.SET);
      case "aeron-8" -> AeronConversation.open(8);
      case "aeron-32" -> AeronConversation.open(32);
      default -> overQueues(name, name.endsWith("-many"));
    };
  }

  private static Conversation overQueues(String name, boolean manyWriters) {
    String queue = manyWriters ? name.substring(0, name.lastIndexOf('-')) : name;
    Handover there = Handover.open(queue, manyWriters);
    Handover back = Handover.open(queue, manyWriters);
    return new Conversation(new QueueSide(there, back), new QueueSide(back, there), () -> {});
  }
}

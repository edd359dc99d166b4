package dev.weft.nic.reliabledatagram;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The end-to-end contexts of a device by number, in all domains. */
public final class EndToEndContexts {
  private final Map<Integer, EndToEndSender> all = new ConcurrentHashMap<>();

  /** Creates an empty map. */
  public EndToEndContexts() {}

  /** The context with this number, or null. Any thread. */
  EndToEndSender find(int number) {
    return all.get(number);
  }

  void add(int number, EndToEndSender context) {
    all.put(number, context);
  }

  void remove(int number) {
    all.remove(number);
  }
}

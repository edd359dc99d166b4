package dev.weft.nic.queuepair;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The end-to-end contexts of a device, by number, whichever domain they belong to. */
public final class EndToEndContexts {
  private final Map<Integer, EndToEndSender> all = new ConcurrentHashMap<>();

  /** Without contexts. */
  public EndToEndContexts() {}

  /** Any thread; null where there is none of this number. */
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

package dev.weft.memory;

import java.util.concurrent.ConcurrentHashMap;

/** The registered memory of a domain, by key. Any thread may call any method. */
public final class MemoryTable {
  private final ConcurrentHashMap<Long, RegisteredMemory> byKey = new ConcurrentHashMap<>();

  /** Adds memory; false where its key is in use. */
  public boolean add(RegisteredMemory memory) {
    return byKey.putIfAbsent(memory.key(), memory) == null;
  }

  /** Removes memory. */
  public void remove(RegisteredMemory memory) {
    byKey.remove(memory.key(), memory);
  }

  /** The memory with this key, or null. */
  public RegisteredMemory find(long key) {
    return byKey.get(key);
  }
}

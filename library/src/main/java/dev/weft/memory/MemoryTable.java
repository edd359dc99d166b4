package dev.weft.memory;

import java.util.concurrent.ConcurrentHashMap;

/** The registered memory of a domain, by key. Any thread may call any method. */
public final class MemoryTable {
  /** A power of two. */
  private static final int RECENT = 16;

  private final ConcurrentHashMap<Long, RegisteredMemory> byKey = new ConcurrentHashMap<>();

  /** Cache of recent finds, indexed by key; may contain closed memory. */
  private final RegisteredMemory[] recent = new RegisteredMemory[RECENT];

  /** An empty table. */
  public MemoryTable() {}

  /** Adds memory; false if its key is in use. */
  public boolean add(RegisteredMemory memory) {
    return byKey.putIfAbsent(memory.key(), memory) == null;
  }

  /** Removes closed memory. */
  public void remove(RegisteredMemory memory) {
    byKey.remove(memory.key(), memory);
    recent[placeOf(memory.key())] = null;
  }

  /** The memory with this key, or null. */
  public RegisteredMemory find(long key) {
    RegisteredMemory known = recent[placeOf(key)];
    return known != null && known.key() == key && known.isOpen() ? known : look(key);
  }

  private RegisteredMemory look(long key) {
    RegisteredMemory found = byKey.get(key);
    recent[placeOf(key)] = found;
    return found;
  }

  private static int placeOf(long key) {
    return (int) key & (RECENT - 1);
  }
}

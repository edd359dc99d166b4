package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.memory.Region;
import dev.weft.provider.verbs.post.BoundWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.MemoryWindowType;

/**
 * {@code struct ibv_mw} of the software device: a place in the protection table, whose key changes
 * with each bind. The key it was made with names the place, whatever was posted since.
 */
public final class SoftwareMemoryWindow extends SoftwareObject implements BoundWindow {
  private final SoftwareProtectionDomain domain;
  private final MemoryWindowType type;
  private final int firstKey;
  private volatile int key;

  private SoftwareMemoryWindow(
      ObjectUses uses, SoftwareProtectionDomain domain, MemoryWindowType type) {
    super(uses, "ibv_dealloc_mw");
    this.domain = domain;
    this.type = type;
    this.firstKey = owner().protection().addWindow(domain.number(), kind(type)).key();
    this.key = firstKey;
  }

  static SoftwareMemoryWindow create(SoftwareProtectionDomain domain, MemoryWindowType type) {
    Require.notNull("type", type);
    domain.useCount().requireOpen();
    return ObjectUses.create(
        domain.owner(),
        domain.owner().quotas().windows(),
        "ibv_alloc_mw",
        uses -> new SoftwareMemoryWindow(uses, domain, type),
        domain);
  }

  private static Region.Kind kind(MemoryWindowType type) {
    return type == MemoryWindowType.TYPE_1 ? Region.Kind.WINDOW_1 : Region.Kind.WINDOW_2;
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public MemoryWindowType type() {
    return type;
  }

  @Override
  public int rkey() {
    return key;
  }

  @Override
  public int firstKey() {
    return firstKey;
  }

  @Override
  public boolean isDestroyed() {
    return useCount().isEnded();
  }

  @Override
  public void rkey(int newKey) {
    key = newKey;
  }

  @Override
  void release() {
    owner().protection().remove(firstKey);
  }

  @Override
  public String toString() {
    return "MemoryWindow[%s, rkey=0x%08x]".formatted(type, key);
  }
}

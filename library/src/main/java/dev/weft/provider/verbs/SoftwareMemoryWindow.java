package dev.weft.provider.verbs;

import dev.weft.argument.Require;
import dev.weft.nic.memory.Region;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.MemoryWindowType;

/** {@code struct ibv_mw} of the software device: a key of the protection table that changes. */
public final class SoftwareMemoryWindow extends SoftwareObject implements MemoryWindow {
  private final SoftwareProtectionDomain domain;
  private final MemoryWindowType type;
  private volatile int key;

  SoftwareMemoryWindow(SoftwareProtectionDomain domain, MemoryWindowType type) {
    super(
        require(domain, type), domain.owner().quotas().windows(), "ibv_alloc_mw", "ibv_dealloc_mw");
    this.domain = domain;
    this.type = type;
    use(domain);
    this.key = owner().protection().addWindow(domain.number(), kind(type)).key();
  }

  private static SoftwareContext require(SoftwareProtectionDomain domain, MemoryWindowType type) {
    Require.notNull("type", type);
    domain.useCount().requireOpen();
    return domain.owner();
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

  /** Sets the key after a bind was posted. */
  public void rkey(int newKey) {
    key = newKey;
  }

  @Override
  void release() {
    owner().protection().remove(key);
  }

  @Override
  public String toString() {
    return "MemoryWindow[%s, rkey=0x%08x]".formatted(type, key);
  }
}

package dev.weft.software.verbs;

import dev.weft.argument.Require;
import dev.weft.software.transport.ProtectedMemory;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.MemoryWindowType;
import dev.weft.verbs.ProtectionDomain;

/** {@code struct ibv_mw} of the software device: a key of the protection table that changes. */
final class SoftwareMemoryWindow extends SoftwareObject implements MemoryWindow {
  private final SoftwareProtectionDomain domain;
  private final MemoryWindowType type;
  private volatile int key;

  SoftwareMemoryWindow(SoftwareProtectionDomain domain, MemoryWindowType type) {
    super(
        require(domain, type), domain.owner().quotas().windows(), "ibv_alloc_mw", "ibv_dealloc_mw");
    this.domain = domain;
    this.type = type;
    domain.uses().add();
    this.key = owner().protection().addWindow(domain.number(), kind(type)).key();
  }

  private static SoftwareContext require(SoftwareProtectionDomain domain, MemoryWindowType type) {
    Require.notNull("type", type);
    domain.uses().requireOpen();
    return domain.owner();
  }

  private static ProtectedMemory.Kind kind(MemoryWindowType type) {
    return type == MemoryWindowType.TYPE_1
        ? ProtectedMemory.Kind.WINDOW_1
        : ProtectedMemory.Kind.WINDOW_2;
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

  /** A bind was posted, after which peers name it by this key. */
  void rkey(int newKey) {
    key = newKey;
  }

  @Override
  void release() {
    owner().protection().remove(key);
    domain.uses().remove();
  }

  @Override
  public String toString() {
    return "MemoryWindow[%s, rkey=0x%08x]".formatted(type, key);
  }
}

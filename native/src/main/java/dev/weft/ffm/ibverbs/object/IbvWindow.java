package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.layout.ObjectLayouts;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.MemoryWindow;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.attributes.MemoryWindowType;

/** {@code struct ibv_mw} of libibverbs. */
final class IbvWindow extends IbvObject implements MemoryWindow {
  private static final String CALL = "ibv_alloc_mw";
  private static final long KEY = ObjectLayouts.WINDOW.offset("rkey");

  private final IbvDomain domain;
  private final MemoryWindowType type;
  private volatile int key;

  private IbvWindow(IbvDomain domain, long address, MemoryWindowType type) {
    super(
        domain.owner(),
        address,
        "ibv_dealloc_mw",
        domain.owner().functions().plain("dealloc_mw"),
        domain.owner().holders(),
        domain.holders());
    this.domain = domain;
    this.type = type;
    this.key = CMemory.integer(address + KEY);
  }

  static IbvWindow create(IbvDomain domain, MemoryWindowType type) {
    Require.notNull("type", type);
    long function = domain.owner().functions().plain("alloc_mw");
    if (function == 0) {
      throw Refusal.of(CALL, "the driver of " + domain.owner().device() + " has no windows");
    }
    return keepReachable(
        Holders.creating(
            () ->
                new IbvWindow(
                    domain,
                    Verb.create(CALL, function, "type=" + type, domain.struct(), type.value()),
                    type),
            domain.owner().holders(),
            domain.holders()));
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

  /** A request that binds it under this key is posted. At the next bind drivers read it from C. */
  void boundUnder(int newKey) {
    CMemory.integer(struct() + KEY, newKey);
    key = newKey;
  }

  /** The driver has bound it, and has set the key. */
  void boundByDriver() {
    key = CMemory.integer(struct() + KEY);
  }

  @Override
  int destroy() {
    return domain.betweenPosts(super::destroy);
  }

  @Override
  public String toString() {
    return "MemoryWindow[%s, rkey=0x%08x]".formatted(type, key);
  }
}

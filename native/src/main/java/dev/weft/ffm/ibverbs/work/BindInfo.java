package dev.weft.ffm.ibverbs.work;

import dev.weft.ffm.ibverbs.layout.WorkLayouts;
import dev.weft.ffm.linker.CMemory;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.work.MemoryWindowBind;

/** {@code struct ibv_mw_bind_info}. */
public final class BindInfo {
  private static final long REGION = WorkLayouts.BIND_INFO.offset("mr");
  private static final long ADDRESS = WorkLayouts.BIND_INFO.offset("addr");
  private static final long LENGTH = WorkLayouts.BIND_INFO.offset("length");
  private static final long ACCESS = WorkLayouts.BIND_INFO.offset("mw_access_flags");

  private BindInfo() {}

  /**
   * Writes it.
   *
   * @return 0; {@code EINVAL} for an address or a length without a region; {@code EPERM} for a
   *     region that is closed, or of another domain
   */
  public static int write(MemoryWindowBind bind, SendReferences references, long at) {
    if (bind.region() == null && (bind.address() != 0 || bind.length() != 0)) {
      return VerbsErrno.EINVAL;
    }
    long region = bind.region() == null ? 0 : references.region(bind.region());
    CMemory.word(at + REGION, region);
    CMemory.word(at + ADDRESS, bind.address());
    CMemory.word(at + LENGTH, bind.length());
    CMemory.integer(at + ACCESS, bind.access());
    return bind.region() != null && region == 0 ? VerbsErrno.EPERM : 0;
  }
}

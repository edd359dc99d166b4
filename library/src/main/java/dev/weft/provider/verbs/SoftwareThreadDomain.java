package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quotas;
import dev.weft.verbs.ThreadDomain;

/** {@code struct ibv_td} of the software device: has no effect. */
final class SoftwareThreadDomain extends SoftwareObject implements ThreadDomain {

  private SoftwareThreadDomain(ObjectUses uses) {
    super(uses, "ibv_dealloc_td");
  }

  static SoftwareThreadDomain create(SoftwareContext context) {
    return ObjectUses.create(context, Quotas.none(), "ibv_alloc_td", SoftwareThreadDomain::new);
  }

  @Override
  public String toString() {
    return "ThreadDomain[" + owner().device().name() + "]";
  }
}

package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quotas;
import dev.weft.verbs.ThreadDomain;

/** {@code struct ibv_td} of the software device: has no effect. */
final class SoftwareThreadDomain extends SoftwareObject implements ThreadDomain {

  SoftwareThreadDomain(SoftwareContext context) {
    super(context, Quotas.none(), "ibv_alloc_td", "ibv_dealloc_td");
  }

  @Override
  public String toString() {
    return "ThreadDomain[" + owner().device().name() + "]";
  }
}

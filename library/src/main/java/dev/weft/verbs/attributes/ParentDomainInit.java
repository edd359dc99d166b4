package dev.weft.verbs.attributes;

import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.ThreadDomain;

/**
 * {@code struct ibv_parent_domain_init_attr}: attributes of a parent domain (VX-12 to VX-18).
 *
 * @param protectionDomain {@code pd}: the underlying protection domain.
 * @param threadDomain {@code td}: or null.
 * @param mask {@code comp_mask}: {@link #ALLOCATORS}, {@link #PD_CONTEXT}, {@link
 *     #ALLOW_CC_UNPROTECTED_ALLOC}.
 * @param allocator {@code alloc} and {@code free}, if the mask selects it.
 * @param context {@code pd_context}: passed to the allocator, if the mask selects it.
 */
public record ParentDomainInit(
    ProtectionDomain protectionDomain,
    ThreadDomain threadDomain,
    int mask,
    QueueAllocator allocator,
    Object context) {

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS}: selects the allocator. */
  public static final int ALLOCATORS = 1;

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT}: selects the context. */
  public static final int PD_CONTEXT = 1 << 1;

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC}: accepted, without effect. */
  public static final int ALLOW_CC_UNPROTECTED_ALLOC = 1 << 2;

  /** A parent domain of {@code protectionDomain} and, if not null, {@code threadDomain}. */
  public static ParentDomainInit of(ProtectionDomain protectionDomain, ThreadDomain threadDomain) {
    return new ParentDomainInit(protectionDomain, threadDomain, 0, null, null);
  }

  /** A copy with an allocator and its context; sets their mask bits. */
  public ParentDomainInit with(QueueAllocator allocator, Object context) {
    return new ParentDomainInit(
        protectionDomain, threadDomain, mask | ALLOCATORS | PD_CONTEXT, allocator, context);
  }
}

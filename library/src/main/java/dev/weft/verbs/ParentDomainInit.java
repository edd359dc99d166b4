package dev.weft.verbs;

/**
 * {@code struct ibv_parent_domain_init_attr}: what a parent domain shall be made of (VX-12 to
 * VX-18).
 *
 * @param protectionDomain {@code pd}: the domain that it stands for.
 * @param threadDomain {@code td}: or null.
 * @param mask {@code comp_mask}: {@link #ALLOCATORS}, {@link #PD_CONTEXT}, {@link
 *     #ALLOW_CC_UNPROTECTED_ALLOC}.
 * @param allocator {@code alloc} and {@code free}, if the mask says so.
 * @param context {@code pd_context}: what the allocator is given, if the mask says so.
 */
public record ParentDomainInit(
    ProtectionDomain protectionDomain,
    ThreadDomain threadDomain,
    int mask,
    QueueAllocator allocator,
    Object context) {

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS}: the allocator counts. */
  public static final int ALLOCATORS = 1;

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT}: the context counts. */
  public static final int PD_CONTEXT = 1 << 1;

  /** {@code IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC}: changes nothing here. */
  public static final int ALLOW_CC_UNPROTECTED_ALLOC = 1 << 2;

  /** A parent of {@code protectionDomain} and, if not null, {@code threadDomain}. */
  public static ParentDomainInit of(ProtectionDomain protectionDomain, ThreadDomain threadDomain) {
    return new ParentDomainInit(protectionDomain, threadDomain, 0, null, null);
  }

  /** The same with an allocator and what it is given, with their mask bits. */
  public ParentDomainInit with(QueueAllocator allocator, Object context) {
    return new ParentDomainInit(
        protectionDomain, threadDomain, mask | ALLOCATORS | PD_CONTEXT, allocator, context);
  }
}

package dev.weft.verbs;

/**
 * The result of {@code ibv_alloc_parent_domain(3)}: a protection domain with a thread domain and an
 * allocator. It can be used wherever its protection domain can (VX-13).
 */
public interface ParentDomain extends ProtectionDomain {

  /** {@code pd}: the underlying protection domain. */
  ProtectionDomain protectionDomain();

  /** {@code td}: the thread domain, or null. */
  ThreadDomain threadDomain();
}

package dev.weft.verbs;

/**
 * What {@code ibv_alloc_parent_domain(3)} gives: it may stand wherever its domain may, and adds a
 * thread domain and allocators (VX-13).
 */
public interface ParentDomain extends ProtectionDomain {

  /** {@code pd}: the domain that it stands for. */
  ProtectionDomain protectionDomain();

  /** {@code td}: the thread domain, or null. */
  ThreadDomain threadDomain();
}

package dev.weft.provider.verbs;

import dev.weft.provider.verbs.device.Quotas;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.ThreadDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.wire.SharedMemory;

/** A parent domain of the software device. It has the number of its protection domain. */
public final class SoftwareParentDomain extends SoftwareProtectionDomain implements ParentDomain {
  private static final String CALL = "ibv_alloc_parent_domain";
  private static final int KNOWN_BITS =
      ParentDomainInit.ALLOCATORS
          | ParentDomainInit.PD_CONTEXT
          | ParentDomainInit.ALLOW_CC_UNPROTECTED_ALLOC;

  private final SoftwareProtectionDomain domain;
  private final SoftwareThreadDomain threads;
  private final QueueAllocator allocator;
  private final Object allocatorContext;

  private SoftwareParentDomain(
      ObjectUses uses,
      SoftwareProtectionDomain domain,
      SoftwareThreadDomain threads,
      ParentDomainInit init) {
    super(uses, domain.number());
    this.domain = domain;
    this.threads = threads;
    boolean allocates = (init.mask() & ParentDomainInit.ALLOCATORS) != 0;
    this.allocator = allocates ? init.allocator() : null;
    boolean tells = (init.mask() & ParentDomainInit.PD_CONTEXT) != 0;
    this.allocatorContext = tells ? init.context() : null;
  }

  static SoftwareParentDomain of(SoftwareContext context, ParentDomainInit init) {
    if (init == null || (init.mask() & ~KNOWN_BITS) != 0) {
      throw invalid("comp_mask=" + (init == null ? "null" : init.mask()));
    }
    boolean noAllocator = init.allocator() == null;
    if ((init.mask() & ParentDomainInit.ALLOCATORS) != 0 && noAllocator) {
      throw invalid("alloc=null");
    }
    if (!(init.protectionDomain() instanceof SoftwareProtectionDomain domain)
        || domain.owner() != context) {
      throw invalid("pd=" + init.protectionDomain() + ", allowed one of this context");
    }
    SoftwareThreadDomain threads = threadDomain(context, init.threadDomain());
    domain.useCount().requireOpen();
    return ObjectUses.create(
        context,
        Quotas.none(),
        CALL,
        uses -> new SoftwareParentDomain(uses, domain, threads, init),
        domain,
        threads);
  }

  /** Null if none is given. */
  private static SoftwareThreadDomain threadDomain(SoftwareContext context, ThreadDomain given) {
    if (given == null) {
      return null;
    }
    if (!(given instanceof SoftwareThreadDomain threads) || threads.owner() != context) {
      throw invalid("td is of another context");
    }
    threads.useCount().requireOpen();
    return threads;
  }

  private static VerbsException invalid(String detail) {
    return new VerbsException(VerbsErrno.EINVAL, CALL, detail, "");
  }

  @Override
  public ProtectionDomain protectionDomain() {
    return domain;
  }

  @Override
  public ThreadDomain threadDomain() {
    return threads;
  }

  /**
   * Memory for a queue, from the allocator if there is one and it provides some.
   *
   * @param resourceType the use, of {@link QueueAllocator}
   * @param call C name of the caller
   */
  QueueMemory allocate(long size, long alignment, long resourceType, String call) {
    return allocator == null
        ? QueueMemory.DEFAULT
        : QueueMemory.of(this, size, alignment, resourceType, call);
  }

  QueueAllocator allocator() {
    return allocator;
  }

  Object allocatorContext() {
    return allocatorContext;
  }

  @Override
  public SharedMemory sharedMemory() {
    return domain.sharedMemory();
  }

  @Override
  public String toString() {
    return "ParentDomain[" + domain + "]";
  }
}

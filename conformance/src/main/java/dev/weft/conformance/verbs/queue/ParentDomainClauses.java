package dev.weft.conformance.verbs.queue;

import static dev.weft.conformance.check.Check.equal;
import static dev.weft.conformance.check.Check.that;
import static dev.weft.conformance.check.Clause.clause;
import static dev.weft.conformance.verbs.bench.VerbsCheck.refused;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.verbs.bench.Buffer;
import dev.weft.conformance.verbs.bench.Feeder;
import dev.weft.conformance.verbs.bench.OptionalCalls;
import dev.weft.conformance.verbs.bench.Pair;
import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueueAllocator;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.ThreadDomain;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.completion.WcFields;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** VX: parent domains, their allocators and thread domains. */
public final class ParentDomainClauses {
  private static final String PAGE = "ibv_alloc_parent_domain(3)";

  private ParentDomainClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("VX-12", Level.REQUIRED, PAGE)
            .says("a parent domain needs a protection domain and known mask bits, else EINVAL")
            .lookAt("the checks of alloc_parent_domain")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::needsADomain)),
        clause("VX-13", Level.REQUIRED, PAGE)
            .says("a parent domain stands wherever its protection domain may")
            .lookAt("what the protection checks compare")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::standsForItsDomain)),
        clause("VX-14", Level.SETTLED, "ibv_create_cq_ex(3), parent_domain")
            .says("a plain protection domain as parent domain is refused with EINVAL")
            .lookAt("the check of the parent domain at creation")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::plainDomainIsRefused)),
        clause("VX-15", Level.REQUIRED, PAGE + ", alloc")
            .says("an allocator is asked for the queue's memory, with context if that was given")
            .lookAt("where creation gets its memory")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::allocatorIsAsked)),
        clause("VX-16", Level.REQUIRED, PAGE + ", alloc")
            .says("default memory is not freed by the allocator; null fails the creation (X-46)")
            .lookAt("the handling of the two special return values")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::specialAnswers)),
        clause("VX-17", Level.REQUIRED, PAGE + ", free")
            .says("free runs once per allocation, at destroy and resize, not after EBUSY (X-46)")
            .lookAt("when memory goes back")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::freedOnce)),
        clause("VX-18", Level.REQUIRED, PAGE)
            .says("a domain that others use is busy")
            .lookAt("the counts of users")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::usedIsBusy)),
        clause("VX-19", Level.UNSTATED, "ibv_alloc_td(3)")
            .says("a thread domain changes nothing for a single thread")
            .lookAt("what is left out without locks")
            .check(OptionalCalls.parentDomains(ParentDomainClauses::threadDomain)));
  }

  private static void needsADomain(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    refused(
        VerbsErrno.EINVAL,
        "alloc_parent_domain without a domain",
        () -> bench.context().allocParentDomain(ParentDomainInit.of(null, null)));
    refused(
        VerbsErrno.EINVAL,
        "alloc_parent_domain with an unknown mask bit",
        () ->
            bench
                .context()
                .allocParentDomain(new ParentDomainInit(bench.domain(), null, 1 << 9, null, null)));
    equal(bench.domain(), parent(bench).protectionDomain(), "the domain of a parent domain");
  }

  private static ParentDomain parent(VerbsBench bench) {
    return bench.keep(bench.context().allocParentDomain(ParentDomainInit.of(bench.domain(), null)));
  }

  private static ParentDomain parent(VerbsBench bench, QueueAllocator allocator) {
    return bench.keep(
        bench
            .context()
            .allocParentDomain(
                ParentDomainInit.of(bench.domain(), null).with(allocator, "context")));
  }

  private static void standsForItsDomain(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ParentDomain parent = parent(bench);
    Pair raised = bench.plan(QueuePairType.RC).domain(parent).bothHere().open();
    raised.deliver(1);
    raised.receiver().receives().numbers(1);
    Buffer target = raised.receiver().buffer();
    raised.sender().post(2, r -> r.write(target.address(0), target.rkey()));
    raised.sender().sends().numbers(1);
    Buffer other = Buffer.register(parent, Arena.ofAuto().allocate(64), Buffer.OPEN);
    bench.keep(other.region());
    Pair plain = bench.plan(QueuePairType.RC).bothHere().open();
    plain.sender().post(3, r -> r.write(other.address(0), other.rkey()));
    plain.sender().sends().numbers(1);
  }

  private static void plainDomainIsRefused(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    refused(
        VerbsErrno.EINVAL,
        "create_cq_ex with a plain domain as parent",
        () -> bench.extended(bench.init(0).parentDomain(bench.domain())));
  }

  /** An allocator that counts its calls; every address that it returned must be freed once. */
  private static final class Counting implements QueueAllocator {
    private final List<MemorySegment> given = new ArrayList<>();
    private final List<MemorySegment> freed = new ArrayList<>();
    private final List<Object> contexts = new ArrayList<>();
    private MemorySegment answer;
    private boolean special;
    private int calls;

    /** Makes the allocator return this instead of memory. */
    void answer(MemorySegment segment) {
      answer = segment;
      special = true;
    }

    @Override
    public MemorySegment allocate(
        ParentDomain domain, Object context, long size, long alignment, long resourceType) {
      calls++;
      contexts.add(context);
      that(size > 0 && Long.bitCount(alignment) == 1, "%d bytes, %d aligned", size, alignment);
      equal(COMPLETION_QUEUE, resourceType, "resource type");
      if (special) {
        return answer;
      }
      given.add(Arena.ofAuto().allocate(size, alignment));
      return given.getLast();
    }

    @Override
    public void free(ParentDomain domain, Object context, MemorySegment memory, long resourceType) {
      freed.add(memory);
    }

    void expectFreed(int count, String when) {
      equal(count, freed.size(), "calls of free %s", when);
      for (MemorySegment segment : freed) {
        that(
            given.stream().anyMatch(other -> other.address() == segment.address()),
            "free of memory that alloc did not give");
      }
      equal((long) count, freed.stream().map(MemorySegment::address).distinct().count(), "freed");
    }
  }

  private static ExtendedCompletionQueue queue(VerbsBench bench, ParentDomain parent) {
    return bench.extended(bench.init(WcFields.STANDARD).parentDomain(parent));
  }

  private static void allocatorIsAsked(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Counting allocator = new Counting();
    ExtendedCompletionQueue queue = queue(bench, parent(bench, allocator));
    that(allocator.calls > 0, "the allocator was not asked");
    equal("context", allocator.contexts.getFirst(), "pd_context");
    bench.feeder(queue).feed(1, 3);
    boolean used =
        allocator.given.stream()
            .anyMatch(
                segment -> segment.mismatch(Arena.ofAuto().allocate(segment.byteSize())) >= 0);
    that(used, "the memory of the allocator was not written to");
    equal(Feeder.numbers(1, 3), bench.inbox(queue).numbers(3), "wr_ids in given memory");
    Counting bare = new Counting();
    ParentDomainInit init =
        new ParentDomainInit(bench.domain(), null, ParentDomainInit.ALLOCATORS, bare, "context");
    queue(bench, bench.keep(bench.context().allocParentDomain(init)));
    equal(null, bare.contexts.getFirst(), "pd_context without its mask bit");
  }

  private static void specialAnswers(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Counting allocator = new Counting();
    ParentDomain parent = parent(bench, allocator);
    allocator.answer(QueueAllocator.USE_DEFAULT);
    ExtendedCompletionQueue queue = queue(bench, parent);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 2);
    equal(List.of(1L, 2L), bench.inbox(queue).numbers(2), "wr_ids in default memory");
    feeder.close();
    queue.close();
    allocator.expectFreed(0, "of default memory");
    allocator.answer(null);
    refused(VerbsErrno.ENOMEM, "create_cq_ex without memory", () -> queue(bench, parent));
    allocator.expectFreed(0, "after a creation without memory");
    parent.close();
  }

  private static void freedOnce(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    Counting allocator = new Counting();
    ParentDomain parent = parent(bench, allocator);
    ExtendedCompletionQueue queue = queue(bench, parent);
    Feeder feeder = bench.feeder(queue);
    feeder.feed(1, 3);
    refused(VerbsErrno.EBUSY, "destroy of a queue in use", queue::close);
    allocator.expectFreed(0, "after a refused destroy");
    int before = allocator.given.size();
    if (queue.resize(4 * queue.cqe()) == 0) {
      that(allocator.given.size() > before, "resize did not ask the allocator");
      allocator.expectFreed(before, "after a resize");
    }
    equal(Feeder.numbers(1, 3), bench.inbox(queue).numbers(3), "wr_ids");
    feeder.close();
    queue.close();
    allocator.expectFreed(allocator.given.size(), "after destroy");
    parent.close();
    allocator.expectFreed(allocator.given.size(), "at the end");
  }

  private static void usedIsBusy(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ProtectionDomain domain = bench.keep(bench.context().allocPd());
    ThreadDomain threads = bench.keep(bench.context().allocTd());
    ParentDomain parent =
        bench.keep(bench.context().allocParentDomain(ParentDomainInit.of(domain, threads)));
    CompletionQueue plain = bench.queue(4);
    QueuePair pair =
        bench.pair(parent, QueuePairInit.builder(QueuePairType.RC).completionQueue(plain).build());
    ExtendedCompletionQueue queue = queue(bench, parent);
    refused(VerbsErrno.EBUSY, "dealloc_pd under a parent domain", domain::close);
    refused(VerbsErrno.EBUSY, "dealloc_td under a parent domain", threads::close);
    refused(VerbsErrno.EBUSY, "dealloc of a parent domain in use", parent::close);
    pair.close();
    refused(VerbsErrno.EBUSY, "dealloc of a parent domain with a queue", parent::close);
    queue.close();
    parent.close();
    threads.close();
    domain.close();
  }

  private static void threadDomain(Trial trial) {
    VerbsBench bench = VerbsBench.on(trial);
    ThreadDomain threads = bench.keep(bench.context().allocTd());
    ParentDomain parent =
        bench.keep(bench.context().allocParentDomain(ParentDomainInit.of(bench.domain(), threads)));
    equal(threads, parent.threadDomain(), "the thread domain of a parent domain");
    CompletionQueue queue = bench.queue(64);
    Pair pair = bench.plan(QueuePairType.RC).domain(parent).receiveQueue(queue).open();
    for (int i = 0; i < 64; i++) {
      pair.deliver(i);
    }
    equal(Feeder.numbers(0, 64), bench.inbox(queue).numbers(64), "wr_ids");
    trial.chose("no difference");
  }
}

package dev.weft.conformance.verbs.bench;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.ClauseSkipped;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import dev.weft.verbs.attributes.ParentDomainInit;

/** Skips checks of calls that a device refuses altogether, with {@code EOPNOTSUPP}. */
public final class OptionalCalls {
  private OptionalCalls() {}

  /** The check, for devices with parent domains and thread domains. */
  public static Clause.Body parentDomains(Clause.Body check) {
    return trial -> {
      if (!hasParentDomains(VerbsBench.on(trial))) {
        throw new ClauseSkipped("no parent domains");
      }
      check.check(trial);
    };
  }

  /** Whether the device has parent domains and thread domains. */
  public static boolean hasParentDomains(VerbsBench bench) {
    return isOffered(() -> bench.context().allocTd().close())
        && isOffered(
            () ->
                bench
                    .context()
                    .allocParentDomain(ParentDomainInit.of(bench.domain(), null))
                    .close());
  }

  /** The check, for devices that call a handler of completion events. */
  public static Clause.Body handlers(Clause.Body check) {
    return trial -> {
      VerbsBench bench = VerbsBench.on(trial);
      if (!isOffered(() -> bench.context().completionEventHandler((context, queue) -> {}))) {
        throw new ClauseSkipped("no completion event handler");
      }
      bench.context().completionEventHandler(null);
      check.check(trial);
    };
  }

  /** Whether the device does not refuse this with {@code EOPNOTSUPP}. */
  public static boolean isOffered(Runnable call) {
    try {
      call.run();
      return true;
    } catch (VerbsException refusal) {
      if (refusal.errno() == VerbsErrno.EOPNOTSUPP) {
        return false;
      }
      throw refusal;
    }
  }
}

package dev.weft.provider.fabric.wait;

import dev.weft.fabric.FabricObject;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.SoftwareCompletionQueue;
import dev.weft.provider.fabric.SoftwareCounter;
import dev.weft.provider.fabric.SoftwareObject;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.Readiness;

/** A member of a poll set, with the state that the set has already reported (PS-017). */
sealed interface PollSetMember extends ActiveMember {

  /** The member for a queue or counter; null for other objects of the software fabrics. */
  static PollSetMember of(FabricObject object) {
    return switch (object) {
      case SoftwareCompletionQueue queue -> new Queue(queue);
      case SoftwareCounter counter -> new Count(counter);
      case SoftwareObject _ -> null;
      case Waitable other -> new Watched(other, other.watch(null));
      case null, default -> null;
    };
  }

  FabricObject object();

  /** The object is a member from now on, and does not close. */
  default void begin() {
    if (object() instanceof Parent parent) {
      parent.addDependent();
    }
  }

  /** Reverses {@link #begin}. */
  default void end() {
    if (object() instanceof Parent parent) {
      parent.removeDependent();
    }
  }

  @Override
  default void listen(MemberPlace<?> place) {
    if (object() instanceof Selectable own) {
      place.listenTo(own.waiting().notifier());
    }
  }

  @Override
  default boolean needsPolls() {
    return object() instanceof Selectable own && own.needsPolls();
  }

  @Override
  default DeferredWorkList work() {
    return object() instanceof Selectable own ? own.work() : null;
  }

  @Override
  default boolean isRungInProcess() {
    return object() instanceof Selectable own && own.isRungInProcess();
  }

  void progress();

  /** Whether there is an event to report; marks it as reported. */
  boolean takeEvent();

  /** A queue is reported until it is drained. */
  record Queue(SoftwareCompletionQueue object) implements PollSetMember {
    @Override
    public Readiness event() {
      return object.event();
    }

    @Override
    public void progress() {
      object.progress();
    }

    @Override
    public boolean takeEvent() {
      return !object.isEmpty();
    }
  }

  /** An object of another provider is reported when its watch says so. */
  record Watched(FabricObject object, EventWatch watch) implements PollSetMember {
    @Override
    public Readiness event() {
      return watch::isReady;
    }

    @Override
    public void progress() {
      watch.isReady();
    }

    @Override
    public boolean takeEvent() {
      return watch.takeEvent();
    }

    @Override
    public void end() {
      try {
        watch.close();
      } finally {
        PollSetMember.super.end();
      }
    }
  }

  /** A counter is reported after each change by operations. */
  final class Count implements PollSetMember, Readiness {
    private final SoftwareCounter counter;
    private long reportedTraffic;
    private long reportedErrors;

    Count(SoftwareCounter counter) {
      this.counter = counter;
      takeEvent();
    }

    @Override
    public FabricObject object() {
      return counter;
    }

    @Override
    public Readiness event() {
      return this;
    }

    @Override
    public boolean holds() {
      return counter.traffic() != reportedTraffic || counter.core().errorValue() != reportedErrors;
    }

    @Override
    public boolean advance() {
      counter.event().advance();
      return holds();
    }

    @Override
    public void progress() {
      counter.progress();
    }

    @Override
    public boolean takeEvent() {
      long traffic = counter.traffic();
      long errors = counter.core().errorValue();
      boolean changed = traffic != reportedTraffic || errors != reportedErrors;
      reportedTraffic = traffic;
      reportedErrors = errors;
      return changed;
    }
  }
}

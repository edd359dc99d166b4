package dev.weft.provider.fabric.wait;

import dev.weft.fabric.FabricObject;
import dev.weft.provider.fabric.SoftwareCompletionQueue;
import dev.weft.provider.fabric.SoftwareCounter;
import dev.weft.provider.fabric.SoftwareObject;

/** A member of a poll set, with the state that the set has already reported (PS-017). */
sealed interface PollSetMember {

  /** The member for a queue or counter of the software NIC, or null for anything else. */
  static PollSetMember of(FabricObject object) {
    return switch (object) {
      case SoftwareCompletionQueue queue -> new Queue(queue);
      case SoftwareCounter counter -> new Count(counter);
      case null, default -> null;
    };
  }

  SoftwareObject object();

  void progress();

  /** Whether there is an event to report; marks it as reported. */
  boolean takeEvent();

  /** A queue is reported until it is drained. */
  record Queue(SoftwareCompletionQueue object) implements PollSetMember {
    @Override
    public void progress() {
      object.progress();
    }

    @Override
    public boolean takeEvent() {
      return !object.isEmpty();
    }
  }

  /** A counter is reported after each change by operations. */
  final class Count implements PollSetMember {
    private final SoftwareCounter counter;
    private long reportedTraffic;
    private long reportedErrors;

    Count(SoftwareCounter counter) {
      this.counter = counter;
      takeEvent();
    }

    @Override
    public SoftwareObject object() {
      return counter;
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

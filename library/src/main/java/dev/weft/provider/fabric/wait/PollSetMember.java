package dev.weft.provider.fabric.wait;

import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.Waitable;
import dev.weft.provider.fabric.object.Parent;
import dev.weft.provider.fabric.trigger.DeferredWorkList;
import dev.weft.wait.Readiness;

/** A member of a poll set, with the state that the set has already reported (PS-017). */
sealed interface PollSetMember extends ActiveMember {

  /** The member for a queue or counter; null for other objects. */
  static PollSetMember of(FabricObject object) {
    return switch (object) {
      case PollSetObject own -> new Own(own, own.newReport());
      case Waitable other -> new Watched(other, other.watch(null));
      case null, default -> null;
    };
  }

  FabricObject object();

  /** The object is a member from now on, and does not close. */
  void begin();

  /** Reverses {@link #begin}. */
  void end();

  void progress();

  /** Whether there is an event to report; marks it as reported. */
  boolean takeEvent();

  /** An object of the software fabrics. */
  record Own(PollSetObject object, EventReport report) implements PollSetMember {
    @Override
    public void begin() {
      object.addDependent(ObjectClass.POLL);
    }

    @Override
    public void end() {
      object.removeDependent(ObjectClass.POLL);
    }

    @Override
    public Readiness event() {
      return report;
    }

    @Override
    public void listen(MemberEntry<?> entry) {
      entry.listenTo(object.waiting().notifier());
    }

    @Override
    public boolean needsPolls() {
      return object.needsPolls();
    }

    @Override
    public DeferredWorkList work() {
      return object.work();
    }

    @Override
    public boolean isRungInProcess() {
      return object.isRungInProcess();
    }

    @Override
    public void progress() {
      object.progress();
    }

    @Override
    public boolean takeEvent() {
      return report.take();
    }
  }

  /** An object of another provider is reported when its watch says so. */
  record Watched(FabricObject object, EventWatch watch) implements PollSetMember {
    @Override
    public void begin() {
      if (object instanceof Parent parent) {
        join(parent);
      }
    }

    /** It may have been closed since it is watched. */
    private void join(Parent parent) {
      boolean joined = false;
      try {
        parent.addDependent(ObjectClass.POLL);
        joined = true;
      } finally {
        if (!joined) {
          watch.close();
        }
      }
    }

    @Override
    public void end() {
      try {
        watch.close();
      } finally {
        if (object instanceof Parent parent) {
          parent.removeDependent(ObjectClass.POLL);
        }
      }
    }

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
  }
}

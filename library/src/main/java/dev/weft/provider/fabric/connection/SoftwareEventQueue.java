package dev.weft.provider.fabric.connection;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.provider.fabric.check.AttributeChecks;
import dev.weft.provider.fabric.check.ErrorText;
import dev.weft.provider.fabric.object.Event;
import dev.weft.provider.fabric.object.SoftwareObject;
import dev.weft.provider.fabric.wait.QueueWait;
import dev.weft.provider.fabric.wait.Selectable;
import dev.weft.provider.fabric.wait.SoftwareWatch;
import dev.weft.wait.Deadline;
import dev.weft.wait.Notifier;
import dev.weft.wait.Readiness;
import dev.weft.wait.WaitResult;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * {@code struct fid_eq}: two queues, one of failures and one of other events; failures are read
 * first. Events of the fabric always have room. Reads progress the bound {@link EventSource}s.
 */
public final class SoftwareEventQueue extends SoftwareObject implements EventQueue, Selectable {
  private static final int DEFAULT_SIZE = 256;

  private final SoftwareObject fabric;
  private final QueueWait waiting;
  private final Arrival arrival = new Arrival();
  private final boolean writable;
  private final int size;
  private final List<EventSource> sources = new CopyOnWriteArrayList<>();
  private final Queue<Event> events = new ArrayDeque<>();
  private final Queue<Event> failures = new ArrayDeque<>();
  private volatile int queued;

  public SoftwareEventQueue(
      SoftwareObject fabric, EventQueueAttributes attributes, Object context) {
    super(ObjectClass.EQ, context);
    AttributeChecks.eventQueue(attributes);
    this.fabric = fabric;
    waiting =
        QueueWait.open(ObjectClass.EQ, "fi_eq_open", attributes.waitObject(), attributes.waitSet());
    writable = (attributes.flags() & EventQueueAttributes.WRITE) != 0;
    size = attributes.size() == 0 ? DEFAULT_SIZE : (int) attributes.size();
    waiting.join(this);
    dependOn(fabric);
  }

  /** An event queue of this fabric that is bound where none is bound yet. */
  public static SoftwareEventQueue toBind(
      String call, EventQueue queue, FabricObject fabric, SoftwareEventQueue boundOrNull) {
    if (!(queue instanceof SoftwareEventQueue own) || !own.fabric.equals(fabric)) {
      throw AttributeChecks.invalid(
          call, "queue=" + queue, "Bind an open event queue of the same fabric");
    }
    if (boundOrNull != null) {
      throw AttributeChecks.invalid(call, "an event queue is bound already", "Bind one");
    }
    return own;
  }

  @Override
  public int size() {
    return size;
  }

  // Reading.

  @Override
  public int read(EventEntry entry, long flags) {
    requireOpen();
    Require.notNull("entry", entry);
    if (flags != 0 && flags != PEEK) {
      return -Errno.EINVAL;
    }
    progress();
    return take(entry, flags);
  }

  private synchronized int take(EventEntry entry, long flags) {
    if (!failures.isEmpty()) {
      return -Errno.EAVAIL;
    }
    return take(events, event -> event.storeIn(entry), entry.segment(), flags);
  }

  @Override
  public int readErr(ErrorEvent entry, long flags) {
    requireOpen();
    Require.notNull("entry", entry);
    return flags != 0 && flags != PEEK ? -Errno.EINVAL : takeFailure(entry, flags);
  }

  private synchronized int takeFailure(ErrorEvent entry, long flags) {
    return take(failures, event -> event.storeIn(entry), entry.segment(), flags);
  }

  /** Stores the first event of a line in the segment of an entry, and removes it. */
  private int take(
      Queue<Event> line, ToIntFunction<Event> storing, MemorySegment segment, long flags) {
    Event event = line.peek();
    if (event == null) {
      return -Errno.EAGAIN;
    }
    int stored;
    try {
      stored = storing.applyAsInt(event);
    } catch (RuntimeException failure) {
      Require.writable("entry.segment()", segment);
      throw failure;
    }
    if (flags != PEEK) {
      line.remove();
      queued = events.size() + failures.size();
    }
    return stored;
  }

  @Override
  public int sread(EventEntry entry, int timeoutMillis, long flags) {
    if (!waiting.isBlocking()) {
      requireOpen();
      return -Errno.ENOSYS;
    }
    int result = read(entry, flags);
    long deadline = Deadline.after(timeoutMillis, TimeUnit.MILLISECONDS);
    WaitResult why = WaitResult.READY;
    while (result == -Errno.EAGAIN && why == WaitResult.READY) {
      why = waiting.await(arrival, deadline);
      if (why == WaitResult.CLOSED) {
        return -Errno.EBADF;
      }
      result = take(entry, flags);
      waiting.passOn();
    }
    return result;
  }

  // Writing.

  @Override
  public int write(EventEntry entry, long flags) {
    requireOpen();
    Require.notNull("entry", entry);
    if (flags != 0 || !writable) {
      return -Errno.EINVAL;
    }
    Event event = Event.written(entry);
    return add(event, size) ? event.size() : -Errno.EAGAIN;
  }

  /** Adds an event and wakes a reader. */
  public void report(Event event) {
    add(event, Integer.MAX_VALUE);
  }

  /** The number of events of an object that are not read. */
  synchronized long unread(FabricObject object) {
    return events.stream().filter(event -> object.equals(event.object())).count();
  }

  private boolean add(Event event, int limit) {
    synchronized (this) {
      Queue<Event> line = event.isError() ? failures : events;
      if (line.size() >= limit) {
        return false;
      }
      line.add(event);
      queued = events.size() + failures.size();
    }
    Notifier notifier = waiting.publications();
    if (notifier != null) {
      notifier.published();
    }
    return true;
  }

  // Binding.

  /** Adds a source that reports here. */
  public void bound(EventSource source) {
    addDependent(source.objectClass());
    sources.add(source);
  }

  /** Removes a closed source. */
  public void unbound(EventSource source) {
    sources.remove(source);
    removeDependent(source.objectClass());
  }

  /** Wakes a waiter after a doorbell. */
  public void wake() {
    waiting.wake();
  }

  /** Whether a thread may sleep here. */
  public boolean sleeps() {
    return waiting.sleeps();
  }

  @Override
  public void progress() {
    for (EventSource source : sources) {
      source.progress();
    }
  }

  private void progressBeforeSleep() {
    for (EventSource source : sources) {
      source.progressAndArm();
    }
  }

  // Waiting.

  @Override
  public <T> T control(ControlCommand<T> command) {
    requireOpen();
    return waiting.control(command);
  }

  @Override
  public EventWatch watch(EventListener listener) {
    requireOpen();
    return new SoftwareWatch(this, listener);
  }

  @Override
  public QueueWait waiting() {
    return waiting;
  }

  @Override
  public Readiness event() {
    return arrival;
  }

  @Override
  public int tryWait() {
    requireOpen();
    return waiting.tryWait(arrival);
  }

  @Override
  public String strerror(int providerError, MemorySegment errorData, MemorySegment buffer) {
    return ErrorText.of(providerError, buffer);
  }

  @Override
  public void release() {
    waiting.leave(this);
    waiting.close();
  }

  /** The condition that an event is queued. The waiter progresses the sources first. */
  private final class Arrival implements Readiness {
    @Override
    public boolean holds() {
      return queued != 0;
    }

    @Override
    public boolean advance() {
      progressBeforeSleep();
      return holds();
    }
  }
}

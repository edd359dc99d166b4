package dev.weft.ffm.event;

import dev.weft.argument.Require;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.completion.ErrorEvent;
import dev.weft.fabric.completion.EventEntry;
import dev.weft.fabric.poll.EventListener;
import dev.weft.fabric.poll.EventWatch;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.fid.ErrorText;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.fid.NativeWaitable;
import dev.weft.ffm.fid.SetMember;
import dev.weft.ffm.layout.ObjectLayouts;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.provider.fabric.object.Event;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * {@code struct fid_eq} of libfabric. Each event is taken from C once and translated; one that is
 * only looked at waits here for its reader. Waiting is done here, as {@code fi_eq_sread} of C holds
 * a carrier thread.
 */
public final class NativeEventQueue extends NativeWaitable implements EventQueue {
  private static final long OPS = ObjectLayouts.EVENT_QUEUE.offset("ops");
  private static final Kind KIND = new Kind(ObjectClass.EQ, OPS, OpsLayouts.EVENT_QUEUE);
  private static final long STRERROR = OpsLayouts.EVENT_QUEUE.offset("strerror");

  private final boolean writable;
  private final boolean blocking;
  private final int size;
  private final PendingContexts contexts = new PendingContexts();
  private final WrittenEvents written;
  private final EventReader reader;

  /** Taken from C, and not yet read. Guarded by itself, as reader and written. */
  private final Queue<Event> ahead = new ArrayDeque<>();

  private NativeEventQueue(
      NativeObject fabric,
      EventQueueAttributes wanted,
      EventQueueOpener.Opened opened,
      SetMember setMember,
      Object context) {
    super(KIND, fabric, fabric, opened.fid(), waitObject(wanted, opened), setMember, context);
    this.writable = (wanted.flags() & EventQueueAttributes.WRITE) != 0;
    this.blocking = wanted.waitObject() != WaitObject.NONE && !isInSet();
    this.size = (int) Math.min(wanted.size(), Integer.MAX_VALUE);
    this.written = new WrittenEvents(this, arena);
    this.reader = new EventReader(this, written, contexts, arena);
    joinSet();
  }

  private static WaitObject waitObject(
      EventQueueAttributes wanted, EventQueueOpener.Opened opened) {
    boolean watched = opened.hasDescriptor() && wanted.waitObject() != WaitObject.NONE;
    return watched ? WaitObject.FD : wanted.waitObject();
  }

  /** {@code fi_eq_open(3)}. */
  public static NativeEventQueue open(
      NativeObject fabric, EventQueueAttributes wanted, Object context) {
    SetMember member = SetMember.of("fi_eq_open", wanted.waitObject(), wanted.waitSet());
    EventQueueOpener.Opened opened = EventQueueOpener.open(fabric, wanted);
    return new NativeEventQueue(fabric, wanted, opened, member, context);
  }

  /** Whether a fabric has opened this queue. */
  public boolean isOf(NativeObject other) {
    return parent().equals(other);
  }

  /** As asked for; 0 if the provider chose and does not say. */
  @Override
  public int size() {
    return size;
  }

  @Override
  public int read(EventEntry entry, long flags) {
    Require.notNull("entry", entry);
    enter();
    try {
      return take(entry, flags);
    } finally {
      leave();
    }
  }

  @Override
  public int sread(EventEntry entry, int timeoutMillis, long flags) {
    Require.notNull("entry", entry);
    requireOpen();
    if (!blocking) {
      return -Errno.ENOSYS;
    }
    int result = readUnlessClosed(entry, flags);
    return result != -Errno.EAGAIN || timeoutMillis == 0
        ? result
        : await(entry, timeoutMillis, flags);
  }

  private int await(EventEntry entry, int timeoutMillis, long flags) {
    long start = wait.begin();
    try {
      int result;
      do {
        result = readUnlessClosed(entry, flags);
      } while (result == -Errno.EAGAIN && wait.goOn(start, timeoutMillis));
      return result;
    } finally {
      wait.end();
    }
  }

  private int readUnlessClosed(EventEntry entry, long flags) {
    if (!tryEnter()) {
      return -Errno.EBADF;
    }
    try {
      return take(entry, flags);
    } finally {
      leave();
    }
  }

  private static boolean isWrong(long flags) {
    return flags != 0 && flags != PEEK;
  }

  private int take(EventEntry entry, long flags) {
    if (isWrong(flags)) {
      return -Errno.EINVAL;
    }
    Require.writable("entry.segment()", entry.segment());
    synchronized (ahead) {
      int result = 0;
      while (ahead.isEmpty() && result >= 0) {
        result = reader.read(ahead);
      }
      Event event = ahead.peek();
      if (event == null) {
        return result;
      }
      return event.isError() ? -Errno.EAVAIL : consume(event.storeIn(entry), flags);
    }
  }

  private int consume(int stored, long flags) {
    if (flags != PEEK) {
      ahead.remove();
    }
    return stored;
  }

  @Override
  public int readErr(ErrorEvent entry, long flags) {
    Require.notNull("entry", entry);
    Require.writable("entry.segment()", entry.segment());
    enter();
    try {
      return isWrong(flags) ? -Errno.EINVAL : takeFailure(entry, flags);
    } finally {
      leave();
    }
  }

  private int takeFailure(ErrorEvent entry, long flags) {
    synchronized (ahead) {
      int result = ahead.isEmpty() ? reader.readError(ahead) : 0;
      Event event = ahead.peek();
      if (event == null) {
        return result;
      }
      return event.isError() ? consume(event.storeIn(entry), flags) : -Errno.EAGAIN;
    }
  }

  @Override
  public int write(EventEntry entry, long flags) {
    Event event = Event.written(Require.notNull("entry", entry));
    enter();
    try {
      if (flags != 0 || !writable) {
        return -Errno.EINVAL;
      }
      synchronized (ahead) {
        return written.write(event);
      }
    } finally {
      leave();
      wait.wakeAll();
    }
  }

  @Override
  public String strerror(int providerError, MemorySegment errorData, MemorySegment buffer) {
    enter();
    try {
      return ErrorText.of(function(OPS, STRERROR), fid(), providerError, errorData, buffer);
    } finally {
      leave();
    }
  }

  /**
   * Begins a control operation that reports here.
   *
   * @param onCompletion runs before its last event is read
   * @return its context in C
   */
  public long begin(Object context, Runnable onCompletion) {
    return contexts.add(context, onCompletion);
  }

  /** Ends an operation without an event. */
  public void end(long operation) {
    contexts.complete(operation);
  }

  /** Takes all events from C, so that their subjects learn of them. */
  public void collect() {
    if (!tryEnter()) {
      return;
    }
    try {
      synchronized (ahead) {
        int result = 0;
        while (result >= 0) {
          result = reader.read(ahead);
          result = result == -Errno.EAVAIL ? reader.readError(ahead) : result;
        }
      }
    } finally {
      leave();
    }
  }

  /** {@link #collect}, and drops the events about {@code object}, which is about to close. */
  public void forget(NativeObject object) {
    collect();
    synchronized (ahead) {
      ahead.removeIf(event -> object.equals(event.object()));
    }
  }

  /**
   * Closes what is left of an object in C before this queue, as C may still report events about it.
   *
   * @param fid its address
   * @return false if the provider cannot do that
   */
  public boolean retire(long fid, RetiredSubject subject) {
    synchronized (ahead) {
      boolean stopped = subject.stop();
      if (stopped) {
        reader.retired().put(fid, subject);
      }
      return stopped;
    }
  }

  @Override
  protected int tryWaitInside() {
    synchronized (ahead) {
      return ahead.isEmpty() ? super.tryWaitInside() : -Errno.EAGAIN;
    }
  }

  @Override
  public EventWatch watch(EventListener listener) {
    return wait.watch(waitObject(), this::isReady, this::isReady, listener);
  }

  private boolean isReady() {
    if (!tryEnter()) {
      return false;
    }
    try {
      synchronized (ahead) {
        int result = 0;
        while (ahead.isEmpty() && result >= 0) {
          result = reader.read(ahead);
        }
        return !ahead.isEmpty() || result != -Errno.EAGAIN;
      }
    } finally {
      leave();
    }
  }

  @Override
  protected void closing() {
    super.closing();
    reader.closeRetired();
  }

  @Override
  public String toString() {
    return "NativeEventQueue[of " + parent() + "]";
  }
}

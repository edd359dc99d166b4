package dev.weft.ffm.wait;

import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

/** {@code epoll(7)}: waits until one of many file descriptors is ready. */
final class Epoll {
  private static final int CLOSE_ON_EXEC = 0x80000;
  private static final int ADD = 1;
  private static final int DELETE = 2;
  private static final int MODIFY = 3;
  private static final int READABLE = 1;
  private static final int ONCE = 1 << 30;

  /** {@code struct epoll_event} is packed on x86-64 alone. */
  private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");

  private static final long DATA = PACKED ? Integer.BYTES : Long.BYTES;
  private static final long EVENT_BYTES = DATA + Long.BYTES;
  private static final int EVENTS = 64;
  private static final long CONTROL = Libc.function("epoll_ctl");
  private static final long WAIT = Libc.function("epoll_wait");

  private final int descriptor;
  private final MemorySegment events = Arena.global().allocate(EVENTS * EVENT_BYTES, Long.BYTES);

  Epoll() {
    descriptor = (int) Downcalls.call(Libc.function("epoll_create1"), CLOSE_ON_EXEC);
    if (descriptor < 0) {
      throw new IllegalStateException("epoll_create1 failed");
    }
  }

  /** A descriptor in the set, and what the kernel is told to report it. */
  final class Member {
    private final int member;
    private final MemorySegment event = Arena.ofAuto().allocate(EVENT_BYTES, Long.BYTES);

    private Member(int member, int number) {
      this.member = member;
      event.set(ValueLayout.JAVA_INT, 0, ONCE);
      event.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA, number);
      if (control(ADD) != 0) {
        throw new IllegalStateException("epoll_ctl failed for descriptor " + member);
      }
      event.set(ValueLayout.JAVA_INT, 0, READABLE | ONCE);
    }

    /** Reports it once, as soon as it is readable. Any thread. */
    void arm() {
      control(MODIFY);
    }

    void remove() {
      control(DELETE);
    }

    private int control(int operation) {
      try {
        return (int) Downcalls.call(CONTROL, descriptor, operation, member, event.address());
      } finally {
        Reference.reachabilityFence(event);
      }
    }
  }

  /** Adds a descriptor, for which nothing is reported yet. */
  Member add(int member, int number) {
    return new Member(member, number);
  }

  /** Waits; returns how many descriptors are reported. One thread may call. */
  int await() {
    return (int) Downcalls.call(WAIT, descriptor, events.address(), EVENTS, -1);
  }

  /** The number that the descriptor of report {@code index} was added with. */
  int number(int index) {
    return (int) events.get(ValueLayout.JAVA_LONG_UNALIGNED, index * EVENT_BYTES + DATA);
  }
}

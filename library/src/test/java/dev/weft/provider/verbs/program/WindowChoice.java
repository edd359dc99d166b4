package dev.weft.provider.verbs.program;

import dev.weft.provider.verbs.program.Area.Part;
import dev.weft.provider.verbs.program.Step.Mistake;
import dev.weft.provider.verbs.program.Step.Operation;
import dev.weft.provider.verbs.program.Window.Use;
import dev.weft.verbs.attributes.RegionAccess;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Chooses the windows of requests, and what they are bound to. */
final class WindowChoice {
  static final int WRONG_KEY = 0x4000_0000;
  private static final int KINDS = 8;
  private static final int LONGEST = 20_000;
  private static final int SHORTEST = 2 * Long.BYTES;

  /** One in so many accesses goes through any window. */
  private static final int REFUSED = 16;

  /** One in so many accesses goes through a window that lacks the right, if there is one. */
  private static final int DENIED = 6;

  /**
   * The window through which a request accesses memory; null for none. Few of them grant nothing.
   */
  Use accessed(Player player, Step.Send step) {
    if (step.window() == 0 || step.operation() == Operation.FLUSH || step.operation().isSend()) {
      return null;
    }
    Window window = player.peer.window(step.window());
    if (step.mistake() == Mistake.STALE_KEY && window.stale() != 0) {
      return window.last().withKey(window.stale());
    }
    if (step.id() % REFUSED == 0) {
      return window.last();
    }
    boolean allowed = step.id() % DENIED != 1;
    return first(
        player.peer,
        step,
        each -> each.isBound() && each.last().mayDo(step.operation()) == allowed);
  }

  /** What a window of a node grants, of those that fit; null if none does. */
  private static Use first(Player player, Step.Send step, Predicate<Window> fitting) {
    return LongStream.range(0, player.windows().size())
        .mapToObj(i -> player.window(step.window() + i))
        .filter(fitting)
        .map(Window::last)
        .findFirst()
        .orElse(null);
  }

  /** Where a request of so many bytes accesses a window. */
  static int place(Use use, Step.Send step, int bytes) {
    Part part = use.part();
    int at = part.at() + (int) (step.at() % Math.max(1, part.length() - bytes + 1));
    return step.operation().isOfWord() ? (at + Long.BYTES - 1) & -Long.BYTES : at;
  }

  /** The window that the peer loses; null if none is bound. */
  Use invalidated(Player player, Step.Send step, List<Request> before) {
    return first(
        player.peer,
        step,
        each -> each.isTypeTwo() && each.isBound() && !isInvalidated(player, each, before));
  }

  /** Whether requests of a node that are not executed yet invalidate a window of the peer. */
  static boolean isInvalidated(Player player, Window window, List<Request> before) {
    return Stream.concat(player.side.waiting.stream(), before.stream())
        .filter(each -> each.operation() == Operation.SEND_WITH_INV)
        .anyMatch(each -> each.use().window() == window);
  }

  /** The bind, or the local invalidation, of a step; null if it does not fit. */
  Use own(Player player, Step.Send step, List<Request> before) {
    if (step.operation() == Operation.LOCAL_INV) {
      return invalidation(player, step, before);
    }
    Window window = player.window(step.window());
    Use state = after(window, before);
    boolean free = state.part() == null || !window.isTypeTwo();
    return free == (step.mistake() != Mistake.BOUND) ? bind(player, step, window) : null;
  }

  /** What the window is when these are done; without a part if it is not bound. */
  private static Use after(Window window, List<Request> before) {
    Use state = window.isBound() ? window.last() : window.last().unbound();
    for (Request request : before) {
      if (request.operation().isLocal() && request.use().window() == window) {
        state = request.operation() == Operation.BIND_MW ? request.use() : state.unbound();
      }
    }
    return state;
  }

  private static Use invalidation(Player player, Step.Send step, List<Request> before) {
    Use any = player.window(step.window()).last();
    if (step.mistake() == Mistake.WINDOW_KEY) {
      return any.withKey(
          step.id() % 2 == 0 ? any.key() ^ WRONG_KEY : player.window(0).last().key());
    }
    Use bound = first(player, step, each -> each.isTypeTwo() && after(each, before).part() != null);
    return bound == null ? null : after(bound.window(), before);
  }

  private Use bind(Player player, Step.Send step, Window window) {
    int kind = (int) (step.split() % KINDS);
    if (kind == 0 && !window.isTypeTwo() && step.mistake() == Mistake.NONE) {
      return window.last().unbound();
    }
    Area area = area(player, kind, step.mistake());
    int key = window.isTypeTwo() ? window.nextKey() : 0;
    int wrong = step.mistake() == Mistake.WINDOW_KEY ? WRONG_KEY : 0;
    return new Use(window, key ^ wrong, part(area, step), rights(area, step));
  }

  private static Area area(Player player, int kind, Mistake mistake) {
    return switch (mistake) {
      case NO_BIND -> player.target;
      case NOT_WRITABLE -> player.source;
      case OTHER_DOMAIN -> player.peer.windowed;
      case EMPTY -> player.windowed;
      default -> kind == 1 ? player.source : kind < 4 ? player.spare : player.windowed;
    };
  }

  private static Part part(Area area, Step.Send step) {
    boolean empty = step.mistake() == Mistake.EMPTY;
    int length = empty ? 0 : SHORTEST + (int) (step.bytes() % LONGEST);
    boolean beyond = step.mistake() == Mistake.BIND_RANGE;
    int at = beyond ? Area.SIZE - length + 1 : (int) (step.at() % (Area.SIZE - length));
    // an offset is aligned like its address
    at = isZeroBased(step) && !beyond ? at & -Long.BYTES : at;
    return new Part(area, at, length);
  }

  private static int rights(Area area, Step.Send step) {
    boolean all = step.split() % 2 == 0;
    int rights = all ? RegionAccess.REMOTE : (int) (step.split() / KINDS % KINDS) << 1;
    if (step.mistake() == Mistake.NOT_WRITABLE) {
      rights |= RegionAccess.REMOTE_WRITE;
    } else if (!area.isWritable()) {
      rights &= RegionAccess.REMOTE_READ;
    }
    return isZeroBased(step) ? rights | RegionAccess.ZERO_BASED : rights;
  }

  private static boolean isZeroBased(Step.Send step) {
    return step.split() / KINDS / KINDS % 4 == 1;
  }
}

package dev.weft.provider.fabric.program;

import dev.weft.fabric.Errno;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A simple model of matching: lists, and the first match. Predicts the completions of each node's
 * receives in their exact order.
 */
final class MatchingModel {
  static final long ANY = -1;

  /** A message; its number identifies its payload. */
  static final class Sent {
    int from;
    long number;
    long length;
    boolean isTagged;
    long tag;
    boolean hasData;
    long data;
    int to;
    boolean announced;
    boolean withdrawn;
    boolean discarded;
    boolean taken;
    boolean silent;

    /** Its receiver has left: it may or may not have arrived. */
    boolean doomed;
  }

  /** A posted receive. */
  static final class Posted {
    long context;
    MemorySegment memory;
    long length;
    long tag;
    long ignore;
    long source = ANY;
    boolean multi;
    boolean silent;
    long used;

    /** An entry has released the buffer. */
    boolean released;

    boolean accepts(Sent message) {
      return ((message.tag ^ tag) & ~ignore) == 0 && (source == ANY || source == message.from);
    }
  }

  /**
   * An expected entry of a node's queue.
   *
   * @param error 0, or the errno of the failure
   * @param length bytes in the entry
   * @param receive the receive that took it, or null
   * @param last whether it releases a multi-receive
   * @param sender the node in the entry, or {@link #ANY}
   */
  record Expected(
      long context,
      int error,
      long length,
      Posted receive,
      long at,
      Sent message,
      boolean last,
      long sender) {}

  /** One node's side. */
  static final class Side {
    final Map<Integer, Deque<Sent>> links = new LinkedHashMap<>();
    final List<Posted> tagged = new ArrayList<>();
    final List<Posted> untagged = new ArrayList<>();
    final List<Sent> keptTagged = new ArrayList<>();
    final List<Sent> keptUntagged = new ArrayList<>();
    final Map<Long, Deque<Sent>> claimed = new LinkedHashMap<>();
    final Deque<Expected> expected = new ArrayDeque<>();

    /** Operations that end without an entry. */
    final List<Expected> silent = new ArrayList<>();

    /** The peers in its address vector. */
    final Set<Integer> known = new HashSet<>();

    long successes;
    long failures;

    List<Posted> posted(boolean isTagged) {
      return isTagged ? tagged : untagged;
    }

    List<Sent> kept(boolean isTagged) {
      return isTagged ? keptTagged : keptUntagged;
    }
  }

  final Side[] sides;
  private final Setup setup;

  MatchingModel(Setup setup) {
    this.setup = setup;
    sides = new Side[setup.nodes()];
    for (int i = 0; i < sides.length; i++) {
      sides[i] = new Side();
    }
  }

  /** Sends a message. Links are polled in the order of their creation. */
  void send(Sent message, int to) {
    message.to = to;
    connect(message.from, to);
    sides[to].links.get(message.from).add(message);
  }

  void connect(int from, int to) {
    sides[from].links.computeIfAbsent(to, _ -> new ArrayDeque<>());
    sides[to].links.computeIfAbsent(from, _ -> new ArrayDeque<>());
  }

  /** Bytes that are still in a link. */
  long underWay(int from, int to) {
    var link = sides[to].links.getOrDefault(from, new ArrayDeque<>());
    return link.stream().mapToLong(message -> message.length).sum();
  }

  /** Whether messages of other peers are also queued; their order is undefined. */
  boolean hasRivals(int from, int to) {
    return sides[to].links.entrySet().stream()
        .anyMatch(link -> link.getKey() != from && !link.getValue().isEmpty());
  }

  void drain(int node) {
    for (Deque<Sent> link : sides[node].links.values()) {
      while (!link.isEmpty()) {
        Sent message = link.remove();
        if (!match(sides[node], message) && !setup.datagram()) {
          sides[node].kept(message.isTagged).add(message);
        }
      }
    }
  }

  void post(int node, boolean isTagged, Posted receive) {
    sides[node].posted(isTagged).add(receive);
    sides[node].kept(isTagged).removeIf(message -> match(sides[node], message));
  }

  /** Whether the message is finished: taken by a receive, or withdrawn and dropped. */
  private boolean match(Side side, Sent message) {
    List<Posted> posted = side.posted(message.isTagged);
    for (Iterator<Posted> all = posted.iterator(); all.hasNext(); ) {
      Posted receive = all.next();
      if (receive.accepts(message)) {
        if (receive.multi && receive.used > 0 && message.length > receive.length - receive.used) {
          all.remove();
          side.expected.add(new Expected(receive.context, 0, 0, receive, 0, null, true, ANY));
        } else {
          if (!message.withdrawn && deliver(side, receive, message)) {
            all.remove();
          }
          return true;
        }
      }
    }
    return false;
  }

  /** Returns true if the receive is used up. */
  private boolean deliver(Side side, Posted receive, Sent message) {
    message.taken = true;
    long length = Math.min(message.length, receive.length - receive.used);
    int error = length < message.length ? Errno.ETRUNC : 0;
    long at = receive.used;
    receive.used += length;
    boolean last = receive.multi && receive.length - receive.used < 64;
    var entry =
        new Expected(
            receive.context, error, length, receive, at, message, last, sender(side, message));
    if (error == 0) {
      side.successes++;
    } else {
      side.failures++;
    }
    boolean silent = receive.silent && error == 0 && !message.hasData;
    (silent ? side.silent : side.expected).add(entry);
    return !receive.multi || last;
  }

  private long sender(Side side, Sent message) {
    return setup.source() && side.known.contains(message.from) ? message.from : ANY;
  }

  /** Returns true if a pending receive was cancelled. */
  boolean cancelReceive(int node, long context) {
    return cancel(sides[node], sides[node].tagged, context)
        || cancel(sides[node], sides[node].untagged, context);
  }

  private static boolean cancel(Side side, List<Posted> posted, long context) {
    for (Posted receive : posted) {
      if (receive.context == context) {
        posted.remove(receive);
        fail(side, context, Errno.ECANCELED);
        return true;
      }
    }
    return false;
  }

  /** Removes a message whose withdrawal has reached the receiver. */
  void forget(Sent message) {
    Side side = sides[message.to];
    side.kept(message.isTagged).remove(message);
    side.claimed.values().forEach(claims -> claims.remove(message));
  }

  /** Removes a node and its undelivered messages. */
  void leave(int node) {
    for (Side side : sides) {
      side.links.remove(node);
      side.keptTagged.removeIf(message -> message.from == node && message.announced);
      side.keptUntagged.removeIf(message -> message.from == node && message.announced);
      side.claimed
          .values()
          .forEach(all -> all.removeIf(message -> message.from == node && message.announced));
    }
  }

  private static void fail(Side side, long context, int error) {
    side.failures++;
    side.expected.add(new Expected(context, error, 0, null, 0, null, false, ANY));
  }

  /** The message that a peek would find, or null. */
  Sent find(int node, Posted wanted) {
    return sides[node].keptTagged.stream().filter(wanted::accepts).findFirst().orElse(null);
  }

  void peek(int node, Posted wanted, boolean claim, boolean discard) {
    Side side = sides[node];
    Sent found = find(node, wanted);
    answer(side, wanted.context, found);
    if (found != null && discard) {
      side.keptTagged.remove(found);
      found.discarded = true;
    } else if (found != null && claim) {
      side.keptTagged.remove(found);
      side.claimed.computeIfAbsent(wanted.context, _ -> new ArrayDeque<>()).add(found);
    }
  }

  private void answer(Side side, long context, Sent found) {
    if (found == null) {
      fail(side, context, Errno.ENOMSG);
    } else {
      long sender = sender(side, found);
      side.expected.add(new Expected(context, 0, found.length, null, 0, found, false, sender));
    }
  }

  void takeClaimed(int node, Posted receive, boolean discard) {
    Side side = sides[node];
    Deque<Sent> claims = side.claimed.getOrDefault(receive.context, new ArrayDeque<>());
    Sent message = claims.poll();
    if (message == null || (message.withdrawn && !discard)) {
      fail(side, receive.context, Errno.ENOMSG);
    } else if (discard) {
      answer(side, receive.context, message);
      message.discarded = true;
    } else {
      deliver(side, receive, message);
    }
  }
}

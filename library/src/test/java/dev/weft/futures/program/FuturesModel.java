package dev.weft.futures.program;

import dev.weft.fabric.Errno;
import dev.weft.provider.fabric.Numbers;
import dev.weft.provider.fabric.check.EndpointLimits;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A simple model of operations: lists, and the first match. Messages and receives of a node match
 * alike in whatever order they meet, as long as the messages of different senders do not race.
 */
final class FuturesModel {
  /** The keys of the memory of each node; peers may write only that of the first. */
  static final int KEYS = 2;

  static final int REGION = 8300;

  final List<Task> tasks = new ArrayList<>();
  final List<Watched> watches = new ArrayList<>();
  final boolean[] gone;
  final byte[][][] memory;
  private final List<Task> messages = new ArrayList<>();

  /** Long messages of peers that have left, which their receivers may still know of. */
  private final List<Task> lost = new ArrayList<>();

  private final List<Task> receives = new ArrayList<>();
  private final List<Task> accesses = new ArrayList<>();

  FuturesModel(int nodes) {
    gone = new boolean[nodes];
    memory = new byte[nodes][KEYS][REGION];
  }

  /** Adds an operation that was posted. */
  void enter(Task task) {
    tasks.add(task);
    if (task.isReceive()) {
      receives.add(task);
    } else if (gone[task.peer]) {
      task.expected = Outcome.ANY;
    } else if (task.isAccess()) {
      accesses.add(task);
    } else {
      task.expected = isLong(task) ? null : Outcome.SUCCESS;
      messages.add(task);
    }
  }

  private static boolean isLong(Task task) {
    return task.length > EndpointLimits.EAGER_BYTES;
  }

  /** Says how each operation has to end that can. */
  void match() {
    List.copyOf(messages).forEach(this::match);
    accesses.forEach(this::perform);
    accesses.clear();
  }

  private void match(Task message) {
    receives.stream()
        .filter(receive -> accepts(receive, message))
        .findFirst()
        .ifPresent(
            receive -> {
              int error = message.length > receive.room.bytes() ? Errno.ETRUNC : 0;
              receive.expected = new Outcome(Outcome.of(error).errors(), message, null);
              message.expected = Outcome.SUCCESS;
              receives.remove(receive);
              messages.remove(message);
            });
  }

  private static boolean accepts(Task receive, Task message) {
    return receive.node == message.peer
        && receive.tagged == message.tagged
        && ((receive.tag ^ message.tag) & ~receive.ignore) == 0
        && (receive.peer < 0 || receive.peer == message.node);
  }

  private void perform(Task access) {
    int refused = refused(access);
    access.expected = Outcome.of(refused);
    if (refused != 0) {
      return;
    }
    byte[] there = memory[access.peer][(int) access.key - 1];
    int at = (int) access.address;
    int length = (int) access.length;
    if (access.kind == Task.Kind.WRITE) {
      Numbers.fill(MemorySegment.ofArray(there).asSlice(at, length), length, access.id);
    } else {
      byte[] bytes = Arrays.copyOfRange(there, at, at + length);
      access.expected = new Outcome(access.expected.errors(), null, bytes);
    }
  }

  private static int refused(Task access) {
    if (access.key < 1) {
      return Errno.ENOKEY;
    }
    boolean inside = access.address >= 0 && access.address + access.length <= REGION;
    boolean allowed = access.kind == Task.Kind.READ || access.key == 1;
    return inside && allowed ? 0 : Errno.EACCES;
  }

  /** Removes an operation that was cancelled. */
  void withdraw(Task task) {
    messages.remove(task);
    receives.remove(task);
    accesses.remove(task);
    task.expected = Outcome.of(Errno.ECANCELED);
  }

  /** Removes a node; all that can end has ended. */
  void leave(int node, boolean raced) {
    gone[node] = true;
    messages.stream().filter(task -> task.node == node && isLong(task)).forEach(lost::add);
    pending(node)
        .forEach(
            task -> {
              withdraw(task);
              task.expected = raced ? Outcome.ANY : task.expected;
            });
    List.copyOf(messages).stream()
        .filter(message -> message.peer == node)
        .forEach(
            message -> {
              messages.remove(message);
              message.expected = message.expected == null ? Outcome.ANY : message.expected;
            });
    watches.stream()
        .filter(watch -> watch.node() == node || watch.peer() == node)
        .forEach(watch -> watch.expect(watch.node() == node));
  }

  /** Operations of a node that have not ended. */
  Stream<Task> pending(int node) {
    return tasks.stream().filter(task -> task.node == node && task.expected == null);
  }

  /** Operations of a node whose end was not compared. */
  Stream<Task> uncompared(int node) {
    return tasks.stream().filter(task -> task.node == node && !task.compared);
  }

  long watched(int node) {
    return watches.stream().filter(watch -> watch.node() == node && !watch.compared).count();
  }

  /** Whether messages of others to this peer were not compared, whose order is undefined. */
  boolean hasRivals(int node, int peer) {
    return tasks.stream()
        .anyMatch(
            task ->
                !task.compared
                    && task.kind == Task.Kind.SEND
                    && !Outcome.ANY.equals(task.expected)
                    && task.peer == peer
                    && task.node != node);
  }

  /** Peers that have left, and whose messages a node may still know of. */
  List<Integer> lostPeers(int node) {
    return lost.stream().filter(task -> task.peer == node).map(task -> task.node).toList();
  }

  /** A node has heard of the end of its peers. */
  void forgetLost(int node) {
    lost.removeIf(task -> task.peer == node);
  }

  /** Whether messages of others are left at this peer, which may not have arrived yet. */
  boolean isLeft(int node, int peer) {
    return messages.stream().anyMatch(message -> message.peer == peer && message.node != node);
  }

  /**
   * Whether a long message may be cut to nothing: its receive needs no transfer, and ends whatever
   * becomes of the send.
   */
  boolean mayBeCutToNothing(Task task) {
    return task.kind == Task.Kind.SEND
        && receives.stream().anyMatch(other -> other.node == task.peer && other.room.bytes() == 0);
  }

  /** Whether accesses to a node's memory are under way. */
  boolean isTouched(int node) {
    return accesses.stream().anyMatch(access -> access.peer == node);
  }
}

package dev.weft.provider.fabric.poll.program;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the man pages say of queues, counters and their poll sets: plain numbers.
 *
 * <p>A member is a number, too: that of its station for a queue, {@code -1 - number} for a counter.
 */
final class WaitModel {
  /** A station. */
  static final class Node {
    int successes;
    int failures;
    long value;
    long errors;

    /** What the program has read of the counter. */
    long valueRead;

    long errorsRead;
  }

  /** What a poll set has reported (PS-017: each for itself). */
  private static final class PollSetModel {
    /** The error value of each member's counter at the last report. */
    final Map<Integer, Long> errorsSeen = new LinkedHashMap<>();

    /** Counters of successes since the last report (PS-009: not the program's own). */
    final Set<Integer> counted = new HashSet<>();
  }

  final Node[] nodes;

  private final List<PollSetModel> sets =
      Stream.generate(PollSetModel::new).limit(WaitSetup.SETS).toList();

  /** Members of the selector. */
  final LinkedHashSet<Integer> registered = new LinkedHashSet<>();

  WaitModel(int count) {
    nodes = new Node[count];
    Arrays.setAll(nodes, _ -> new Node());
  }

  static int member(int node, boolean counter) {
    return counter ? -1 - node : node;
  }

  static boolean isCounter(int member) {
    return member < 0;
  }

  Node of(int member) {
    return nodes[isCounter(member) ? -1 - member : member];
  }

  Set<Integer> members(int set) {
    return sets.get(set).errorsSeen.keySet();
  }

  void message(int from, int to) {
    succeeded(from);
    succeeded(to);
  }

  private void succeeded(int node) {
    nodes[node].successes++;
    nodes[node].value++;
    sets.forEach(set -> set.counted.add(-1 - node));
  }

  void failure(int node) {
    nodes[node].failures++;
    nodes[node].errors++;
  }

  void alter(int node, WaitStep.Change change, long value) {
    Node altered = nodes[node];
    switch (change) {
      case ADD -> altered.value += value;
      case SET -> altered.value = value;
      case ADD_ERROR -> altered.errors += value;
      case SET_ERROR -> altered.errors = value;
    }
  }

  /** A member joins a set; what its counter has counted before is not reported. */
  void join(int set, int member) {
    if (!members(set).contains(member)) {
      reported(set, member);
    }
  }

  void leave(int set, int member) {
    members(set).remove(member);
  }

  /** Whether a poll set reports a member (PS-006, PS-008, PS-010). */
  boolean isDue(int set, int member) {
    Node node = of(member);
    PollSetModel state = sets.get(set);
    return isCounter(member)
        ? state.counted.contains(member) || state.errorsSeen.get(member) != node.errors
        : node.successes + node.failures > 0;
  }

  void reported(int set, int member) {
    sets.get(set).counted.remove(member);
    sets.get(set).errorsSeen.put(member, of(member).errors);
  }

  /** Whether a selector finds a member ready. */
  boolean isReady(int member) {
    Node node = of(member);
    return isCounter(member)
        ? node.value != node.valueRead || node.errors != node.errorsRead
        : node.successes + node.failures > 0;
  }
}

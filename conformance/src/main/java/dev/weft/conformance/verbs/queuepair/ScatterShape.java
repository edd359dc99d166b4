package dev.weft.conformance.verbs.queuepair;

import dev.weft.conformance.scatter.PartList;
import dev.weft.conformance.scatter.Programs;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.work.WorkOpcode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One request with its lists of buffers.
 *
 * @param own the buffers of the request
 * @param receive the buffers of the receive that it consumes
 * @param remote offset in the peer's buffer of a read, write or atomic
 */
record ScatterShape(int opcode, PartList own, PartList receive, int remote, Set<Way> ways) {

  /** How a request is posted. */
  enum Way {
    /** With inline data. */
    INLINE,
    /** Before its receive is posted. */
    LATE,
    /** In one list behind a fetch-and-add. */
    BEHIND
  }

  /** The most parts of a list, if the device's limit is not lower. */
  static final int MAX_PARTS = 32;

  static final int MAX_INLINE = 256;

  /** Bytes of the GRH, before the data of a datagram's receive. */
  static final int ROUTE_HEADER = 40;

  private static final int SMALL = 70;
  private static final int LARGE = 1_500;

  /** A single buffer of up to this size may travel in another way than many small ones. */
  private static final int MAX = 40_000;

  private static final Set<Integer> ATOMIC =
      Set.of(
          WorkOpcode.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_FETCH_AND_ADD, WorkOpcode.ATOMIC_WRITE);
  private static final Set<Integer> CONSUMES_RECEIVE =
      Set.of(
          WorkOpcode.SEND,
          WorkOpcode.SEND_WITH_IMM,
          WorkOpcode.SEND_WITH_INV,
          WorkOpcode.RDMA_WRITE_WITH_IMM);
  private static final Set<Integer> FETCHES =
      Set.of(WorkOpcode.RDMA_READ, WorkOpcode.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_FETCH_AND_ADD);

  /** The opcodes with lists of queue pairs of this type. */
  static List<Integer> opcodes(QueuePairType type) {
    List<Integer> messages = List.of(WorkOpcode.SEND, WorkOpcode.SEND_WITH_IMM);
    List<Integer> writes = List.of(WorkOpcode.RDMA_WRITE, WorkOpcode.RDMA_WRITE_WITH_IMM);
    List<Integer> fetches =
        List.of(
            WorkOpcode.RDMA_READ, WorkOpcode.ATOMIC_CMP_AND_SWP, WorkOpcode.ATOMIC_FETCH_AND_ADD);
    List<Integer> others = List.of(WorkOpcode.ATOMIC_WRITE, WorkOpcode.SEND_WITH_INV);
    return switch (type) {
      case RC -> Stream.of(messages, writes, fetches, others).flatMap(List::stream).toList();
      case RD -> Stream.of(messages, writes, fetches).flatMap(List::stream).toList();
      case UC ->
          Stream.of(messages, writes, List.of(WorkOpcode.SEND_WITH_INV))
              .flatMap(List::stream)
              .toList();
      default -> messages;
    };
  }

  /**
   * What requests of two queue pairs may be.
   *
   * @param bytes of each side's memory
   * @param datagram bytes of the longest
   * @param parts buffers of the longest list
   * @param receiveParts those of the longest list of a receive
   */
  record Limits(
      QueuePairType type,
      List<Integer> opcodes,
      int bytes,
      int datagram,
      int parts,
      int receiveParts) {}

  static ScatterShape random(long seed, Limits limits) {
    Random random = Programs.random(seed);
    int bytes = limits.bytes;
    int opcode = limits.opcodes.get(random.nextInt(limits.opcodes.size()));
    if (isAtomic(opcode)) {
      PartList word = PartList.placed(random, bytes, eightBytes(random));
      return new ScatterShape(
          opcode, word, PartList.of(), 8 * (2 + random.nextInt(bytes / 8 - 2)), ways(random));
    }
    int longest = random.nextInt(8) == 0 ? LARGE : 1 + random.nextInt(SMALL);
    int[] lengths =
        random.nextInt(16) == 0
            ? new int[] {1 + random.nextInt(Math.min(MAX, bytes / 2))}
            : PartList.lengths(random, 1 + random.nextInt(limits.parts), longest);
    if (limits.type == QueuePairType.UD && Arrays.stream(lengths).sum() > limits.datagram) {
      int half = Math.min(longest, limits.datagram / 2);
      lengths = Arrays.copyOf(PartList.lengths(random, 2, half), 2);
    }
    PartList own = PartList.placed(random, bytes, lengths);
    int header = limits.type == QueuePairType.UD ? ROUTE_HEADER : 0;
    int[] room =
        PartList.lengthsFor(
            random, 1 + random.nextInt(limits.receiveParts), longest, own.total() + header);
    int remote = PartList.RESERVED + random.nextInt(bytes - PartList.RESERVED - own.total() + 1);
    return new ScatterShape(
        opcode, own, PartList.placed(random, bytes, room), remote, ways(random));
  }

  private static int[] eightBytes(Random random) {
    int first = random.nextInt(9);
    int second = random.nextInt(9 - first);
    return new int[] {first, second, 8 - first - second};
  }

  private static Set<Way> ways(Random random) {
    Set<Way> ways = EnumSet.noneOf(Way.class);
    for (Way way : Way.values()) {
      if (random.nextInt(3) == 0) {
        ways.add(way);
      }
    }
    return ways;
  }

  /** Whether a receive of the peer is consumed. */
  boolean consumesReceive() {
    return CONSUMES_RECEIVE.contains(opcode);
  }

  /** Whether the operation copies the peer's data into the request's buffers. */
  static boolean fetches(int opcode) {
    return FETCHES.contains(opcode);
  }

  /** Whether the operation is an atomic on 8 aligned bytes. */
  static boolean isAtomic(int opcode) {
    return ATOMIC.contains(opcode);
  }

  boolean isInline() {
    return ways.contains(Way.INLINE) && !fetches(opcode) && own.total() <= MAX_INLINE;
  }

  boolean has(Way way) {
    return ways.contains(way);
  }

  /** Valid shapes that are smaller in one respect. */
  Stream<ScatterShape> smaller() {
    Stream<ScatterShape> plainer =
        ways.stream()
            .map(
                way -> {
                  Set<Way> fewer = EnumSet.copyOf(ways);
                  fewer.remove(way);
                  return new ScatterShape(opcode, own, receive, remote, fewer);
                });
    if (isAtomic(opcode)) {
      return plainer;
    }
    Stream<ScatterShape> shorter =
        own.smaller().map(list -> new ScatterShape(opcode, list, receive, remote, ways));
    Stream<ScatterShape> tighter =
        receive
            .smaller()
            .filter(list -> list.total() >= own.total() + ROUTE_HEADER)
            .map(list -> new ScatterShape(opcode, own, list, remote, ways));
    return Stream.of(plainer, shorter, tighter).flatMap(shapes -> shapes);
  }

  @Override
  public String toString() {
    return "%s of %d bytes %s%s%s"
        .formatted(
            WorkOpcode.name(opcode),
            own.total(),
            own,
            consumesReceive() ? " into " + receive : " at " + remote,
            ways.isEmpty() ? "" : " " + ways);
  }
}

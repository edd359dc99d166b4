package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.Gid;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address and first sequence number of a queue pair, as {@code ibv_rc_pingpong(1)} sends to its
 * peer, and memory that the peer may access, if there is any.
 *
 * @param lid LID of its port, 16 bits.
 * @param queuePair {@code qp_num}, 24 bits.
 * @param packet sequence number of its first packet, 24 bits.
 * @param gid GID of its port, not null.
 * @param memory memory that it offers to the peer; null for none.
 */
public record QueuePairAddress(int lid, int queuePair, int packet, Gid gid, RemoteMemory memory) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\p{XDigit}{4}):(\\p{XDigit}{6}):(\\p{XDigit}{6}):([\\p{XDigit}:]{39})"
              + "(?:/(\\p{XDigit}{16}):(\\p{XDigit}{16}):(\\p{XDigit}{8}))?");

  private static final int FIRST_PORT = 1;
  private static final int HEXADECIMAL = 16;
  private static final int MAX_LID = 0xFFFF;
  private static final int MAX_NUMBER = 0xFF_FFFF;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range, or without a GID
   */
  public QueuePairAddress {
    Require.inRange("lid", lid, 0, MAX_LID);
    Require.inRange("queuePair", queuePair, 0, MAX_NUMBER);
    Require.inRange("packet", packet, 0, MAX_NUMBER);
    Require.notNull("gid", gid);
  }

  /** An address without memory. */
  public QueuePairAddress(int lid, int queuePair, int packet, Gid gid) {
    this(lid, queuePair, packet, gid, null);
  }

  /** {@link #of(QueuePair, int)} on port 1. */
  public static QueuePairAddress of(QueuePair pair) {
    return of(pair, FIRST_PORT);
  }

  /**
   * The address of a queue pair, with a random first sequence number. Each call chooses another
   * number: call once for each connection, and give the same address to both sides.
   *
   * @param port the port that the queue pair uses or will use, from 1
   * @throws dev.weft.verbs.VerbsException if the device has no such port
   */
  public static QueuePairAddress of(QueuePair pair, int port) {
    VerbsContext context = Require.notNull("pair", pair).verbs();
    int packet = ThreadLocalRandom.current().nextInt(1 << 24);
    int lid = context.queryPort(port).lid();
    Gid gid = context.queryGid(port, PortPath.gidIndex(context, port));
    return new QueuePairAddress(lid, pair.qpNum(), packet, gid);
  }

  /** The same address, with a region that the peer may access as its rights allow. */
  public QueuePairAddress withMemory(MemoryRegion region) {
    return new QueuePairAddress(lid, queuePair, packet, gid, RemoteMemory.of(region));
  }

  /**
   * Parses the result of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not an address
   */
  public static QueuePairAddress parse(String text) {
    Matcher matcher = TEXT.matcher(Require.notNull("text", text));
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "text="
              + text
              + ", allowed lid:qpn:psn:gid in 4, 6, 6 and 8 times 4 digits, and for memory"
              + " /address:length:rkey in 16, 16 and 8 digits");
    }
    return new QueuePairAddress(
        Integer.parseInt(matcher.group(1), HEXADECIMAL),
        Integer.parseInt(matcher.group(2), HEXADECIMAL),
        Integer.parseInt(matcher.group(3), HEXADECIMAL),
        Gid.parse(matcher.group(4)),
        matcher.group(5) == null ? null : memory(matcher));
  }

  private static RemoteMemory memory(Matcher matcher) {
    return new RemoteMemory(
        Long.parseUnsignedLong(matcher.group(5), HEXADECIMAL),
        Long.parseUnsignedLong(matcher.group(6), HEXADECIMAL),
        Integer.parseUnsignedInt(matcher.group(7), HEXADECIMAL));
  }

  /** {@code lid:qpn:psn:gid}, and {@code /address:length:rkey} of its memory, in hexadecimal. */
  @Override
  public String toString() {
    String text = "%04x:%06x:%06x:%s".formatted(lid, queuePair, packet, gid);
    return memory == null
        ? text
        : "%s/%016x:%016x:%08x".formatted(text, memory.address(), memory.length(), memory.rkey());
  }
}

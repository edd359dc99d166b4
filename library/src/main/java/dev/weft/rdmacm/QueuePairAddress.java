package dev.weft.rdmacm;

import dev.weft.argument.Require;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.Gid;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address and first sequence number of a queue pair, as {@code ibv_rc_pingpong(1)} sends to its
 * peer.
 *
 * @param lid LID of its port, 16 bits.
 * @param queuePair {@code qp_num}, 24 bits.
 * @param packet sequence number of its first packet, 24 bits.
 * @param gid GID of its port, not null.
 */
public record QueuePairAddress(int lid, int queuePair, int packet, Gid gid) {
  private static final Pattern TEXT =
      Pattern.compile("(\\p{XDigit}{4}):(\\p{XDigit}{6}):(\\p{XDigit}{6}):([\\p{XDigit}:]{39})");
  private static final int PORT = 1;
  private static final int HEXADECIMAL = 16;
  private static final int LARGEST_LID = 0xFFFF;
  private static final int LARGEST_NUMBER = 0xFF_FFFF;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range, or without a GID
   */
  public QueuePairAddress {
    Require.inRange("lid", lid, 0, LARGEST_LID);
    Require.inRange("queuePair", queuePair, 0, LARGEST_NUMBER);
    Require.inRange("packet", packet, 0, LARGEST_NUMBER);
    Require.notNull("gid", gid);
  }

  /**
   * The address of a queue pair on port 1, with a random first sequence number. Each call chooses
   * another number: call once for each connection, and give the same address to both sides.
   */
  public static QueuePairAddress of(QueuePair pair) {
    VerbsContext context = Require.notNull("pair", pair).verbs();
    int packet = ThreadLocalRandom.current().nextInt(1 << 24);
    int lid = context.queryPort(PORT).lid();
    return new QueuePairAddress(lid, pair.qpNum(), packet, context.queryGid(PORT, 0));
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
          "text=" + text + ", allowed lid:qpn:psn:gid in 4, 6, 6 and 8 times 4 digits");
    }
    return new QueuePairAddress(
        Integer.parseInt(matcher.group(1), HEXADECIMAL),
        Integer.parseInt(matcher.group(2), HEXADECIMAL),
        Integer.parseInt(matcher.group(3), HEXADECIMAL),
        Gid.parse(matcher.group(4)));
  }

  /** {@code lid:qpn:psn:gid}, in hexadecimal. */
  @Override
  public String toString() {
    return "%04x:%06x:%06x:%s".formatted(lid, queuePair, packet, gid);
  }
}

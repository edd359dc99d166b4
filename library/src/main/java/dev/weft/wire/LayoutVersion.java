package dev.weft.wire;

/**
 * The version of the layout of memory that processes share: files, rings and frames. Two processes
 * connect only if theirs is the same.
 */
public final class LayoutVersion {
  /** The version of this process; raised by each change of the layout. */
  public static final int OWN = 8;

  /** The first version that the file of a port names. */
  private static final int FIRST_NAMED = 7;

  /** The provider error for a peer of version 0; above those of {@link ProtocolViolation}. */
  private static final int BASE = 10_000;

  /** Versions from here on have one provider error: others are not near. */
  private static final int MAX = 999;

  private LayoutVersion() {}

  /** The provider error of an operation whose peer uses another version. */
  public static int error(int version) {
    return BASE + Math.clamp(version, 0, MAX);
  }

  /** Whether a provider error stands for a peer that uses another version. */
  public static boolean isError(int number) {
    return number >= BASE && number <= BASE + MAX;
  }

  /** The text of such a provider error, without a full stop. */
  public static String text(int number) {
    int version = number - BASE;
    return mismatch("The peer", version == MAX ? "version " + MAX + " or later" : name(version));
  }

  /** A sentence without its full stop about a peer that uses another version; 0: not named. */
  public static String mismatch(String peer, int version) {
    return mismatch(peer, name(version));
  }

  private static String mismatch(String peer, String version) {
    return "%s uses %s of the layout of shared memory, this process version %d;"
            .formatted(peer, version, OWN)
        + " use the same version of weft in both processes";
  }

  private static String name(int version) {
    return version == 0 ? "a version before " + FIRST_NAMED : "version " + version;
  }
}

package dev.weft.ffm.connection;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Names of libfabric's shm: each endpoint has a file in {@code /dev/shm}. shm of 2.6 follows NULL
 * when it cannot make that file (smr_ep.c, smr_ep_ctrl).
 */
public final class ShmNames {
  /** What {@link #isFileName} accepts, for people. */
  static final String FORM = "fi_shm://NAME, without a path";

  private static final String SCHEME = "fi_shm://";

  /** Text, neither empty nor {@code .} or {@code ..}, which are folders. */
  private static final Pattern NAME =
      Pattern.compile("(?:[a-z_]+://)?(?!\\.{1,2}\\z)[^/\\p{Cntrl}]+");

  /** Bytes; what a file system takes. */
  private static final int MAX_LENGTH = 255;

  private ShmNames() {}

  /**
   * The address of the endpoint with this name, for itself and for its peers. C adds the user and a
   * number to the name of an endpoint that is opened with the scheme.
   *
   * @throws IllegalArgumentException if no file can have the name
   */
  public static byte[] address(String name) {
    String file = name.startsWith(SCHEME) ? name.substring(SCHEME.length()) : name;
    byte[] address = file.getBytes(StandardCharsets.UTF_8);
    if (file.indexOf(0) >= 0 || !isFileName(address)) {
      throw new IllegalArgumentException("address=" + name + ", allowed: NAME or " + FORM);
    }
    return address;
  }

  /** Whether a file can have the name. */
  static boolean isFileName(byte[] address) {
    String text = text(address);
    return text.length() <= MAX_LENGTH && NAME.matcher(text).matches();
  }

  /** The text up to its zero, as C reads it; one character for each byte. */
  static String text(byte[] address) {
    String text = new String(address, StandardCharsets.ISO_8859_1);
    int end = text.indexOf(0);
    return end < 0 ? text : text.substring(0, end);
  }
}

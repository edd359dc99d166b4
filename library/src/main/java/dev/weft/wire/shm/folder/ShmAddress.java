package dev.weft.wire.shm.folder;

import java.nio.charset.StandardCharsets;

/**
 * {@code shm://<fabric>/<endpoint>}: the address of a port, and its file names.
 *
 * @param fabric the fabric's name, not empty
 * @param endpoint the port's name, not empty, without a slash
 */
public record ShmAddress(String fabric, String endpoint) {
  private static final String SCHEME = "shm://";

  /** The UTF-8 bytes of the longest address. */
  public static final int MAX_BYTES = 1022;

  /** What decoding substitutes for bytes that are not UTF-8. */
  private static final int REPLACEMENT = 0xFFFD;

  /** Parses an address; null if it is malformed. */
  public static ShmAddress parse(String text) {
    int slash = text.lastIndexOf('/');
    if (!text.startsWith(SCHEME) || slash <= SCHEME.length() || slash == text.length() - 1) {
      return null;
    }
    boolean printable = text.codePoints().noneMatch(ShmAddress::isUnprintable);
    boolean tooLong = text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES;
    return printable && !tooLong
        ? new ShmAddress(text.substring(SCHEME.length(), slash), text.substring(slash + 1))
        : null;
  }

  private static boolean isUnprintable(int codePoint) {
    return Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.SURROGATE
        || codePoint == REPLACEMENT;
  }

  /**
   * Encodes a name for a file's name: letters, digits, {@code _} and {@code -} are kept, every
   * other byte of its UTF-8 form is {@code %} and two digits. It contains no dot.
   */
  public static String fileName(String name) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      if (each == '_' || each == '-' || isLetterOrDigit(each)) {
        encoded.append((char) each);
      } else {
        encoded.append('%').append("%02X".formatted(each));
      }
    }
    return encoded.toString();
  }

  private static boolean isLetterOrDigit(byte each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9');
  }

  @Override
  public String toString() {
    return SCHEME + fabric + "/" + endpoint;
  }
}

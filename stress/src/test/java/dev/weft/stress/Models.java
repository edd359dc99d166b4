package dev.weft.stress;

/** How much the model checks do. */
public final class Models {
  private static final int TIMES = Integer.getInteger("weft.models", 1);

  private Models() {}

  /** How many programs a check makes up: so many times the property {@code weft.models}. */
  public static int programs(int usual) {
    return Math.multiplyExact(usual, TIMES);
  }
}

package dev.weft.atomic;

/** The numbers of {@code fi_op}. */
final class Operations {
  static final int MIN = 0;
  static final int MAX = 1;
  static final int SUM = 2;
  static final int PROD = 3;
  static final int LOR = 4;
  static final int LAND = 5;
  static final int BOR = 6;
  static final int BAND = 7;
  static final int LXOR = 8;
  static final int BXOR = 9;
  static final int ATOMIC_READ = 10;
  static final int ATOMIC_WRITE = 11;
  static final int CSWAP = 12;
  static final int CSWAP_NE = 13;
  static final int CSWAP_LE = 14;
  static final int CSWAP_LT = 15;
  static final int CSWAP_GE = 16;
  static final int CSWAP_GT = 17;
  static final int MSWAP = 18;
  static final int DIFF = 19;

  private Operations() {}
}

package dev.weft.ffm.process;

/** The error numbers of Linux that matter here. */
final class Errno {
  /** No such process. */
  static final int ESRCH = 3;

  /** An address that is not mapped. */
  static final int EFAULT = 14;

  private Errno() {}
}

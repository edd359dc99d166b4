package dev.weft.verbs;

import dev.weft.errno.LinuxErrno;

/**
 * {@code errno(3)}: the error numbers that verbs return, with the values of Linux.
 *
 * <p>Calls return them as positive numbers, {@code VerbsErrno.EINVAL}; only {@code ibv_poll_cq(3)}
 * returns them negated (VP-06). Any thread may call.
 */
public final class VerbsErrno {

  /** {@code EPERM}: Operation not permitted. */
  public static final int EPERM = 1;

  /** {@code ENOENT}: No such file or directory; from a poll: there is no completion. */
  public static final int ENOENT = 2;

  /** {@code EINTR}: Interrupted system call. */
  public static final int EINTR = 4;

  /** {@code EIO}: Input/output error. */
  public static final int EIO = 5;

  /** {@code EAGAIN}: Resource temporarily unavailable. */
  public static final int EAGAIN = 11;

  /** {@code ENOMEM}: Cannot allocate memory; from a post: the queue is full. */
  public static final int ENOMEM = 12;

  /** {@code EACCES}: Permission denied. */
  public static final int EACCES = 13;

  /** {@code EFAULT}: Bad address. */
  public static final int EFAULT = 14;

  /** {@code EBUSY}: Device or resource busy. */
  public static final int EBUSY = 16;

  /** {@code ENODEV}: No such device. */
  public static final int ENODEV = 19;

  /** {@code EINVAL}: Invalid argument. */
  public static final int EINVAL = 22;

  /** {@code EMFILE}: Too many open files. */
  public static final int EMFILE = 24;

  /** {@code ENOSPC}: No space left on device. */
  public static final int ENOSPC = 28;

  /** {@code ENODATA}: No data available. */
  public static final int ENODATA = 61;

  /** {@code EOPNOTSUPP}: Operation not supported. */
  public static final int EOPNOTSUPP = 95;

  /** {@code EADDRINUSE}: Address already in use. */
  public static final int EADDRINUSE = 98;

  /** {@code ECONNRESET}: Connection reset by peer. */
  public static final int ECONNRESET = 104;

  /** {@code EISCONN}: Transport endpoint is already connected. */
  public static final int EISCONN = 106;

  /** {@code ENOTCONN}: Transport endpoint is not connected. */
  public static final int ENOTCONN = 107;

  /** {@code ETIMEDOUT}: Connection timed out. */
  public static final int ETIMEDOUT = 110;

  /** {@code ECONNREFUSED}: Connection refused. */
  public static final int ECONNREFUSED = 111;

  /** {@code EHOSTUNREACH}: No route to host. */
  public static final int EHOSTUNREACH = 113;

  private VerbsErrno() {}

  /** {@code strerror(3)}: the text of an error number; its sign is ignored. */
  public static String strerror(int errno) {
    return LinuxErrno.text(Math.abs(errno));
  }

  /** The C name of an error number, such as {@code EBUSY}, or the number; its sign is ignored. */
  public static String name(int errno) {
    return LinuxErrno.name(Math.abs(errno));
  }
}

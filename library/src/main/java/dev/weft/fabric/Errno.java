package dev.weft.fabric;

/**
 * {@code fi_errno(3)}: error numbers, positive, with the values of Linux and libfabric.
 *
 * <p>Calls return them negated: {@code -Errno.EAGAIN}. Any thread may call.
 */
public final class Errno {

  /** {@code FI_SUCCESS}. */
  public static final int SUCCESS = 0;

  /** {@code FI_EPERM}: Operation not permitted. */
  public static final int EPERM = 1;

  /** {@code FI_ENOENT}: No such file or directory. */
  public static final int ENOENT = 2;

  /** {@code FI_EINTR}: Interrupted system call. */
  public static final int EINTR = 4;

  /** {@code FI_EIO}: Input/output error. */
  public static final int EIO = 5;

  /** {@code FI_E2BIG}: Argument list too long. */
  public static final int E2BIG = 7;

  /** {@code FI_EBADF}: Bad file descriptor. */
  public static final int EBADF = 9;

  /** {@code FI_EAGAIN}: Resource temporarily unavailable. */
  public static final int EAGAIN = 11;

  /** {@code FI_EWOULDBLOCK}: the same number as {@link #EAGAIN}. */
  public static final int EWOULDBLOCK = EAGAIN;

  /** {@code FI_ENOMEM}: Cannot allocate memory. */
  public static final int ENOMEM = 12;

  /** {@code FI_EACCES}: Permission denied. */
  public static final int EACCES = 13;

  /** {@code FI_EFAULT}: Bad address. */
  public static final int EFAULT = 14;

  /** {@code FI_EBUSY}: Device or resource busy. */
  public static final int EBUSY = 16;

  /** {@code FI_ENODEV}: No such device. */
  public static final int ENODEV = 19;

  /** {@code FI_EINVAL}: Invalid argument. */
  public static final int EINVAL = 22;

  /** {@code FI_EMFILE}: Too many open files. */
  public static final int EMFILE = 24;

  /** {@code FI_ENOSPC}: No space left on device. */
  public static final int ENOSPC = 28;

  /** {@code FI_ENOSYS}: Function not implemented. */
  public static final int ENOSYS = 38;

  /** {@code FI_ENOMSG}: No message of desired type. */
  public static final int ENOMSG = 42;

  /** {@code FI_ENODATA}: No data available. */
  public static final int ENODATA = 61;

  /** {@code FI_EPROTO}: Protocol error. */
  public static final int EPROTO = 71;

  /** {@code FI_EOVERFLOW}: Value too large for defined data type. */
  public static final int EOVERFLOW = 75;

  /** {@code FI_EMSGSIZE}: Message too long. */
  public static final int EMSGSIZE = 90;

  /** {@code FI_ENOPROTOOPT}: Protocol not available. */
  public static final int ENOPROTOOPT = 92;

  /** {@code FI_EOPNOTSUPP}: Operation not supported. */
  public static final int EOPNOTSUPP = 95;

  /** {@code FI_EADDRINUSE}: Address already in use. */
  public static final int EADDRINUSE = 98;

  /** {@code FI_EADDRNOTAVAIL}: Cannot assign requested address. */
  public static final int EADDRNOTAVAIL = 99;

  /** {@code FI_ENETDOWN}: Network is down. */
  public static final int ENETDOWN = 100;

  /** {@code FI_ENETUNREACH}: Network is unreachable. */
  public static final int ENETUNREACH = 101;

  /** {@code FI_ECONNABORTED}: Software caused connection abort. */
  public static final int ECONNABORTED = 103;

  /** {@code FI_ECONNRESET}: Connection reset by peer. */
  public static final int ECONNRESET = 104;

  /** {@code FI_ENOBUFS}: No buffer space available. */
  public static final int ENOBUFS = 105;

  /** {@code FI_EISCONN}: Transport endpoint is already connected. */
  public static final int EISCONN = 106;

  /** {@code FI_ENOTCONN}: Transport endpoint is not connected. */
  public static final int ENOTCONN = 107;

  /** {@code FI_ESHUTDOWN}: Cannot send after transport endpoint shutdown. */
  public static final int ESHUTDOWN = 108;

  /** {@code FI_ETIMEDOUT}: Connection timed out. */
  public static final int ETIMEDOUT = 110;

  /** {@code FI_ECONNREFUSED}: Connection refused. */
  public static final int ECONNREFUSED = 111;

  /** {@code FI_EHOSTDOWN}: Host is down. */
  public static final int EHOSTDOWN = 112;

  /** {@code FI_EHOSTUNREACH}: No route to host. */
  public static final int EHOSTUNREACH = 113;

  /** {@code FI_EALREADY}: Operation already in progress. */
  public static final int EALREADY = 114;

  /** {@code FI_EINPROGRESS}: Operation now in progress. */
  public static final int EINPROGRESS = 115;

  /** {@code FI_EREMOTEIO}: Remote I/O error. */
  public static final int EREMOTEIO = 121;

  /** {@code FI_ECANCELED}: Operation canceled. */
  public static final int ECANCELED = 125;

  /** {@code FI_EKEYREJECTED}: Key was rejected by service. */
  public static final int EKEYREJECTED = 129;

  /** {@code FI_EOTHER}: Unspecified error. */
  public static final int EOTHER = 256;

  /** {@code FI_ETOOSMALL}: Provided buffer is too small. */
  public static final int ETOOSMALL = 257;

  /** {@code FI_EOPBADSTATE}: Operation not permitted in current state. */
  public static final int EOPBADSTATE = 258;

  /** {@code FI_EAVAIL}: Error available. */
  public static final int EAVAIL = 259;

  /** {@code FI_EBADFLAGS}: Flags not supported. */
  public static final int EBADFLAGS = 260;

  /** {@code FI_ENOEQ}: Missing or unavailable event queue. */
  public static final int ENOEQ = 261;

  /** {@code FI_EDOMAIN}: Invalid resource domain. */
  public static final int EDOMAIN = 262;

  /** {@code FI_ENOCQ}: Missing or unavailable completion queue. */
  public static final int ENOCQ = 263;

  /** {@code FI_ECRC}: CRC error. */
  public static final int ECRC = 264;

  /** {@code FI_ETRUNC}: Truncation error. */
  public static final int ETRUNC = 265;

  /** {@code FI_ENOKEY}: Required key not available. */
  public static final int ENOKEY = 266;

  /** {@code FI_ENOAV}: Missing or unavailable address vector. */
  public static final int ENOAV = 267;

  /** {@code FI_EOVERRUN}: Queue has been overrun. */
  public static final int EOVERRUN = 268;

  /** {@code FI_ENORX}: Receiver not ready, no receive buffers available. */
  public static final int ENORX = 269;

  /** {@code FI_ENOMR}: Memory registration limit exceeded. */
  public static final int ENOMR = 270;

  /** {@code FI_EFIREWALLADDR}: Host unreacheable due to firewall. */
  public static final int EFIREWALLADDR = 271;

  /** {@code FI_ERRNO_OFFSET}: the first number that belongs to libfabric. */
  public static final int OFFSET = 256;

  private Errno() {}

  /**
   * {@code fi_strerror(3)}: the text of an error number (ER-024).
   *
   * @param errno positive or negative; the sign is ignored
   */
  public static String strerror(int errno) {
    return ErrnoText.text(magnitude(errno));
  }

  /**
   * The C name of an error number, such as {@code FI_EAGAIN}.
   *
   * @param errno positive or negative; the sign is ignored
   * @return the name of libfabric, or that of Linux if libfabric has none, such as {@code
   *     ENAMETOOLONG}, or the number as text if neither has one
   */
  public static String name(int errno) {
    return ErrnoText.name(magnitude(errno));
  }

  private static int magnitude(int errno) {
    return errno < 0 ? -errno : errno;
  }
}

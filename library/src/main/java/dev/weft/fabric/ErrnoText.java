package dev.weft.fabric;

import dev.weft.errno.LinuxErrno;
import java.util.Set;

/**
 * Names and texts of error numbers: Linux below 256, libfabric from there ({@code
 * rdma/fi_errno.h}).
 */
final class ErrnoText {

  /** Linux errors that {@code fi_errno.h} defines with the prefix {@code FI_}. */
  private static final Set<String> SHARED =
      Set.of(
          ("EPERM ENOENT EINTR EIO E2BIG EBADF EAGAIN ENOMEM EACCES EFAULT EBUSY ENODEV EINVAL"
                  + " EMFILE ENOSPC ENOSYS ENOMSG ENODATA EPROTO EOVERFLOW EMSGSIZE ENOPROTOOPT"
                  + " EOPNOTSUPP EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ECONNABORTED"
                  + " ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETIMEDOUT ECONNREFUSED"
                  + " EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS EREMOTEIO ECANCELED"
                  + " EKEYREJECTED")
              .split(" "));

  /** Name and text of each error from {@link Errno#OFFSET} on. */
  private static final String[] OF_LIBFABRIC =
      """
      FI_EOTHER Unspecified error
      FI_ETOOSMALL Provided buffer is too small
      FI_EOPBADSTATE Operation not permitted in current state
      FI_EAVAIL Error available
      FI_EBADFLAGS Flags not supported
      FI_ENOEQ Missing or unavailable event queue
      FI_EDOMAIN Invalid resource domain
      FI_ENOCQ Missing or unavailable completion queue
      FI_ECRC CRC error
      FI_ETRUNC Truncation error
      FI_ENOKEY Required key not available
      FI_ENOAV Missing or unavailable address vector
      FI_EOVERRUN Queue has been overrun
      FI_ENORX Receiver not ready, no receive buffers available
      FI_ENOMR Memory registration limit exceeded
      FI_EFIREWALLADDR Host unreacheable due to firewall
      """
          .split("\n");

  private ErrnoText() {}

  static String text(int errno) {
    if (isOfLibfabric(errno)) {
      return OF_LIBFABRIC[errno - Errno.OFFSET].split(" ", 2)[1];
    }
    return errno >= 0 && errno < Errno.OFFSET ? LinuxErrno.text(errno) : "Unspecified error";
  }

  static String name(int errno) {
    if (isOfLibfabric(errno)) {
      return OF_LIBFABRIC[errno - Errno.OFFSET].split(" ", 2)[0];
    }
    String name = errno == Errno.SUCCESS ? "FI_SUCCESS" : LinuxErrno.name(errno);
    return SHARED.contains(name) ? "FI_" + name : name;
  }

  private static boolean isOfLibfabric(int errno) {
    return errno >= Errno.OFFSET && errno < Errno.OFFSET + OF_LIBFABRIC.length;
  }
}

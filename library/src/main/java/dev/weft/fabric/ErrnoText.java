package dev.weft.fabric;

import java.util.HashMap;
import java.util.Map;

/** Names and texts of error numbers: Linux below 256, libfabric from there (ofi 11.5). */
final class ErrnoText {

  /** Number, name in libfabric or {@code -}, text. */
  private static final String TABLE =
      """
        0 FI_SUCCESS Success
        1 FI_EPERM Operation not permitted
        2 FI_ENOENT No such file or directory
        3 - No such process
        4 FI_EINTR Interrupted system call
        5 FI_EIO Input/output error
        6 - No such device or address
        7 FI_E2BIG Argument list too long
        8 - Exec format error
        9 FI_EBADF Bad file descriptor
       10 - No child processes
       11 FI_EAGAIN Resource temporarily unavailable
       12 FI_ENOMEM Cannot allocate memory
       13 FI_EACCES Permission denied
       14 FI_EFAULT Bad address
       15 - Block device required
       16 FI_EBUSY Device or resource busy
       17 - File exists
       18 - Invalid cross-device link
       19 FI_ENODEV No such device
       20 - Not a directory
       21 - Is a directory
       22 FI_EINVAL Invalid argument
       23 - Too many open files in system
       24 FI_EMFILE Too many open files
       25 - Inappropriate ioctl for device
       26 - Text file busy
       27 - File too large
       28 FI_ENOSPC No space left on device
       29 - Illegal seek
       30 - Read-only file system
       31 - Too many links
       32 - Broken pipe
       33 - Numerical argument out of domain
       34 - Numerical result out of range
       35 - Resource deadlock avoided
       36 - File name too long
       37 - No locks available
       38 FI_ENOSYS Function not implemented
       39 - Directory not empty
       40 - Too many levels of symbolic links
       42 FI_ENOMSG No message of desired type
       43 - Identifier removed
       44 - Channel number out of range
       45 - Level 2 not synchronized
       46 - Level 3 halted
       47 - Level 3 reset
       48 - Link number out of range
       49 - Protocol driver not attached
       50 - No CSI structure available
       51 - Level 2 halted
       52 - Invalid exchange
       53 - Invalid request descriptor
       54 - Exchange full
       55 - No anode
       56 - Invalid request code
       57 - Invalid slot
       59 - Bad font file format
       60 - Device not a stream
       61 FI_ENODATA No data available
       62 - Timer expired
       63 - Out of streams resources
       64 - Machine is not on the network
       65 - Package not installed
       66 - Object is remote
       67 - Link has been severed
       68 - Advertise error
       69 - Srmount error
       70 - Communication error on send
       71 FI_EPROTO Protocol error
       72 - Multihop attempted
       73 - RFS specific error
       74 - Bad message
       75 FI_EOVERFLOW Value too large for defined data type
       76 - Name not unique on network
       77 - File descriptor in bad state
       78 - Remote address changed
       79 - Can not access a needed shared library
       80 - Accessing a corrupted shared library
       81 - .lib section in a.out corrupted
       82 - Attempting to link in too many shared libraries
       83 - Cannot exec a shared library directly
       84 - Invalid or incomplete multibyte or wide character
       85 - Interrupted system call should be restarted
       86 - Streams pipe error
       87 - Too many users
       88 - Socket operation on non-socket
       89 - Destination address required
       90 FI_EMSGSIZE Message too long
       91 - Protocol wrong type for socket
       92 FI_ENOPROTOOPT Protocol not available
       93 - Protocol not supported
       94 - Socket type not supported
       95 FI_EOPNOTSUPP Operation not supported
       96 - Protocol family not supported
       97 - Address family not supported by protocol
       98 FI_EADDRINUSE Address already in use
       99 FI_EADDRNOTAVAIL Cannot assign requested address
      100 FI_ENETDOWN Network is down
      101 FI_ENETUNREACH Network is unreachable
      102 - Network dropped connection on reset
      103 FI_ECONNABORTED Software caused connection abort
      104 FI_ECONNRESET Connection reset by peer
      105 FI_ENOBUFS No buffer space available
      106 FI_EISCONN Transport endpoint is already connected
      107 FI_ENOTCONN Transport endpoint is not connected
      108 FI_ESHUTDOWN Cannot send after transport endpoint shutdown
      109 - Too many references: cannot splice
      110 FI_ETIMEDOUT Connection timed out
      111 FI_ECONNREFUSED Connection refused
      112 FI_EHOSTDOWN Host is down
      113 FI_EHOSTUNREACH No route to host
      114 FI_EALREADY Operation already in progress
      115 FI_EINPROGRESS Operation now in progress
      116 - Stale file handle
      117 - Structure needs cleaning
      118 - Not a XENIX named type file
      119 - No XENIX semaphores available
      120 - Is a named type file
      121 FI_EREMOTEIO Remote I/O error
      122 - Disk quota exceeded
      123 - No medium found
      124 - Wrong medium type
      125 FI_ECANCELED Operation canceled
      126 - Required key not available
      127 - Key has expired
      128 - Key has been revoked
      129 FI_EKEYREJECTED Key was rejected by service
      130 - Owner died
      131 - State not recoverable
      132 - Operation not possible due to RF-kill
      133 - Memory page has hardware error
      256 FI_EOTHER Unspecified error
      257 FI_ETOOSMALL Provided buffer is too small
      258 FI_EOPBADSTATE Operation not permitted in current state
      259 FI_EAVAIL Error available
      260 FI_EBADFLAGS Flags not supported
      261 FI_ENOEQ Missing or unavailable event queue
      262 FI_EDOMAIN Invalid resource domain
      263 FI_ENOCQ Missing or unavailable completion queue
      264 FI_ECRC CRC error
      265 FI_ETRUNC Truncation error
      266 FI_ENOKEY Required key not available
      267 FI_ENOAV Missing or unavailable address vector
      268 FI_EOVERRUN Queue has been overrun
      269 FI_ENORX Receiver not ready, no receive buffers available
      270 FI_ENOMR Memory registration limit exceeded
      271 FI_EFIREWALLADDR Host unreacheable due to firewall
      """;

  private record Entry(String name, String text) {}

  private static final Map<Integer, Entry> ENTRIES = entries();

  private ErrnoText() {}

  static String text(int errno) {
    Entry entry = ENTRIES.get(errno);
    if (entry != null) {
      return entry.text;
    }
    return errno >= 0 && errno < Errno.OFFSET ? "Unknown error " + errno : "Unspecified error";
  }

  static String name(int errno) {
    Entry entry = ENTRIES.get(errno);
    return entry == null || entry.name.equals("-") ? Integer.toString(errno) : entry.name;
  }

  private static Map<Integer, Entry> entries() {
    Map<Integer, Entry> entries = new HashMap<>();
    for (String line : TABLE.lines().toList()) {
      String[] columns = line.strip().split(" ", 3);
      entries.put(Integer.valueOf(columns[0]), new Entry(columns[1], columns[2]));
    }
    return entries;
  }
}

package dev.weft.fabric;

import java.util.HashMap;
import java.util.Map;

/** Names and texts of error numbers: Linux below 256, libfabric from there (ofi 11.5). */
final class ErrnoText {

  private static final String UNSPECIFIED = "Unspecified error";

  /** By number; null where Linux has no error. */
  private static final String[] SYSTEM = {
    "Success", // 0
    "Operation not permitted", // 1
    "No such file or directory", // 2
    "No such process", // 3
    "Interrupted system call", // 4
    "Input/output error", // 5
    "No such device or address", // 6
    "Argument list too long", // 7
    "Exec format error", // 8
    "Bad file descriptor", // 9
    "No child processes", // 10
    "Resource temporarily unavailable", // 11
    "Cannot allocate memory", // 12
    "Permission denied", // 13
    "Bad address", // 14
    "Block device required", // 15
    "Device or resource busy", // 16
    "File exists", // 17
    "Invalid cross-device link", // 18
    "No such device", // 19
    "Not a directory", // 20
    "Is a directory", // 21
    "Invalid argument", // 22
    "Too many open files in system", // 23
    "Too many open files", // 24
    "Inappropriate ioctl for device", // 25
    "Text file busy", // 26
    "File too large", // 27
    "No space left on device", // 28
    "Illegal seek", // 29
    "Read-only file system", // 30
    "Too many links", // 31
    "Broken pipe", // 32
    "Numerical argument out of domain", // 33
    "Numerical result out of range", // 34
    "Resource deadlock avoided", // 35
    "File name too long", // 36
    "No locks available", // 37
    "Function not implemented", // 38
    "Directory not empty", // 39
    "Too many levels of symbolic links", // 40
    null, // 41
    "No message of desired type", // 42
    "Identifier removed", // 43
    "Channel number out of range", // 44
    "Level 2 not synchronized", // 45
    "Level 3 halted", // 46
    "Level 3 reset", // 47
    "Link number out of range", // 48
    "Protocol driver not attached", // 49
    "No CSI structure available", // 50
    "Level 2 halted", // 51
    "Invalid exchange", // 52
    "Invalid request descriptor", // 53
    "Exchange full", // 54
    "No anode", // 55
    "Invalid request code", // 56
    "Invalid slot", // 57
    null, // 58
    "Bad font file format", // 59
    "Device not a stream", // 60
    "No data available", // 61
    "Timer expired", // 62
    "Out of streams resources", // 63
    "Machine is not on the network", // 64
    "Package not installed", // 65
    "Object is remote", // 66
    "Link has been severed", // 67
    "Advertise error", // 68
    "Srmount error", // 69
    "Communication error on send", // 70
    "Protocol error", // 71
    "Multihop attempted", // 72
    "RFS specific error", // 73
    "Bad message", // 74
    "Value too large for defined data type", // 75
    "Name not unique on network", // 76
    "File descriptor in bad state", // 77
    "Remote address changed", // 78
    "Can not access a needed shared library", // 79
    "Accessing a corrupted shared library", // 80
    ".lib section in a.out corrupted", // 81
    "Attempting to link in too many shared libraries", // 82
    "Cannot exec a shared library directly", // 83
    "Invalid or incomplete multibyte or wide character", // 84
    "Interrupted system call should be restarted", // 85
    "Streams pipe error", // 86
    "Too many users", // 87
    "Socket operation on non-socket", // 88
    "Destination address required", // 89
    "Message too long", // 90
    "Protocol wrong type for socket", // 91
    "Protocol not available", // 92
    "Protocol not supported", // 93
    "Socket type not supported", // 94
    "Operation not supported", // 95
    "Protocol family not supported", // 96
    "Address family not supported by protocol", // 97
    "Address already in use", // 98
    "Cannot assign requested address", // 99
    "Network is down", // 100
    "Network is unreachable", // 101
    "Network dropped connection on reset", // 102
    "Software caused connection abort", // 103
    "Connection reset by peer", // 104
    "No buffer space available", // 105
    "Transport endpoint is already connected", // 106
    "Transport endpoint is not connected", // 107
    "Cannot send after transport endpoint shutdown", // 108
    "Too many references: cannot splice", // 109
    "Connection timed out", // 110
    "Connection refused", // 111
    "Host is down", // 112
    "No route to host", // 113
    "Operation already in progress", // 114
    "Operation now in progress", // 115
    "Stale file handle", // 116
    "Structure needs cleaning", // 117
    "Not a XENIX named type file", // 118
    "No XENIX semaphores available", // 119
    "Is a named type file", // 120
    "Remote I/O error", // 121
    "Disk quota exceeded", // 122
    "No medium found", // 123
    "Wrong medium type", // 124
    "Operation canceled", // 125
    "Required key not available", // 126
    "Key has expired", // 127
    "Key has been revoked", // 128
    "Key was rejected by service", // 129
    "Owner died", // 130
    "State not recoverable", // 131
    "Operation not possible due to RF-kill", // 132
    "Memory page has hardware error", // 133
  };

  /** From {@link Errno#OFFSET}. */
  private static final String[] FABRIC = {
    "Unspecified error", // 256
    "Provided buffer is too small", // 257
    "Operation not permitted in current state", // 258
    "Error available", // 259
    "Flags not supported", // 260
    "Missing or unavailable event queue", // 261
    "Invalid resource domain", // 262
    "Missing or unavailable completion queue", // 263
    "CRC error", // 264
    "Truncation error", // 265
    "Required key not available", // 266
    "Missing or unavailable address vector", // 267
    "Queue has been overrun", // 268
    "Receiver not ready, no receive buffers available", // 269
    "Memory registration limit exceeded", // 270
    "Host unreacheable due to firewall", // 271
  };

  private static final Map<Integer, String> NAMES = names();

  private ErrnoText() {}

  static String text(int errno) {
    if (errno >= 0 && errno < Errno.OFFSET) {
      String text = errno < SYSTEM.length ? SYSTEM[errno] : null;
      return text == null ? "Unknown error " + errno : text;
    }
    int index = errno - Errno.OFFSET;
    return index >= 0 && index < FABRIC.length ? FABRIC[index] : UNSPECIFIED;
  }

  static String name(int errno) {
    return NAMES.getOrDefault(errno, Integer.toString(errno));
  }

  private static Map<Integer, String> names() {
    Map<Integer, String> names = new HashMap<>();
    names.put(0, "FI_SUCCESS");
    names.put(Errno.EPERM, "FI_EPERM");
    names.put(Errno.ENOENT, "FI_ENOENT");
    names.put(Errno.EINTR, "FI_EINTR");
    names.put(Errno.EIO, "FI_EIO");
    names.put(Errno.E2BIG, "FI_E2BIG");
    names.put(Errno.EBADF, "FI_EBADF");
    names.put(Errno.EAGAIN, "FI_EAGAIN");
    names.put(Errno.ENOMEM, "FI_ENOMEM");
    names.put(Errno.EACCES, "FI_EACCES");
    names.put(Errno.EFAULT, "FI_EFAULT");
    names.put(Errno.EBUSY, "FI_EBUSY");
    names.put(Errno.ENODEV, "FI_ENODEV");
    names.put(Errno.EINVAL, "FI_EINVAL");
    names.put(Errno.EMFILE, "FI_EMFILE");
    names.put(Errno.ENOSPC, "FI_ENOSPC");
    names.put(Errno.ENOSYS, "FI_ENOSYS");
    names.put(Errno.ENOMSG, "FI_ENOMSG");
    names.put(Errno.ENODATA, "FI_ENODATA");
    names.put(Errno.EPROTO, "FI_EPROTO");
    names.put(Errno.EOVERFLOW, "FI_EOVERFLOW");
    names.put(Errno.EMSGSIZE, "FI_EMSGSIZE");
    names.put(Errno.ENOPROTOOPT, "FI_ENOPROTOOPT");
    names.put(Errno.EOPNOTSUPP, "FI_EOPNOTSUPP");
    names.put(Errno.EADDRINUSE, "FI_EADDRINUSE");
    names.put(Errno.EADDRNOTAVAIL, "FI_EADDRNOTAVAIL");
    names.put(Errno.ENETDOWN, "FI_ENETDOWN");
    names.put(Errno.ENETUNREACH, "FI_ENETUNREACH");
    names.put(Errno.ECONNABORTED, "FI_ECONNABORTED");
    names.put(Errno.ECONNRESET, "FI_ECONNRESET");
    names.put(Errno.ENOBUFS, "FI_ENOBUFS");
    names.put(Errno.EISCONN, "FI_EISCONN");
    names.put(Errno.ENOTCONN, "FI_ENOTCONN");
    names.put(Errno.ESHUTDOWN, "FI_ESHUTDOWN");
    names.put(Errno.ETIMEDOUT, "FI_ETIMEDOUT");
    names.put(Errno.ECONNREFUSED, "FI_ECONNREFUSED");
    names.put(Errno.EHOSTDOWN, "FI_EHOSTDOWN");
    names.put(Errno.EHOSTUNREACH, "FI_EHOSTUNREACH");
    names.put(Errno.EALREADY, "FI_EALREADY");
    names.put(Errno.EINPROGRESS, "FI_EINPROGRESS");
    names.put(Errno.EREMOTEIO, "FI_EREMOTEIO");
    names.put(Errno.ECANCELED, "FI_ECANCELED");
    names.put(Errno.EKEYREJECTED, "FI_EKEYREJECTED");
    names.put(Errno.EOTHER, "FI_EOTHER");
    names.put(Errno.ETOOSMALL, "FI_ETOOSMALL");
    names.put(Errno.EOPBADSTATE, "FI_EOPBADSTATE");
    names.put(Errno.EAVAIL, "FI_EAVAIL");
    names.put(Errno.EBADFLAGS, "FI_EBADFLAGS");
    names.put(Errno.ENOEQ, "FI_ENOEQ");
    names.put(Errno.EDOMAIN, "FI_EDOMAIN");
    names.put(Errno.ENOCQ, "FI_ENOCQ");
    names.put(Errno.ECRC, "FI_ECRC");
    names.put(Errno.ETRUNC, "FI_ETRUNC");
    names.put(Errno.ENOKEY, "FI_ENOKEY");
    names.put(Errno.ENOAV, "FI_ENOAV");
    names.put(Errno.EOVERRUN, "FI_EOVERRUN");
    names.put(Errno.ENORX, "FI_ENORX");
    names.put(Errno.ENOMR, "FI_ENOMR");
    names.put(Errno.EFIREWALLADDR, "FI_EFIREWALLADDR");
    return names;
  }
}

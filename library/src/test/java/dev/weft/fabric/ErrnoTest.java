package dev.weft.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** ER-024 and the numbers of {@code rdma/fi_errno.h}. */
class ErrnoTest {

  private static final String NUMBERS =
      "EPERM 1, ENOENT 2, EINTR 4, EIO 5, E2BIG 7, EBADF 9, EAGAIN 11, EWOULDBLOCK 11, ENOMEM 12,"
          + " EACCES 13, EFAULT 14, EBUSY 16, ENODEV 19, EINVAL 22, EMFILE 24, ENOSPC 28, ENOSYS"
          + " 38, ENOMSG 42, ENODATA 61, EPROTO 71, EOVERFLOW 75, EMSGSIZE 90, ENOPROTOOPT 92,"
          + " EOPNOTSUPP 95, EADDRINUSE 98, EADDRNOTAVAIL 99, ENETDOWN 100, ENETUNREACH 101,"
          + " ECONNABORTED 103, ECONNRESET 104, ENOBUFS 105, EISCONN 106, ENOTCONN 107, ESHUTDOWN"
          + " 108, ETIMEDOUT 110, ECONNREFUSED 111, EHOSTDOWN 112, EHOSTUNREACH 113, EALREADY 114,"
          + " EINPROGRESS 115, EREMOTEIO 121, ECANCELED 125, EKEYREJECTED 129, EOTHER 256,"
          + " ETOOSMALL 257, EOPBADSTATE 258, EAVAIL 259, EBADFLAGS 260, ENOEQ 261, EDOMAIN 262,"
          + " ENOCQ 263, ECRC 264, ETRUNC 265, ENOKEY 266, ENOAV 267, EOVERRUN 268, ENORX 269,"
          + " ENOMR 270, EFIREWALLADDR 271, SUCCESS 0, OFFSET 256";

  @Test
  void shouldHaveExactlyTheNumbersOfTheHeader() throws IllegalAccessException {
    Map<String, Integer> actual = new HashMap<>();
    for (Field field : Errno.class.getFields()) {
      actual.put(field.getName(), field.getInt(null));
    }
    assertEquals(Numbers.parse(NUMBERS), actual);
  }

  @Test
  void shouldIgnoreTheSign() {
    assertEquals("Truncation error", Errno.strerror(Errno.ETRUNC));
    assertEquals("Truncation error", Errno.strerror(-Errno.ETRUNC));
    assertEquals("FI_ETRUNC", Errno.name(-Errno.ETRUNC));
  }

  @Test
  void shouldKnowTextsOfTheSystemAndOfTheFabric() {
    assertEquals("Success", Errno.strerror(0));
    assertEquals("Resource temporarily unavailable", Errno.strerror(Errno.EAGAIN));
    assertEquals("Broken pipe", Errno.strerror(32));
    assertEquals("Unknown error 200", Errno.strerror(200));
    assertEquals("Unspecified error", Errno.strerror(Errno.EOTHER));
    assertEquals("Host unreacheable due to firewall", Errno.strerror(Errno.EFIREWALLADDR));
    assertEquals("Unspecified error", Errno.strerror(272));
    assertEquals("Unspecified error", Errno.strerror(9999));
    assertEquals("Unspecified error", Errno.strerror(Integer.MIN_VALUE));
  }

  @Test
  void shouldNameEveryConstant() throws IllegalAccessException {
    for (Field field : Errno.class.getFields()) {
      String name = Errno.name(field.getInt(null));
      assertTrue(
          name.equals("FI_" + field.getName())
              || field.getName().equals("EWOULDBLOCK")
              || field.getName().equals("OFFSET"),
          field.getName() + " is called " + name);
    }
  }

  @Test
  void shouldNameErrorsOfTheSystemThatLibfabricHasNoNameFor() {
    assertEquals("ENAMETOOLONG", Errno.name(36));
    assertEquals("EPIPE", Errno.name(-32));
    assertEquals("41", Errno.name(41));
    assertEquals("272", Errno.name(272));
    assertEquals(
        "fi_open: File name too long (ENAMETOOLONG 36)",
        new FabricException(36, "fi_open", "").getMessage());
  }
}

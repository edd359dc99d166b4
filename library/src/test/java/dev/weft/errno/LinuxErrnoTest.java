package dev.weft.errno;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** ER-024 for the numbers of the host. */
class LinuxErrnoTest {
  private static final Set<Integer> NOT_USED_BY_LINUX = Set.of(41, 58);

  @Test
  void shouldNameEveryErrorOfLinux() {
    Set<String> names = new HashSet<>();
    for (int errno = 1; errno <= 133; errno++) {
      String name = LinuxErrno.name(errno);
      assertEquals(!NOT_USED_BY_LINUX.contains(errno), name.matches("E[A-Z0-9]+"), name);
      assertTrue(names.add(name), name + " stands there twice");
      assertFalse(LinuxErrno.text(errno).isEmpty());
    }
  }

  /** Numbers where neighbours are easily confused, from asm-generic/errno.h. */
  @Test
  void shouldKnowTheNumbersOfTheHeader() {
    Map<Integer, String> header = new HashMap<>();
    header.put(1, "EPERM");
    header.put(35, "EDEADLK");
    header.put(36, "ENAMETOOLONG");
    header.put(40, "ELOOP");
    header.put(42, "ENOMSG");
    header.put(57, "EBADSLT");
    header.put(59, "EBFONT");
    header.put(95, "EOPNOTSUPP");
    header.put(111, "ECONNREFUSED");
    header.put(133, "EHWPOISON");
    header.forEach((errno, name) -> assertEquals(name, LinuxErrno.name(errno)));
  }

  @Test
  void shouldShowANumberThatLinuxDoesNotHave() {
    assertEquals("Success", LinuxErrno.text(0));
    assertEquals("0", LinuxErrno.name(0));
    assertEquals("Unknown error 134", LinuxErrno.text(134));
    assertEquals("134", LinuxErrno.name(134));
  }
}

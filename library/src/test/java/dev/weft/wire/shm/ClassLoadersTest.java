package dev.weft.wire.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.wire.Port;
import dev.weft.wire.PortListener;
import dev.weft.wire.SilentListener;
import dev.weft.wire.shm.folder.ShmFolder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two copies of the library in one process, as in an application server. */
class ClassLoadersTest {
  private static final long CAPACITY = 4096;
  private static final int TIMES = 3;

  @TempDir private Path base;

  /** Whether the kernel has a lock on the file, which other processes then cannot take. */
  private static boolean isLocked(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    try (Stream<String> locks = Files.lines(Path.of("/proc/locks"))) {
      return locks.anyMatch(lock -> lock.contains("POSIX") && lock.contains(inode));
    }
  }

  /**
   * Closing any channel of a file ends all POSIX locks of the process on it, so the other copy must
   * not open the lock file.
   */
  @Test
  void shouldKeepTheNamesOfTheOther() throws Exception {
    URL[] classes = {ShmWire.class.getProtectionDomain().getCodeSource().getLocation()};
    Path lock = new ShmFolder(base, "f").lock("own");
    try (Port own = new ShmWire(base, "f", CAPACITY).open("shm://f/own", new SilentListener());
        URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      assertTrue(isLocked(lock));
      for (int i = 0; i < TIMES; i++) {
        try (AutoCloseable other = openIn(loader, "shm://f/other")) {
          assertNotNull(other);
          assertTrue(isLocked(lock), "a start of the other copy has ended the lock");
        }
        assertTrue(isLocked(lock), "a stop of the other copy has ended the lock");
        assertEquals("shm://f/own", own.address());
      }
    }
    try (URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
        AutoCloseable other = openIn(loader, "shm://f/own")) {
      assertNotNull(other, "the name is free");
    }
  }

  private AutoCloseable openIn(ClassLoader loader, String address) throws Exception {
    Class<?> wireClass = loader.loadClass(ShmWire.class.getName());
    Class<?> ownerClass = loader.loadClass(PortListener.class.getName());
    Object wire =
        wireClass
            .getConstructor(Path.class, String.class, long.class)
            .newInstance(base, "f", CAPACITY);
    Object owner =
        Proxy.newProxyInstance(
            loader, new Class<?>[] {ownerClass}, (_, method, _) -> nothing(method.getReturnType()));
    Method open = wireClass.getMethod("open", String.class, ownerClass);
    return (AutoCloseable) open.invoke(wire, address, owner);
  }

  private static Object nothing(Class<?> type) {
    if (type == boolean.class) {
      return false;
    }
    if (type == long.class) {
      return 0L;
    }
    return type == int.class ? 0 : null;
  }
}

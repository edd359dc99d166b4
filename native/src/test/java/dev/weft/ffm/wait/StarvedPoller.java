package dev.weft.ffm.wait;

import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import dev.weft.wait.WaitDescriptor;
import dev.weft.wait.WaitDescriptors;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A process whose first wait for a descriptor finds none left. */
final class StarvedPoller {
  private static final int OPEN_FILES = 7;
  private static final String[] USED = {
    "DescriptorPoller", "DescriptorPoller$Watch", "Epoll", "Epoll$Member"
  };

  private StarvedPoller() {}

  public static void main(String[] arguments) throws Exception {
    for (String name : USED) { // classes are files
      Class.forName("dev.weft.ffm.wait." + name, false, StarvedPoller.class.getClassLoader());
    }
    Downcalls.call(Libc.function("close"), -1);
    try (Arena arena = Arena.ofConfined();
        WaitDescriptor pipe = WaitDescriptors.open()) {
      MemorySegment limits = arena.allocate(2L * Long.BYTES, Long.BYTES);
      Downcalls.call(Libc.function("getrlimit"), OPEN_FILES, limits.address());
      long soft = limits.getAtIndex(ValueLayout.JAVA_LONG, 0);
      limit(limits, 0);
      String refusal = refusal(pipe.number());
      limit(limits, soft);
      System.out.println(refusal + ", then " + refusal(pipe.number()));
    }
  }

  private static void limit(MemorySegment limits, long soft) {
    limits.setAtIndex(ValueLayout.JAVA_LONG, 0, soft);
    Downcalls.call(Libc.function("setrlimit"), OPEN_FILES, limits.address());
  }

  private static String refusal(int descriptor) {
    try {
      DescriptorPoller.watch(descriptor, () -> {}).close();
      return "watched";
    } catch (IllegalStateException | LinkageError refused) {
      return refused.getMessage();
    }
  }
}

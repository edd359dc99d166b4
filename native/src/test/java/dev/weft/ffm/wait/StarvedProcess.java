package dev.weft.ffm.wait;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.WaitObject;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.Libc;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A process without a free descriptor, or with an argument one that may not call C. */
final class StarvedProcess {
  private static final int OPEN_FILES = 7;
  private static final long STANDARD_STREAMS = 3;

  private StarvedProcess() {}

  public static void main(String[] arguments) {
    try (Mailbox mail = Mailbox.open("loopback");
        Mailbox other = Mailbox.open("loopback", WaitObject.POLLFD)) {
      refusal(other.queue()); // loads classes, which are files
      System.out.println(arguments.length > 0 ? refusal(mail.queue()) : starvedRefusal(mail));
    }
  }

  private static String starvedRefusal(Mailbox mail) {
    try (CompletionQueue queue =
            mail.node().domain().openCompletionQueue(Mailbox.attributes(WaitObject.FD, null));
        Arena arena = Arena.ofConfined()) {
      refusal(queue);
      MemorySegment limits = arena.allocate(2L * Long.BYTES, Long.BYTES);
      Downcalls.call(Libc.function("getrlimit"), OPEN_FILES, limits.address());
      long soft = limits.getAtIndex(ValueLayout.JAVA_LONG, 0);
      limit(limits, STANDARD_STREAMS);
      String refusal = refusal(mail.queue());
      limit(limits, soft);
      return refusal(mail.queue()) == null ? refusal : "it does not recover";
    }
  }

  private static void limit(MemorySegment limits, long soft) {
    limits.setAtIndex(ValueLayout.JAVA_LONG, 0, soft);
    Downcalls.call(Libc.function("setrlimit"), OPEN_FILES, limits.address());
  }

  /** Why the queue gives no descriptor; null if it does. */
  private static String refusal(CompletionQueue queue) {
    try {
      queue.control(ControlCommand.GETWAIT_DESCRIPTOR);
      return null;
    } catch (FabricException refused) {
      return refused.getMessage();
    }
  }
}

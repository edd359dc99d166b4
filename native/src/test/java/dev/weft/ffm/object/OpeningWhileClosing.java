package dev.weft.ffm.object;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Errno;
import dev.weft.fabric.EventQueue;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.EventQueueAttributes;
import dev.weft.fabric.completion.CompletionFormat;
import dev.weft.fabric.info.FabricInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** Opens objects while another thread closes what they belong to, and after it is closed. */
final class OpeningWhileClosing {
  private static final int ROUNDS = 100;

  private OpeningWhileClosing() {}

  public static void main(String[] arguments) throws InterruptedException {
    FabricInfo info =
        Fabrics.getInfo(FabricInfo.builder().provider(arguments[0]).build()).getFirst();
    MemorySegment memory = Arena.global().allocate(64);
    for (int i = 0; i < ROUNDS; i++) {
      try (Fabric fabric = Fabrics.open(info)) {
        Domain domain = fabric.openDomain(info);
        race(domain, () -> queue(domain));
        Domain other = fabric.openDomain(info);
        race(other, () -> other.register(memory, AccessFlags.SEND, 1));
      }
      Fabric fabric = Fabrics.open(info);
      race(fabric, () -> events(fabric));
    }
    System.out.println("good");
  }

  private static CompletionQueue queue(Domain domain) {
    return domain.openCompletionQueue(CompletionQueueAttributes.polling(CompletionFormat.TAGGED));
  }

  private static EventQueue events(Fabric fabric) {
    return fabric.openEventQueue(EventQueueAttributes.blocking());
  }

  private static void race(FabricObject parent, Supplier<? extends FabricObject> open)
      throws InterruptedException {
    Thread opener = Thread.ofPlatform().start(() -> isRefused(open));
    while (!isClosed(parent)) {
      Thread.onSpinWait();
    }
    opener.join();
    if (!isRefused(open)) {
      throw new AssertionError("opened by what is closed: " + parent.objectClass());
    }
  }

  private static boolean isClosed(FabricObject parent) {
    try {
      parent.close();
      return true;
    } catch (FabricException busy) {
      if (busy.errno() != Errno.EBUSY) {
        throw busy;
      }
      return false;
    }
  }

  private static boolean isRefused(Supplier<? extends FabricObject> open) {
    try {
      open.get().close();
      return false;
    } catch (IllegalStateException closed) {
      return true;
    }
  }
}

package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Errno;
import dev.weft.fabric.completion.AddressBatch;
import dev.weft.fabric.completion.CompletionBatch;
import dev.weft.fabric.completion.ErrorCompletion;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Consumer;

/** Faults of failed operations. */
final class ErrorFaults {

  private static final byte SCRIBBLE = 0x11;

  private ErrorFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.ofQueue("drops an error", "ER-001", ErrorFaults::drops),
        Fault.ofQueue("writes output on -FI_EAVAIL", "ER-002", ErrorFaults::writesOutput),
        Fault.ofQueue("gives an error twice", "ER-006", ErrorFaults::twice),
        Fault.ofQueue(
            "has negative errnos",
            "ER-008",
            honest -> liar(honest, e -> e.error(-e.error(), e.providerError()))),
        Fault.ofQueue(
            "leaks a flag into errors",
            "ER-011",
            honest -> liar(honest, e -> e.flags(e.flags() | 1L << 24))),
        Fault.ofQueue("swaps the lengths of a truncation", "ER-012", ErrorFaults::swapsLengths),
        Fault.ofQueue(
            "has the tag of another message", "ER-014", honest -> liar(honest, e -> e.tag(77))));
  }

  private static CompletionQueue drops(CompletionQueue honest) {
    return new ReadLiar(honest) {
      @Override
      int lie(int returned, CompletionBatch batch, int count, AddressBatch sources) {
        if (returned == -Errno.EAVAIL) {
          honest.readErr(ErrorCompletion.allocate(Arena.ofAuto()), 0);
          return -Errno.EAGAIN;
        }
        return returned;
      }
    };
  }

  private static CompletionQueue writesOutput(CompletionQueue honest) {
    return new ReadLiar(honest) {
      @Override
      int lie(int returned, CompletionBatch batch, int count, AddressBatch sources) {
        if (returned == -Errno.EAVAIL) {
          batch.segment().asSlice(0, batch.format().stride()).fill(SCRIBBLE);
        }
        return returned;
      }
    };
  }

  private static CompletionQueue twice(CompletionQueue honest) {
    return new QueueDecorator(honest) {
      private boolean given;

      @Override
      public int readErr(ErrorCompletion entry, long flags) {
        int returned = super.readErr(entry, flags);
        boolean again = given && returned != 1; // the entry still holds the last error
        given = returned == 1;
        return again ? 1 : returned;
      }
    };
  }

  private static CompletionQueue swapsLengths(CompletionQueue honest) {
    return liar(
        honest,
        entry -> {
          long length = entry.length();
          entry.length(entry.overflowLength()).overflowLength(length);
        });
  }

  private static CompletionQueue liar(CompletionQueue honest, Consumer<ErrorCompletion> lie) {
    return new QueueDecorator(honest) {
      @Override
      public int readErr(ErrorCompletion entry, long flags) {
        int returned = super.readErr(entry, flags);
        if (returned == 1) {
          lie.accept(entry);
        }
        return returned;
      }
    };
  }
}

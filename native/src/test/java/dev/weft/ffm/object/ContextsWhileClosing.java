package dev.weft.ffm.object;

import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.ProgressModel;
import dev.weft.fabric.info.TransmitAttributes;
import dev.weft.ffm.object.ScalablePair.Port;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Closes and opens contexts of scalable endpoints while another thread sends messages through their
 * neighbours. For a process of its own, which a use after free would end.
 */
public final class ContextsWhileClosing {
  private static final int ROUNDS = 100;

  /** C compares these with the attributes of the whole endpoint. */
  private static final TransmitAttributes FEW = TransmitAttributes.builder().size(16).build();

  private ContextsWhileClosing() {}

  /** Prints {@code good} and ends, unless the process dies before. */
  public static void main(String[] arguments) {
    for (ProgressModel progress : new ProgressModel[] {ProgressModel.MANUAL, ProgressModel.AUTO}) {
      try (ScalablePair pair = new ScalablePair(progress)) {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Long> messages = CompletableFuture.supplyAsync(() -> send(pair, stop));
        reopen(pair);
        stop.set(true);
        if (messages.join() == 0) {
          throw new AssertionError("no message arrived meanwhile");
        }
      }
    }
    System.out.println("good");
  }

  /** Uses contexts 0 alone. */
  private static long send(ScalablePair pair, AtomicBoolean stop) {
    Port sender = pair.transmits[0];
    Port receiver = pair.receives[0];
    long messages = 0;
    do {
      long number = messages++;
      receiver.post(() -> receiver.context.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, number));
      sender.post(() -> sender.context.send(pair.buffer(1), 8, pair.to(0), number));
      require(number, receiver.await(sender));
      require(number, sender.await(receiver));
    } while (!stop.get());
    return messages;
  }

  private static void require(long expected, long seen) {
    if (expected != seen) {
      throw new AssertionError("context " + seen + ", expected " + expected);
    }
  }

  private static void reopen(ScalablePair pair) {
    for (int round = 0; round < ROUNDS; round++) {
      int index = 1 + round % 2;
      pair.transmits[index].close();
      pair.receives[index].close();
      pair.near.enable();
      pair.transmits[index] =
          pair.new Port(pair.near.openTransmitContext(index, FEW, null), BindFlags.TRANSMIT);
      pair.receives[index] = pair.new Port(pair.far.openReceiveContext(index), BindFlags.RECV);
    }
  }
}

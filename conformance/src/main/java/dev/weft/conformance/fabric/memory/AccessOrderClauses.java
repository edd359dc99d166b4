package dev.weft.conformance.fabric.memory;

import static dev.weft.conformance.check.Clause.clause;

import dev.weft.conformance.check.Clause;
import dev.weft.conformance.check.Level;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.fabric.bench.Bench;
import dev.weft.conformance.fabric.bench.Pattern;
import dev.weft.conformance.fabric.bench.Talk;
import dev.weft.conformance.fabric.bench.Window;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.info.Capabilities;
import dev.weft.fabric.info.EndpointAttributes;
import dev.weft.fabric.info.MessageOrder;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The order of accesses to a peer's memory among each other, and of messages behind them, EP-028B
 * to EP-028E. Each is posted while the one before it may be under way, to memory that the provider
 * allocated, and to any other.
 */
public final class AccessOrderClauses {

  private static final String SOURCE = "fi_endpoint(3), message ordering";
  private static final long[] SIZES = {1, 4096, 100_000, 1_000_000};
  private static final long SHORT = 64;
  private static final int ROUNDS = 3;

  private AccessOrderClauses() {}

  public static List<Clause> clauses() {
    return List.of(
        clause("EP-028B", Level.REQUIRED, SOURCE + ", FI_ORDER_SAW")
            .says("a message finds the bytes of the writes that were posted before it")
            .lookAt("short messages behind writes whose bytes wait for the target")
            .needs(Capabilities.RMA)
            .check(inOrder(MessageOrder.SAW, any -> Long.MAX_VALUE, Step::messages)),
        clause("EP-028C", Level.REQUIRED, SOURCE + ", FI_ORDER_WAW")
            .says("of two writes to one place the later one remains")
            .lookAt("the way of long writes, and whether the next one takes another")
            .needs(Capabilities.RMA)
            .check(
                inOrder(
                    MessageOrder.WAW,
                    EndpointAttributes::maxOrderWriteAfterWriteSize,
                    Step::writes)),
        clause("EP-028D", Level.REQUIRED, SOURCE + ", FI_ORDER_RAW")
            .says("a read finds the bytes of the writes that were posted before it")
            .lookAt("reads behind writes whose bytes wait for the target")
            .needs(Capabilities.RMA)
            .check(
                inOrder(
                    MessageOrder.RAW, EndpointAttributes::maxOrderReadAfterWriteSize, Step::reads)),
        clause("EP-028E", Level.REQUIRED, SOURCE + ", FI_ORDER_WAR")
            .says("a read does not find the bytes of a write that was posted after it")
            .lookAt("when the target reads its memory")
            .needs(Capabilities.RMA)
            .check(
                inOrder(
                    MessageOrder.WAR,
                    EndpointAttributes::maxOrderWriteAfterReadSize,
                    Step::earlierReads)));
  }

  /**
   * Checks the order of two operations, in rounds.
   *
   * @param limit bytes up to which the order holds
   * @param check posts the operations, and says what must be true of them
   */
  private static Clause.Body inOrder(
      long order, ToLongFunction<EndpointAttributes> limit, Consumer<Step> check) {
    return trial -> check(trial, order, limit, check);
  }

  private static void check(
      Trial trial, long order, ToLongFunction<EndpointAttributes> limit, Consumer<Step> check) {
    Talk talk =
        Talk.on(Bench.on(trial).hints(info -> info.toBuilder().messageOrder(order).build()));
    long most = limit.applyAsLong(talk.bench().info().endpoint());
    trial.skipUnless(most > 0, "not offered: an order of accesses of any size");
    long longest = SIZES[SIZES.length - 1];
    for (Window window : List.of(Window.open(talk, longest), Window.ordinary(talk, longest))) {
      for (long size : SIZES) {
        for (int round = 1; round <= ROUNDS && size <= most; round++) {
          check.accept(new Step(window, size, round));
        }
      }
    }
  }

  /** One round: what it writes has a number that differs from those of its neighbours. */
  private record Step(Window window, long size, int round) {

    private Talk talk() {
      return window.talk();
    }

    private MemorySegment target() {
      return window.memory().asSlice(0, size);
    }

    private void write(long message) {
      window.write(talk().text(size, message), 0, message);
    }

    private MemorySegment read() {
      MemorySegment copy = talk().memory(size);
      window.read(copy, 0, 0);
      return copy;
    }

    void messages() {
      talk().recv(talk().memory(8), 9);
      write(round);
      talk().send(talk().text(8, 9), 9);
      talk().received();
      Pattern.expect(target(), round, "memory at a message behind a write of %d bytes", size);
      talk().sent(2);
    }

    /** A short write behind a longer one, whose bytes may take another way. */
    void writes() {
      write(round);
      MemorySegment later = talk().text(Math.min(size, SHORT), round + ROUNDS);
      window.write(later, 0, 9);
      talk().sent(2);
      MemorySegment place = target().asSlice(0, later.byteSize());
      HangDetector.await(
          () -> progressed() && place.mismatch(later) == -1, "the later write does not remain");
      talk().bench().settle();
      Pattern.expect(place, round + ROUNDS, "memory after two writes, one of %d bytes", size);
    }

    private boolean progressed() {
      talk().bench().progress();
      return true;
    }

    void reads() {
      write(round);
      MemorySegment copy = read();
      talk().sent(2);
      Pattern.expect(copy, round, "a read of %d bytes behind a write", size);
    }

    void earlierReads() {
      Pattern.fill(target(), round);
      MemorySegment copy = read();
      write(round + ROUNDS);
      talk().sent(2);
      Pattern.expect(copy, round, "a read of %d bytes before a write", size);
    }
  }
}

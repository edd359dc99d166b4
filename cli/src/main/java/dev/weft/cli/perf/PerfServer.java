package dev.weft.cli.perf;

import dev.weft.cli.perf.Conversation.Heard;
import dev.weft.cli.perf.Conversation.Word;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.Threading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The process that follows: it waits for a client, runs the rows that it asks for, and waits on.
 */
public final class PerfServer implements AutoCloseable {
  private final Fabric fabric;
  private final Conversation conversation;
  private final Consumer<String> output;

  /**
   * Opens the address.
   *
   * @param fabricName of the provider
   * @param output gets a line about each client
   * @throws dev.weft.fabric.FabricException where the address cannot be had
   */
  public PerfServer(String fabricName, String address, Consumer<String> output) {
    this.output = output;
    FabricInfo info =
        Fabrics.query(
                Row.hints(fabricName, Threading.SAFE, false).toBuilder()
                    .sourceAddress(address.getBytes(StandardCharsets.UTF_8))
                    .build())
            .getFirst();
    fabric = Fabrics.open(info);
    Conversation opened = null;
    try {
      opened = new Conversation(fabric, info);
    } finally {
      if (opened == null) {
        fabric.close();
      }
    }
    conversation = opened;
  }

  /** Where clients call. */
  public String address() {
    return new String(conversation.name(), StandardCharsets.UTF_8);
  }

  /**
   * Serves one client after the other.
   *
   * @param once whether it ends with the first
   * @return whether all rows were sound at this end, and no client left before it was done
   */
  public boolean serve(boolean once) {
    boolean good = true;
    do {
      Heard caller = conversation.hear();
      while (caller == null || caller.word() != Word.HELLO) {
        caller = conversation.hear();
      }
      good &= session(caller);
    } while (!once);
    return good;
  }

  private boolean session(Heard caller) {
    int runs = 0;
    boolean good = true;
    try {
      byte[] name = caller.body().readAllBytes();
      if (!conversation.turnTo(name, caller.session())) {
        return false;
      }
      conversation.say(Word.WELCOME);
      output.accept("Client " + new String(name, StandardCharsets.UTF_8));
      Heard next = conversation.await(Word.ROW, Word.BYE);
      while (next.word() == Word.ROW) {
        good &= follow(next);
        runs++;
        next = conversation.await(Word.ROW, Word.BYE);
      }
      output.accept(
          "  runs: " + runs + " with warm-ups, " + (good ? "all sound" : "NOT all sound"));
    } catch (PeerGone e) {
      String how =
          e instanceof PeerSilent ? "it did not answer any more" : "it left without a word";
      output.accept("  runs: " + runs + ", then " + how);
      good = false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    conversation.turnAway();
    return good;
  }

  private boolean follow(Heard asked) throws IOException {
    Row row = Row.read(asked.body());
    try (Medium medium = Medium.open(row.fabric(), row.hints());
        End end = new End(medium, row, PerfRun.arriving(row))) {
      end.connect(asked.body().readAllBytes());
      Thread thread = end.following(() -> {});
      thread.start();
      try {
        conversation.say(Word.READY, out -> out.write(end.name()));
        while (thread.isAlive()) {
          Heard next = conversation.hearPeer();
          if (next != null && next.word() == Word.STOP) {
            thread.interrupt();
          }
        }
      } finally {
        RowThread.stop(thread);
      }
      EndReport report = end.report();
      conversation.say(Word.REPORT, report::write);
      return report.isSound();
    }
  }

  @Override
  public void close() {
    conversation.close();
    fabric.close();
  }
}

package dev.weft.cli.perf;

import dev.weft.cli.perf.Conversation.Heard;
import dev.weft.cli.perf.Conversation.Word;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.Fabrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** The process that leads: it has the options, says what is measured, and makes the table. */
final class PerfClient implements AutoCloseable {
  private static final long SESSION_BITS = (1L << 48) - 1;

  private final Fabric fabric;
  private final Conversation conversation;

  private final Medium medium;

  private PerfClient(Fabric fabric, Conversation conversation, Medium medium) {
    this.fabric = fabric;
    this.conversation = conversation;
    this.medium = medium;
  }

  /** Begins a session with who serves at this address. */
  static PerfClient call(PerfPlan plan, String server) {
    FabricInfo info = Fabrics.query(PerfRun.hints(plan)).getFirst();
    Fabric fabric = Fabrics.open(info);
    PerfClient client = null;
    try {
      Conversation conversation = new Conversation(fabric, info);
      client = new PerfClient(fabric, conversation, Medium.open(plan.fabric(), info));
      client.greet(server);
      return client;
    } catch (RuntimeException e) {
      if (client == null) {
        fabric.close();
      } else {
        client.close();
      }
      throw e;
    }
  }

  private void greet(String server) {
    long session = ThreadLocalRandom.current().nextLong() & SESSION_BITS;
    if (!conversation.turnTo(server.getBytes(StandardCharsets.UTF_8), session)) {
      throw new NobodyServes(
          server + " is no address of fabric shm, allowed are anna and shm://shm/anna");
    }
    Heard answer;
    try {
      conversation.waitAtMost(Conversation.GREETING_PATIENCE);
      conversation.say(Word.HELLO, out -> out.write(conversation.name()));
      answer = conversation.await(Word.WELCOME, Word.BUSY);
    } catch (PeerSilent stopped) {
      throw new NobodyServes(
          "%s does not answer for %d s: it is stopped, or no `weft perf --serve`"
              .formatted(server, Conversation.GREETING_PATIENCE.toSeconds()));
    } catch (PeerGone nobody) {
      throw new NobodyServes("Nobody serves at " + server);
    }
    conversation.waitAtMost(Conversation.PATIENCE);
    if (answer.word() == Word.BUSY) {
      throw new NobodyServes(server + " serves somebody else just now; try again");
    }
  }

  /** What this end is opened on. */
  Medium medium() {
    return medium;
  }

  /** Runs a row. */
  PerfResult measure(Row row, Payload payload, double bounceNanos) {
    try (End end = new End(medium, row, payload)) {
      conversation.say(
          Word.ROW,
          out -> {
            row.write(out);
            out.write(end.name());
          });
      Heard ready = conversation.await(Word.READY, Word.REPORT);
      EndReport served;
      if (ready.word() == Word.READY) {
        end.connect(ready.body().readAllBytes());
        served = lead(end);
      } else {
        served = EndReport.read(ready.body());
      }
      return end.report().with(served, row, false, bounceNanos);
    } catch (PeerSilent e) {
      throw new PerfFailure(
          "The serving process does not answer for %d s."
              .formatted(Conversation.PATIENCE.toSeconds()),
          e);
    } catch (PeerGone e) {
      throw new PerfFailure("The serving process ended before the measurement did.", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private EndReport lead(End end) throws IOException {
    Thread thread = end.leading(() -> {});
    thread.start();
    Heard report = null;
    try {
      while (thread.isAlive()) {
        Heard next = conversation.hearPeer();
        report = next != null && next.word() == Word.REPORT ? next : report;
        if (report != null && hasFailed(report)) {
          thread.interrupt();
        }
      }
      if (!end.report().failure().isEmpty()) {
        conversation.say(Word.STOP);
      }
      report = report == null ? conversation.await(Word.REPORT, Word.REPORT) : report;
    } finally {
      RowThread.stop(thread);
    }
    return EndReport.read(report.body());
  }

  private static boolean hasFailed(Heard report) throws IOException {
    report.body().mark(Integer.MAX_VALUE);
    boolean failed = !EndReport.read(report.body()).failure().isEmpty();
    report.body().reset();
    return failed;
  }

  /** Ends the session; without this the server knows that it ended too early. */
  void sayGoodbye() {
    try {
      conversation.say(Word.BYE);
    } catch (PeerGone already) {
      // it has said all that was asked
    }
  }

  @Override
  public void close() {
    medium.close();
    conversation.close();
    fabric.close();
  }
}

package dev.weft.cli.soak;

import dev.weft.cli.soak.phase.SoakTeam;
import dev.weft.cli.soak.traffic.PhaseLine;
import dev.weft.cli.soak.traffic.SoakFailure;
import dev.weft.cli.soak.traffic.SoakPair;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.verbs.Devices;
import dev.weft.verbs.work.ReceiveWorkRequest;
import dev.weft.verbs.work.SendWorkRequest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Repeats the race-free notification sequence of verbs: arm, drain, and only then sleep until an
 * event. The sender waits for the reader, so no other message can wake it.
 */
public final class NotificationRun {
  private static final int DEPTH = 32;
  private static final int DELAYS = 211;
  private static final int LOOKS = 1_000;

  private final String device;
  private final Consumer<String> output;
  private final LongConsumer progress;

  /**
   * Makes a run that has not begun.
   *
   * @param device such as loopback0
   * @param output gets a line for each way to sleep
   * @param progress gets the number of finished rounds
   */
  public NotificationRun(String device, Consumer<String> output, LongConsumer progress) {
    this.device = device;
    this.output = output;
    this.progress = progress;
  }

  /** Passes this many completions; returns false if one was not notified. */
  public boolean run(long rounds) {
    long share = Math.max(1, rounds / 3);
    return new Way("arm, drain, wait", 1, false, share, 0).run()
        && new Way("virtual thread", 1, true, share, share).run()
        && new Way("4 messages ahead", 4, false, share, 2 * share).run();
  }

  /** One way to sleep. */
  private final class Way {
    private final String name;
    private final int ahead;
    private final boolean virtual;
    private final long rounds;
    private final long before;
    private final AtomicLong seen = new AtomicLong();
    private final SendWorkRequest send = new SendWorkRequest().send();
    private final ReceiveWorkRequest receive = new ReceiveWorkRequest();
    private long events;

    Way(String name, int ahead, boolean virtual, long rounds, long before) {
      this.name = name;
      this.ahead = ahead;
      this.virtual = virtual;
      this.rounds = rounds;
      this.before = before;
    }

    boolean run() {
      long start = System.nanoTime();
      SoakPair sender = new SoakPair(Devices.named(device), DEPTH, SoakPair.PATIENT);
      SoakPair reader = new SoakPair(Devices.named(device), DEPTH, SoakPair.PATIENT);
      sender.connect(reader.address());
      reader.connect(sender.address());
      String failure = failureOf(sender, reader);
      double seconds = (System.nanoTime() - start) / 1e9;
      output.accept(PhaseLine.of(name, seen.get(), seconds, failure));
      output.accept(PhaseLine.detail("events", "%,d".formatted(events)));
      if (failure == null) {
        sender.close();
        reader.close();
      }
      return failure == null;
    }

    /** The first failure, or null. */
    private String failureOf(SoakPair sender, SoakPair reader) {
      receive(reader, 2 * ahead);
      FutureTask<Void> reading = new FutureTask<>(() -> read(reader), null);
      Thread.Builder threads = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
      threads.name("weft-soak-reader").start(reading);
      try {
        sendAll(sender, reader);
        HangDetector detector = new HangDetector(SoakTeam.STRANDED);
        while (!reading.isDone()) {
          if (!detector.lap()) {
            return "stranded at the end: " + reader;
          }
        }
        reading.get();
        return null;
      } catch (ExecutionException e) {
        return String.valueOf(e.getCause());
      } catch (RuntimeException | InterruptedException e) {
        return String.valueOf(e);
      }
    }

    private void read(SoakPair side) {
      long all = 0;
      while (true) {
        side.arm();
        int drained = side.drain();
        receive(side, drained);
        all += drained;
        seen.set(all);
        if (all >= rounds) {
          return;
        }
        if (!side.await()) {
          throw new SoakFailure("interrupted");
        }
        events++;
      }
    }

    private void receive(SoakPair side, int messages) {
      for (int i = 0; i < messages; i++) {
        side.post(receive);
      }
    }

    private void sendAll(SoakPair side, SoakPair reader) {
      int underWay = 0;
      for (long sent = 0; sent < rounds; sent++) {
        awaitSeen(sent - ahead + 1, reader);
        for (long delay = sent % DELAYS; delay > 0; delay--) {
          Thread.onSpinWait(); // so that messages arrive at every step of the reader
        }
        side.post(send);
        underWay += 1 - side.drain();
        while (underWay > ahead) {
          underWay -= side.drain();
        }
        progress.accept(before + sent);
      }
    }

    private void awaitSeen(long count, SoakPair reader) {
      for (int looks = 0; seen.get() < count && looks < LOOKS; looks++) {
        Thread.onSpinWait();
      }
      if (seen.get() < count) {
        awaitPatiently(count, reader);
      }
    }

    private void awaitPatiently(long count, SoakPair reader) {
      HangDetector detector = new HangDetector(SoakTeam.STRANDED);
      while (seen.get() < count) {
        if (!detector.lap()) {
          throw new SoakFailure("stranded after " + seen + " completions: " + reader);
        }
      }
    }
  }
}

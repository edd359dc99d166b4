package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Check;
import dev.weft.conformance.check.Trial;
import dev.weft.conformance.failure.HangDetector;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.attributes.CounterEvents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link Talk} with counters: on each side one for each kind of operation. "near" is the sender's
 * side, "far" the receiver's.
 */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of the kit
public final class Tally {

  public static final long MESSAGES = BindFlags.SEND | BindFlags.RECV;
  public static final long ACCESS = BindFlags.READ | BindFlags.WRITE;
  public static final long REMOTE_ACCESS = BindFlags.REMOTE_READ | BindFlags.REMOTE_WRITE;

  private final Trial trial;
  private final CounterAttributes attributes;
  private final List<Map<Long, Counter>> sides = new ArrayList<>();
  private final Talk talk;

  /**
   * @param kinds {@link BindFlags} for which there is a counter on each side
   */
  public Tally(Trial trial, BenchBuilder builder, long kinds) {
    this(trial, builder, kinds, CounterEvents.COMP);
  }

  /**
   * @param kinds {@link BindFlags} for which there is a counter on each side
   * @param events what the counters count
   */
  public Tally(Trial trial, BenchBuilder builder, long kinds, CounterEvents events) {
    this.trial = trial;
    this.attributes = CounterAttributes.builder().events(events).build();
    talk =
        Talk.on(
            builder.alsoBinding((domain, endpoint) -> sides.add(bind(domain, endpoint, kinds))));
  }

  private Map<Long, Counter> bind(Domain domain, Endpoint endpoint, long kinds) {
    Map<Long, Counter> side = new LinkedHashMap<>();
    for (long left = kinds; left != 0; left &= left - 1) {
      long kind = Long.lowestOneBit(left);
      Counter counter = Parts.counter(trial, domain, attributes);
      endpoint.bind(counter, kind);
      side.put(kind, counter);
    }
    return side;
  }

  public Talk talk() {
    return talk;
  }

  /** The sender's counter of this kind. */
  public Counter near(long kind) {
    return sides.getFirst().get(kind);
  }

  /** The receiver's counter of this kind. */
  public Counter far(long kind) {
    return sides.get(1).get(kind);
  }

  /** The counters that are not zero, as {@code near FI_SEND=3, far FI_RECV=2/1}. */
  public String shown() {
    List<String> shown = new ArrayList<>();
    sides.get(0).forEach((kind, counter) -> show("near", kind, counter, shown));
    sides.get(1).forEach((kind, counter) -> show("far", kind, counter, shown));
    return String.join(", ", shown);
  }

  private static void show(String side, long kind, Counter counter, List<String> shown) {
    long value = counter.read();
    long errors = counter.readErr();
    if (value != 0 || errors != 0) {
      String failed = errors == 0 ? "" : "/" + errors;
      shown.add(side + " " + BindFlags.describe(kind) + "=" + value + failed);
    }
  }

  /** Fails unless the counters reach these values and keep them. */
  public void expect(String expected, String after, Object... arguments) {
    HangDetector detector = new HangDetector();
    while (!shown().equals(expected) && detector.lap()) {
      talk.bench().progress();
    }
    talk.bench().settle();
    Check.equal(expected, shown(), "counters after " + after, arguments);
  }

  /** Sets everything back to zero. */
  public void clear() {
    for (Map<Long, Counter> side : sides) {
      for (Counter counter : side.values()) {
        Check.returned(0, counter.set(0), "cntr_set");
        Check.returned(0, counter.setErr(0), "cntr_seterr");
      }
    }
  }
}

package dev.weft.benchmarks.contenders;

/** An end that writes one queue and reads another. */
final class QueueSide implements Side {
  private static final int WORDS_SUMMED = 6;

  private final Handover out;
  private final Handover in;
  private long sumBefore;

  QueueSide(Handover out, Handover in) {
    this.out = out;
    this.in = in;
  }

  @Override
  public void send(long value) {
    while (!out.send(value)) {
      Thread.onSpinWait();
    }
  }

  @Override
  public long receive() {
    while (in.receive() == 0) {
      in.idle();
    }
    long sum = in.sum();
    long value = (sum - sumBefore) / WORDS_SUMMED;
    sumBefore = sum;
    return value;
  }
}

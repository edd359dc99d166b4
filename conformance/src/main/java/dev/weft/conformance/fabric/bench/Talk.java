package dev.weft.conformance.fabric.bench;

import dev.weft.conformance.check.Trial;
import dev.weft.fabric.Endpoint;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * Shorthand for checks with the two peers of a bench: posts on either side and waits for the
 * completions.
 */
public final class Talk {

  private final Bench bench;

  private Talk(Bench bench) {
    this.bench = bench;
  }

  /** Opens a bench with the defaults. */
  public static Talk on(Trial trial) {
    return on(Bench.on(trial));
  }

  /** Opens this bench. */
  public static Talk on(BenchBuilder builder) {
    return new Talk(builder.open());
  }

  public Bench bench() {
    return bench;
  }

  public Peer sender() {
    return bench.sender();
  }

  public Peer receiver() {
    return bench.receiver();
  }

  /** The endpoint that sends. */
  public Endpoint near() {
    return bench.sender().endpoint();
  }

  /** The endpoint that receives. */
  public Endpoint far() {
    return bench.receiver().endpoint();
  }

  /** The receiver's address in the sender's vector. */
  public long toReceiver() {
    return bench.sender().handleOf(bench.receiver());
  }

  /** The sender's address in the receiver's vector. */
  public long toSender() {
    return bench.receiver().handleOf(bench.sender());
  }

  /** Memory for a message; lives as long as the domain. */
  public MemorySegment memory(long bytes) {
    return bench.memory(bytes);
  }

  /** Memory with the bytes of this message. */
  public MemorySegment text(long bytes, long message) {
    return Pattern.fill(memory(Math.max(bytes, 1)), message).asSlice(0, bytes);
  }

  /** Repeats a post while it returns {@code -FI_EAGAIN}, driving both sides. */
  public void post(String call, IntSupplier post) {
    arrivals().post(call, post);
  }

  public Arrivals arrivals() {
    return bench.arrivals();
  }

  public void send(MemorySegment buffer, long context) {
    post("send", () -> near().send(buffer, buffer.byteSize(), toReceiver(), context));
  }

  public void sendMsg(MemorySegment buffer, long context, long flags) {
    post("sendmsg", () -> near().sendMsg(Messages.message(buffer, toReceiver(), context), flags));
  }

  public void tsend(MemorySegment buffer, long tag, long context) {
    post("tsend", () -> near().tsend(buffer, buffer.byteSize(), toReceiver(), tag, context));
  }

  public void recv(MemorySegment buffer, long context) {
    post("recv", () -> far().recv(buffer, buffer.byteSize(), Messages.ANYBODY, context));
  }

  public void recvMsg(MemorySegment buffer, long context, long flags) {
    post(
        "recvmsg", () -> far().recvMsg(Messages.message(buffer, Messages.ANYBODY, context), flags));
  }

  public void trecv(MemorySegment buffer, long tag, long ignore, long context) {
    post(
        "trecv",
        () -> far().trecv(buffer, buffer.byteSize(), Messages.ANYBODY, tag, ignore, context));
  }

  public void cancel(long context) {
    bench.receiver().cancel(context);
  }

  /** The next successful receive. */
  public Entry received() {
    return arrivals().entry(receiver().receive());
  }

  /** The next successful receives. */
  public List<Entry> received(int count) {
    return arrivals().entries(receiver().receive(), count);
  }

  /** The next successful send. */
  public Entry sent() {
    return arrivals().entry(sender().transmit());
  }

  /** The next successful sends. */
  public List<Entry> sent(int count) {
    return arrivals().entries(sender().transmit(), count);
  }

  /** The next receive, which must have failed. */
  public Failure failedReceive() {
    return arrivals().failure(receiver().receive());
  }

  /** Fails if anything more arrives at the receiver. */
  public void nothingReceived(String when) {
    arrivals().nothing(receiver().receive(), when);
  }

  /** Fails if anything more completes at the sender. */
  public void nothingSent(String when) {
    arrivals().nothing(sender().transmit(), when);
  }
}

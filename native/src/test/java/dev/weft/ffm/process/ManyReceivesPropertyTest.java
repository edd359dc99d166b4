package dev.weft.ffm.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.fabric.Errno;
import dev.weft.fabric.attributes.EndpointOption;
import dev.weft.fabric.completion.CompletionFlags;
import dev.weft.fabric.message.IoVector;
import dev.weft.fabric.message.Message;
import dev.weft.fabric.message.OperationFlags;
import dev.weft.wire.process.ProcessMemories;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random messages into buffers that each take many of them. {@code -Dweft.programs=N} runs N
 * programs, {@code -Dweft.seed=S} the one of this seed.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ManyReceivesPropertyTest {
  private static final int PROGRAMS = Integer.getInteger("weft.programs", 40);
  private static final Long SEED = Long.getLong("weft.seed");
  private static final int MAX_MESSAGES = 16;
  private static final int MAX_SPARE = 4 << 20;
  private static final long FIRST_BUFFER = 1000;

  /** A message, and where its content begins in the pattern. */
  private record Sent(Parts parts, long start) {}

  private final List<Sent> messages = new ArrayList<>();
  private final List<Area> buffers = new ArrayList<>();
  private Random random;
  private Memories memories;
  private Side sender;
  private Side receiver;
  private long longest;

  @BeforeEach
  void requireTheWay() {
    assertNull(ProcessMemories.obstacle());
  }

  @Test
  void shouldDeliverAllInOrder() {
    long first = SEED == null ? System.nanoTime() : SEED;
    try (Side a = Side.open(Side.freshAddress());
        Side b = Side.open(Side.freshAddress())) {
      sender = a;
      receiver = b;
      MemorySegment both = Memories.both(a);
      for (long seed = first; seed < first + (SEED == null ? PROGRAMS : 1); seed++) {
        run(seed, both);
      }
    }
  }

  private void run(long seed, MemorySegment both) {
    random = new Random(new SplittableRandom(seed).nextLong());
    try (Memories ofProgram = new Memories(both)) {
      memories = ofProgram;
      makeMessages();
      exchange();
      check();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("repeat with -Dweft.seed=" + seed + ": " + messages, e);
    }
    sender.forget();
    receiver.forget();
  }

  private void makeMessages() {
    messages.clear();
    buffers.clear();
    for (int count = 1 + random.nextInt(MAX_MESSAGES); count > 0; count--) {
      Sent sent =
          new Sent(Parts.ofLength(random, memories, 4, Parts.length(random)), random.nextInt(100));
      sent.parts.write(sent.start);
      messages.add(sent);
    }
    longest = messages.stream().mapToLong(sent -> sent.parts.length()).max().orElseThrow();
    receiver.endpoint().option(EndpointOption.MIN_MULTI_RECV, longest);
  }

  /** Posts the next buffer once the last one is released, which may be after messages came. */
  private void exchange() {
    long peer = sender.handleOf(receiver);
    int posted = 0;
    while (posted < messages.size() || received() < messages.size()) {
      if (posted < messages.size() && random.nextBoolean()) {
        Sent sent = messages.get(posted++);
        long context = posted;
        sender.post(receiver, () -> sender.endpoint().sendv(sent.parts.vector(), peer, context));
      }
      if (random.nextInt(4) == 0 && isReleased(buffers.size())) {
        postBuffer();
      }
      (random.nextBoolean() ? sender : receiver).take();
    }
    for (int context = 1; context <= posted; context++) {
      assertEquals(0, sender.await(receiver, context).error());
    }
    cancelLastBuffer();
  }

  private boolean isReleased(int number) {
    return number == 0
        || receiver.reports(FIRST_BUFFER + number).stream()
            .anyMatch(report -> report.has(CompletionFlags.MULTI_RECV));
  }

  private void postBuffer() {
    Area buffer = memories.area(random, longest + random.nextInt(MAX_SPARE));
    buffers.add(buffer);
    Message message =
        new Message().vector(IoVector.of(buffer.buffer())).context(FIRST_BUFFER + buffers.size());
    receiver.post(
        sender,
        () ->
            receiver
                .endpoint()
                .recvMsg(message, OperationFlags.MULTI_RECV | OperationFlags.COMPLETION));
  }

  private void cancelLastBuffer() {
    while (!isReleased(buffers.size())) {
      receiver.endpoint().cancel(FIRST_BUFFER + buffers.size());
      receiver.take();
    }
  }

  private int received() {
    int count = 0;
    for (int number = 1; number <= buffers.size(); number++) {
      count += received(number).size();
    }
    return count;
  }

  /** The messages of a buffer, in the order of their places. */
  private List<Report> received(int number) {
    return receiver.reports(FIRST_BUFFER + number).stream()
        .filter(report -> report.length() > 0)
        .sorted(Comparator.comparingLong(Report::buffer))
        .toList();
  }

  private void check() {
    int next = 0;
    for (int number = 1; number <= buffers.size(); number++) {
      Area buffer = buffers.get(number - 1);
      long end = 0;
      for (Report report : received(number)) {
        end = check(report, buffer, end, messages.get(next++));
      }
      buffer.checkAround();
      buffer.checkUntouchedFrom(end);
      checkRelease(number);
    }
    assertEquals(messages.size(), next);
    messages.forEach(sent -> sent.parts.check(sent.start, sent.parts.length()));
  }

  /** Returns where the message ends. */
  private static long check(Report report, Area buffer, long at, Sent sent) {
    assertEquals(0, report.error(), report::toString);
    assertEquals(sent.parts.length(), report.length(), report::toString);
    assertEquals(buffer.buffer().address() + at, report.buffer(), "place of the message");
    Pattern.check(sent.start, buffer.buffer().asSlice(at, report.length()));
    return at + report.length();
  }

  private void checkRelease(int number) {
    List<Report> reports = receiver.reports(FIRST_BUFFER + number);
    long releases =
        reports.stream().filter(report -> report.has(CompletionFlags.MULTI_RECV)).count();
    assertEquals(1, releases, reports::toString);
    Report last = reports.getLast();
    assertTrue(last.error() == 0 || last.error() == Errno.ECANCELED, last::toString);
  }
}

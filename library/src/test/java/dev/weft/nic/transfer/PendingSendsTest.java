package dev.weft.nic.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.CompletionFailure;
import dev.weft.nic.message.ControlQueue;
import dev.weft.nic.message.ErrorNumbers;
import dev.weft.nic.message.MachineLimits;
import dev.weft.nic.message.SendWork;
import dev.weft.nic.report.CompletionReporter;
import dev.weft.wire.FrameRing;
import dev.weft.wire.SilentLink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends to a peer that leaves while there is no memory to report it. */
class PendingSendsTest {
  private final Peer link = new Peer();
  private final PendingSends sends =
      new PendingSends(
          new MachineLimits(4, 4, 1, 64, 4096), new ControlQueue(), new ChunkSender(null));
  private final StarvedReporter reporter = new StarvedReporter();

  private static final class Peer extends SilentLink {
    Peer() {
      super("test://peer", FrameRing.inProcess(4096));
    }
  }

  private static final class StarvedReporter extends CompletionReporter {
    final List<CompletionFailure> failures = new ArrayList<>();
    boolean starved;

    StarvedReporter() {
      super(null, null);
    }

    @Override
    public void failed(CompletionFailure failure) {
      if (starved) {
        throw new OutOfMemoryError("as where the heap is full");
      }
      failures.add(failure);
    }
  }

  private void send(long context, boolean announced) {
    SendWork work = new SendWork(1);
    work.link = link;
    work.context = context;
    sends.next().describeAs(work, reporter, announced);
    sends.take();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFailEachSendOnceThereIsMemory(boolean announced) {
    send(1, announced);
    send(2, announced);
    reporter.starved = true;
    assertThrows(OutOfMemoryError.class, () -> sends.failAll(link, ErrorNumbers.PEER_LEFT));
    reporter.starved = false;
    sends.failAll(link, ErrorNumbers.PEER_LEFT);
    sends.failAll(link, ErrorNumbers.PEER_LEFT);
    List<Long> contexts = reporter.failures.stream().map(CompletionFailure::context).toList();
    assertEquals(2, contexts.size());
    assertTrue(contexts.containsAll(List.of(1L, 2L)));
    assertTrue(sends.isIdle(link));
  }
}

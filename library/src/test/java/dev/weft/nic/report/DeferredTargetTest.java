package dev.weft.nic.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weft.completion.CompletionCounter;
import dev.weft.completion.CompletionFailure;
import dev.weft.completion.CompletionRing;
import dev.weft.completion.Sharing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** EP-059: a deferred operation adds one to its completion counter, whatever else counts it. */
class DeferredTargetTest {
  private final CompletionCounter ofEndpoint = new CompletionCounter(null, false);
  private final CompletionReporter usual =
      new CompletionReporter(new CompletionRing(8, Sharing.SINGLE, null).writer(), ofEndpoint);

  private void endTwice(CompletionCounter counter, boolean visible) {
    CompletionReporter target = usual.through(new DeferredReport(counter, visible));
    assertTrue(target.reserve());
    target.succeeded(true, 1, 0, 5);
    assertTrue(target.reserve());
    target.failed(CompletionFailure.of(1, 0, 5).build());
  }

  private static void expect(long times, CompletionCounter counter) {
    assertEquals(times, counter.value());
    assertEquals(times, counter.errorValue());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCountOnceIfTheEndpointHasTheSameCounter(boolean visible) {
    endTwice(ofEndpoint, visible);
    expect(1, ofEndpoint);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldCountAtTheEndpointOnRequestOnly(boolean visible) {
    CompletionCounter own = new CompletionCounter(null, false);
    endTwice(own, visible);
    expect(1, own);
    expect(visible ? 1 : 0, ofEndpoint);
  }

  @Test
  void shouldCountAtTheEndpointWithoutACounter() {
    endTwice(null, true);
    expect(1, ofEndpoint);
  }
}

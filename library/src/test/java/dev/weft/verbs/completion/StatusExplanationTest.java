package dev.weft.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each status has an explanation of its own. */
class StatusExplanationTest {
  private static final int COUNT = 24;

  private static IntStream statuses() {
    return IntStream.range(0, COUNT);
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void shouldSayWhatAStatusMeansAndWhatToDo(int status) {
    StatusExplanation explanation = CompletionStatus.explain(status);
    assertEquals(status, explanation.status());
    assertEquals(CompletionStatus.name(status), explanation.name());
    assertTrue(explanation.meaning().endsWith("."), explanation::toString);
    assertTrue(explanation.nextStep().endsWith("."), explanation::toString);
    assertEquals(status == CompletionStatus.SUCCESS, explanation.likelyCauses().isEmpty());
    String text = explanation.toString();
    assertTrue(text.startsWith(explanation.name() + " " + status + " ("), text);
    assertTrue(text.contains(CompletionStatus.text(status)), text);
    explanation.likelyCauses().forEach(cause -> assertTrue(text.contains(cause), text));
    assertTrue(text.lines().allMatch(line -> line.equals(line.stripTrailing())), text);
  }

  /** Nothing else reports it on the software devices. */
  @Test
  void shouldSayThatAFatalErrorMayBeThatOfALink() {
    StatusExplanation explanation = CompletionStatus.explain(CompletionStatus.FATAL_ERR);
    assertTrue(explanation.meaning().contains("link to the peer"), explanation::toString);
    assertTrue(explanation.nextStep().contains("queue pair"), explanation::toString);
  }

  @Test
  void shouldSayADifferentThingOfEach() {
    Set<String> meanings = new HashSet<>();
    statuses().forEach(status -> meanings.add(CompletionStatus.explain(status).meaning()));
    assertEquals(COUNT, meanings.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, COUNT, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void shouldExplainWhatIsNoStatus(int number) {
    StatusExplanation explanation = CompletionStatus.explain(number);
    assertEquals(number, explanation.status());
    assertEquals("unknown", explanation.name());
    assertFalse(explanation.likelyCauses().isEmpty());
  }
}

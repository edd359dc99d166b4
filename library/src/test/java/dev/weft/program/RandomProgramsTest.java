package dev.weft.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomProgramsTest {
  private static final long CAUSE = 7;
  private static final int LENGTH = 20;

  private final List<Integer> lengths = new ArrayList<>();

  /** A step with a number, of which one causes the failure. */
  record Step(long number) {}

  /** Steps with the numbers from 0. */
  record Program(long seed, List<Step> steps, Throwable failure)
      implements SteppedProgram<Program, Step> {
    static Program of(Throwable failureWithoutFault) {
      List<Step> steps = LongStream.range(0, LENGTH).mapToObj(Step::new).toList();
      return new Program(0, steps, failureWithoutFault);
    }

    @Override
    public Class<Step> stepType() {
      return Step.class;
    }

    @Override
    public Program with(List<Step> others) {
      return new Program(seed, others, failure);
    }
  }

  private Throwable run(Program program) {
    lengths.add(program.steps().size());
    boolean fails = program.steps().contains(new Step(CAUSE));
    return fails ? new AssertionError("caused by " + CAUSE) : null;
  }

  /** On a busy machine each other run is late. */
  private Throwable runLate(Program program) {
    Throwable failure = run(program);
    return lengths.size() % 2 == 0 ? new LateException("in vain") : failure;
  }

  private static void requireNotice(
      int most, Throwable failureWithoutFault, Function<Program, Throwable> run) {
    RandomPrograms.requireNotice("is a fault", most, _ -> Program.of(failureWithoutFault), run);
  }

  @Test
  void shouldShortenAProgramThatNoticesTheFault() {
    requireNotice(1, null, this::run);
    assertEquals(1, lengths.getLast());
  }

  @Test
  void shouldShortenAProgramThatIsLateInBetween() {
    requireNotice(1, null, this::runLate);
    assertEquals(1, lengths.getLast());
  }

  @Test
  void shouldRefuseAFaultThatNothingNotices() {
    assertThrows(AssertionError.class, () -> requireNotice(LENGTH, null, _ -> null));
  }

  @Test
  void shouldNotTakeALateProgramForProof() {
    assertThrows(
        AssertionError.class, () -> requireNotice(LENGTH, null, _ -> new LateException("in vain")));
  }

  @Test
  void shouldRefuseAnExampleThatIsTooLong() {
    assertThrows(
        AssertionError.class,
        () -> requireNotice(1, null, p -> p.steps().size() > 1 ? run(p) : null));
  }

  @Test
  void shouldRefuseAnExampleThatFailsWithoutTheFault() {
    assertThrows(
        AssertionError.class, () -> requireNotice(1, new AssertionError("always"), this::run));
  }
}

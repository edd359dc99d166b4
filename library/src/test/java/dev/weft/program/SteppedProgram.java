package dev.weft.program;

import java.util.List;
import java.util.function.Function;

/**
 * A random program that is a list of steps and can be made shorter.
 *
 * @param <P> the type itself
 * @param <S> the type of its steps, which are records
 */
public interface SteppedProgram<P extends SteppedProgram<P, S>, S> extends RandomProgram<P> {
  /** The steps. */
  List<S> steps();

  /** The type of a step. */
  Class<S> stepType();

  /** The same program with other steps. */
  P with(List<S> others);

  @Override
  default P shrink(Throwable failure) {
    return shrink(failure, SteppedProgram::failure);
  }

  /**
   * The shortest program that was found to fail in this way.
   *
   * @param run runs a program, perhaps with a fault; null if it does what the model says
   */
  default P shrink(Throwable failure, Function<P, Throwable> run) {
    var shrinker =
        new Shrinker<S>(
            fewer -> isAlike(failure, with(fewer), run),
            step -> StepText.simpler(step, stepType()),
            failure instanceof LateException ? Shrinker.TRIALS / 100 : Shrinker.TRIALS);
    return with(shrinker.shrink(steps()));
  }

  /** One that is late runs once more: the machine may have been busy. */
  private static <P> boolean isAlike(Throwable failure, P program, Function<P, Throwable> run) {
    Throwable first = run.apply(program);
    boolean again = first instanceof LateException && !(failure instanceof LateException);
    return RandomPrograms.isAlike(failure, again ? run.apply(program) : first);
  }
}

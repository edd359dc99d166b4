package dev.weft.conformance.check;

import dev.weft.conformance.failure.ClauseFailure;
import dev.weft.fabric.info.Threading;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * One requirement of the specification with the check that a provider meets it. It is the unit that
 * the kit runs and reports.
 *
 * @param id the number in the catalogue, such as {@code CQ-014}
 * @param source the manual page and the place in it
 * @param sentence the requirement in one sentence
 * @param needs the {@link dev.weft.fabric.info.Capabilities} bits without which the clause is
 *     skipped
 * @param advice where the implementer looks first if it fails
 * @param threadings the threading models of the domain in which it is checked
 * @param automaticToo whether it is checked once more with {@code FI_PROGRESS_AUTO}
 * @param limit after which a check that still runs is a failure
 */
public record Clause(
    String id,
    Level level,
    String source,
    String sentence,
    long needs,
    String advice,
    Set<Threading> threadings,
    boolean automaticToo,
    Duration limit,
    Body body) {

  /**
   * The code of a check. It returns if the clause holds, and throws {@link ClauseFailure} if not.
   */
  @FunctionalInterface
  public interface Body {
    void check(Trial trial) throws Exception;
  }

  /** The letters before the number: {@code CQ}, {@code ER}, {@code WO} ... */
  public String group() {
    return id.substring(0, id.indexOf('-'));
  }

  /** Starts the description of a clause; {@link Builder#check} ends it. */
  public static Builder clause(String id, Level level, String source) {
    return new Builder(id, level, source);
  }

  /** Builds a clause. */
  public static final class Builder {
    private final String id;
    private final Level level;
    private final String source;
    private String sentence = "";
    private String advice = "";
    private long needs;
    private Set<Threading> threadings = EnumSet.of(Threading.SAFE, Threading.DOMAIN);
    private boolean automaticToo;
    private Duration limit = Duration.ofSeconds(20);

    private Builder(String id, Level level, String source) {
      this.id = id;
      this.level = level;
      this.source = source;
    }

    /** Sets the requirement, one sentence. */
    public Builder says(String sentence) {
      this.sentence = sentence;
      return this;
    }

    /** Sets the advice: where to look if the check fails. */
    public Builder lookAt(String advice) {
      this.advice = advice;
      return this;
    }

    /** Sets capabilities that every endpoint of the check is opened with. */
    public Builder needs(long capabilities) {
      needs |= capabilities;
      return this;
    }

    /** Restricts the check to thread-safe domains, because it uses several threads at once. */
    public Builder concurrent() {
      threadings = EnumSet.of(Threading.SAFE);
      return this;
    }

    /** Runs the check a second time with {@code FI_PROGRESS_AUTO}. */
    public Builder automaticToo() {
      automaticToo = true;
      return this;
    }

    /** Sets the time limit, 20 seconds by default. */
    public Builder within(Duration limit) {
      this.limit = limit;
      return this;
    }

    /** Sets the check and creates the clause. */
    public Clause check(Body body) {
      if (sentence.isEmpty() || advice.isEmpty()) {
        throw new IllegalStateException(id + " has no sentence or no advice");
      }
      return new Clause(
          id,
          level,
          source,
          sentence,
          needs,
          advice,
          Set.copyOf(threadings),
          automaticToo,
          limit,
          body);
    }
  }
}

package dev.weft.program;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints the steps of random programs as lines, and simplifies them. Each step is a record. */
public final class StepText {
  /** The usual {@code source} of a step: any. */
  public static final int ANYBODY = -1;

  private StepText() {}

  /** A line for each step, below a heading. */
  public static String lines(Object heading, List<?> steps) {
    return heading
        + steps.stream().map(step -> line((Record) step)).collect(joining("\n  ", "\n  ", ""));
  }

  /** A line with the parts that differ from the defaults. */
  private static String line(Record step) {
    String name = step.getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0))
        + name.substring(1)
        + Arrays.stream(step.getClass().getRecordComponents())
            .filter(part -> isEssential(part) || !isUsual(part, value(part, step)))
            .map(part -> part.getName() + "=" + value(part, step))
            .collect(joining(", ", "(", ");"));
  }

  private static boolean isEssential(RecordComponent part) {
    return List.of("id", "node", "from", "to", "bytes", "operation", "group")
        .contains(part.getName());
  }

  private static boolean isUsual(RecordComponent part, Object value) {
    return value.equals(usual(part))
        || (value instanceof Enum<?> && value.equals(part.getType().getEnumConstants()[0]));
  }

  private static Object usual(RecordComponent part) {
    if (part.getType() == boolean.class) {
      return false;
    }
    int number = part.getName().equals("source") ? ANYBODY : 0;
    return part.getType() == int.class ? (Object) number : (Object) (long) number;
  }

  /** The same step with one part set to its default, or one number halved. */
  public static <S> List<S> simpler(S step, Class<S> type) {
    List<S> all = new ArrayList<>();
    RecordComponent[] parts = step.getClass().getRecordComponents();
    for (int i = 0; i < parts.length; i++) {
      Object value = value(parts[i], step);
      if (!parts[i].getName().equals("id") && !parts[i].getType().isEnum()) {
        if (!value.equals(usual(parts[i]))) {
          all.add(type.cast(with(step, parts, i, usual(parts[i]))));
        }
        if (value instanceof Long number && number > 1) {
          all.add(type.cast(with(step, parts, i, number / 2)));
        }
      }
    }
    return all;
  }

  private static Object value(RecordComponent part, Object step) {
    try {
      return part.getAccessor().invoke(step);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Object with(Object step, RecordComponent[] parts, int changed, Object value) {
    Object[] values = Arrays.stream(parts).map(part -> value(part, step)).toArray();
    values[changed] = value;
    try {
      Class<?>[] types =
          Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return step.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}

package dev.weft.provider.fabric.program;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints steps as lines, and simplifies them. */
final class StepText {
  private StepText() {}

  /** A line with the parts that differ from the defaults. */
  static String line(Step step) {
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
    int number = part.getName().equals("source") ? Step.ANYBODY : 0;
    return part.getType() == int.class ? (Object) number : (Object) (long) number;
  }

  /** The same step with one part set to its default, or one number halved. */
  static List<Step> simpler(Step step) {
    List<Step> all = new ArrayList<>();
    RecordComponent[] parts = step.getClass().getRecordComponents();
    for (int i = 0; i < parts.length; i++) {
      Object value = value(parts[i], step);
      if (!parts[i].getName().equals("id") && !parts[i].getType().isEnum()) {
        if (!value.equals(usual(parts[i]))) {
          all.add(with(step, parts, i, usual(parts[i])));
        }
        if (value instanceof Long number && number > 1) {
          all.add(with(step, parts, i, number / 2));
        }
      }
    }
    return all;
  }

  private static Object value(RecordComponent part, Step step) {
    try {
      return part.getAccessor().invoke(step);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Step with(Step step, RecordComponent[] parts, int changed, Object value) {
    Object[] values = Arrays.stream(parts).map(part -> value(part, step)).toArray();
    values[changed] = value;
    try {
      Class<?>[] types =
          Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return (Step) step.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}

package dev.weft.conformance.process;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Serializes values of one class by its public methods alone: the components of a record, or the
 * getters {@code T name()} for which the class, or its builder, has a setter {@code name(T)}.
 */
abstract sealed class Form {
  private static final ClassValue<Form> FORMS =
      new ClassValue<>() {
        @Override
        protected Form computeValue(Class<?> type) {
          return type.isRecord() ? new OfRecord(type) : new OfFluent(type);
        }
      };

  /** The getters of the parts, in order. */
  final List<Method> getters = new ArrayList<>();

  static Form of(Class<?> type) {
    return FORMS.get(type);
  }

  final Object[] parts(Object value) throws ReflectiveOperationException {
    Object[] parts = new Object[getters.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = getters.get(i).invoke(value);
    }
    return parts;
  }

  abstract Object whole(Object[] parts) throws ReflectiveOperationException;

  private static final class OfRecord extends Form {
    private final Constructor<?> constructor;

    OfRecord(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      Arrays.stream(components).map(RecordComponent::getAccessor).forEach(getters::add);
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor = found(() -> type.getConstructor(types));
    }

    @Override
    Object whole(Object[] parts) throws ReflectiveOperationException {
      return constructor.newInstance(parts);
    }
  }

  /** A class with setters, its own or its builder's. */
  private static final class OfFluent extends Form {
    private final List<Method> setters = new ArrayList<>();
    private final Constructor<?> constructor;
    private final Method builder;

    OfFluent(Class<?> type) {
      builder = builderOf(type);
      constructor = builder == null ? type.getConstructors()[0] : null;
      Executable beginning = builder == null ? constructor : builder;
      Arrays.stream(beginning.getParameterTypes())
          .map(given -> getterOf(type, given))
          .forEach(getters::add);
      Class<?> filled = builder == null ? type : builder.getReturnType();
      Arrays.stream(type.getMethods())
          .filter(getter -> getter.getParameterCount() == 0 && !getters.contains(getter))
          .sorted(Comparator.comparing(Method::getName))
          .forEach(getter -> addIfFilledIn(filled, getter));
    }

    private void addIfFilledIn(Class<?> filled, Method getter) {
      try {
        Method setter = filled.getMethod(getter.getName(), getter.getReturnType());
        if (setter.getReturnType().equals(filled)) {
          getters.add(getter);
          setters.add(setter);
        }
      } catch (NoSuchMethodException notAPart) {
        // such as toString
      }
    }

    @Override
    Object whole(Object[] parts) throws ReflectiveOperationException {
      int given = parts.length - setters.size();
      Object[] untouched = parts(built(begun(Arrays.copyOf(parts, given))));
      Object filled = begun(Arrays.copyOf(parts, given));
      for (int i = 0; i < setters.size(); i++) {
        if (!Objects.equals(untouched[given + i], parts[given + i])) {
          setters.get(i).invoke(filled, parts[given + i]);
        }
      }
      return built(filled);
    }

    private Object begun(Object[] given) throws ReflectiveOperationException {
      return builder == null ? constructor.newInstance(given) : builder.invoke(null, given);
    }

    private Object built(Object filled) throws ReflectiveOperationException {
      return builder == null ? filled : filled.getClass().getMethod("build").invoke(filled);
    }

    private static Method builderOf(Class<?> type) {
      return Arrays.stream(type.getMethods())
          .filter(method -> method.getName().equals("builder"))
          .filter(method -> Modifier.isStatic(method.getModifiers()))
          .findFirst()
          .orElse(null);
    }

    private static Method getterOf(Class<?> type, Class<?> given) {
      return Arrays.stream(type.getMethods())
          .filter(method -> method.getParameterCount() == 0)
          .filter(method -> method.getReturnType().equals(given))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("type=" + type + " hides its " + given));
    }
  }

  /** A reflective look-up that must succeed. */
  interface Search<T> {
    T find() throws ReflectiveOperationException;
  }

  static <T> T found(Search<T> search) {
    try {
      return search.find();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("a value that cannot travel: " + e, e);
    }
  }
}

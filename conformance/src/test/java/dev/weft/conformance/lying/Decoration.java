package dev.weft.conformance.lying;

import dev.weft.fabric.CompletionQueue;
import dev.weft.fabric.Counter;
import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.attributes.CompletionQueueAttributes;
import dev.weft.fabric.attributes.CounterAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.fabric.poll.PollSet;
import dev.weft.fabric.poll.WaitSet;
import dev.weft.fabric.poll.Waitable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Wraps every object that a fabric opens in a proxy, and its queues in the fault. */
final class Decoration {

  private static final List<Class<?>> DECORATED =
      List.of(
          Fabric.class, Domain.class, Endpoint.class, Counter.class, PollSet.class, WaitSet.class);

  private static final Pattern SENDS = Pattern.compile("t?(send|inject).*");

  private final Fault fault;

  private Decoration(Fault fault) {
    this.fault = fault;
  }

  static Decoration with(Fault fault) {
    return new Decoration(fault);
  }

  Fabric fabric(Fabric honest) {
    return (Fabric) decorated(honest);
  }

  private Object decorated(Object result) {
    if (result instanceof CompletionQueue queue) {
      return fault.queue().apply(new QueueDecorator(queue));
    }
    return DECORATED.stream()
        .filter(type -> type.isInstance(result))
        .findFirst()
        .map(type -> proxy(type, result))
        .orElse(result);
  }

  private Object proxy(Class<?> type, Object honest) {
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Handler(honest));
  }

  private final class Handler implements InvocationHandler {
    private final Object honest;

    Handler(Object honest) {
      this.honest = honest;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      Object[] plain = arguments == null ? null : plain(arguments);
      if (method.getName().equals("tryWait")) {
        return fault.tryWait().tryWait((Fabric) honest, (Waitable[]) plain[0]);
      }
      try {
        return decorated(fault.calls().answer(new Call(honest, method, plain)));
      } finally {
        if (honest instanceof Endpoint && SENDS.matcher(method.getName()).matches()) {
          Posts.happened();
        }
      }
    }
  }

  private static Object[] plain(Object[] arguments) {
    return Arrays.stream(arguments).map(Decoration::plain).toArray();
  }

  private static Object plain(Object argument) {
    return switch (argument) {
      case QueueDecorator decorator -> decorator.undecorated();
      case FabricInfo info -> LyingProvider.named(info, LyingProvider.HONEST);
      case CompletionQueueAttributes attributes ->
          attributes.toBuilder().waitSet((WaitSet) plain(attributes.waitSet())).build();
      case CounterAttributes attributes ->
          attributes.toBuilder().waitSet((WaitSet) plain(attributes.waitSet())).build();
      case Waitable[] several ->
          Arrays.stream(several).map(Decoration::plain).toArray(Waitable[]::new);
      case null -> null;
      default ->
          Proxy.isProxyClass(argument.getClass())
                  && Proxy.getInvocationHandler(argument) instanceof Handler handler
              ? handler.honest
              : argument;
    };
  }
}

package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.AsyncEvent;
import dev.weft.verbs.CompletionChannel;
import dev.weft.verbs.CompletionEvent;
import dev.weft.verbs.CompletionEventHandler;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.ExtendedCompletionQueue;
import dev.weft.verbs.ParentDomain;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.SharedReceiveQueue;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsObject;
import dev.weft.verbs.WorkBuilder;
import dev.weft.verbs.attributes.CompletionQueueInit;
import dev.weft.verbs.attributes.ParentDomainInit;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.SharedReceiveQueueInit;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Wraps each object of a context in a proxy, whose calls go to the fault. */
final class VerbsDecoration {
  private static final List<Class<?>> DECORATED =
      List.of(
          VerbsContext.class,
          ParentDomain.class,
          ProtectionDomain.class,
          ExtendedCompletionQueue.class,
          CompletionQueue.class,
          CompletionChannel.class,
          SharedReceiveQueue.class,
          QueuePair.class,
          WorkBuilder.class);

  private final VerbsFault.Lie lie;
  private final Map<Object, Object> proxies = new ConcurrentHashMap<>();

  VerbsDecoration(VerbsFault.Lie lie) {
    this.lie = lie;
  }

  VerbsContext context(VerbsContext honest) {
    return (VerbsContext) decorated(honest);
  }

  private Object decorated(Object result) {
    return DECORATED.stream()
        .filter(type -> type.isInstance(result))
        .findFirst()
        .map(type -> proxies.computeIfAbsent(result, honest -> proxy(type, honest)))
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
      if (method.getDeclaringClass().equals(Object.class)) {
        return ofObject(method, arguments);
      }
      Object[] given = arguments == null ? new Object[0] : arguments;
      Object[] plain = Arrays.stream(given).map(VerbsDecoration.this::plain).toArray();
      Object answer = lie.answer(new Call(honest, method, plain));
      Arrays.stream(given).forEach(VerbsDecoration.this::relabel);
      return decorated(answer);
    }

    private Object ofObject(Method method, Object[] arguments) {
      return switch (method.getName()) {
        case "equals" -> honest.equals(plain(arguments[0]));
        case "hashCode" -> honest.hashCode();
        default -> "lying " + honest;
      };
    }
  }

  /** Replaces the object of an event by its proxy, which the kit knows. */
  private void relabel(Object argument) {
    switch (argument) {
      case CompletionEvent event when event.queue() != null ->
          event.set((CompletionQueue) decorated(event.queue()), event.context());
      case AsyncEvent event when event.element() != null ->
          event.set(event.type(), (VerbsObject) decorated(event.element()), event.port());
      case null, default -> {}
    }
  }

  @SuppressWarnings("unchecked") // a proxy of this interface
  private <T> T plainly(T argument) {
    return (T) plain(argument);
  }

  private Object plain(Object argument) {
    return switch (argument) {
      case null -> null;
      case CompletionQueueInit init -> plain(init);
      case QueuePairInit init -> plain(init);
      case SharedReceiveQueueInit init -> plain(init);
      case ParentDomainInit init ->
          new ParentDomainInit(
              plainly(init.protectionDomain()),
              init.threadDomain(),
              init.mask(),
              init.allocator(),
              init.context());
      case CompletionEventHandler handler ->
          (CompletionEventHandler)
              (device, queue) ->
                  handler.completed(context(device), (CompletionQueue) decorated(queue));
      case AsyncEvent event when event.element() != null -> {
        event.set(event.type(), plainly(event.element()), event.port());
        yield event;
      }
      default ->
          Proxy.isProxyClass(argument.getClass())
                  && Proxy.getInvocationHandler(argument) instanceof Handler handler
              ? handler.honest
              : argument;
    };
  }

  private CompletionQueueInit plain(CompletionQueueInit init) {
    return CompletionQueueInit.builder(init.cqe())
        .context(init.context())
        .channel(plainly(init.channel()))
        .completionVector(init.completionVector())
        .wcFlags(init.wcFlags())
        .flags(init.flags())
        .parentDomain(plainly(init.parentDomain()))
        .mask(init.mask())
        .build();
  }

  private QueuePairInit plain(QueuePairInit init) {
    return QueuePairInit.builder(init.type())
        .context(init.context())
        .sendCq(plainly(init.sendCq()))
        .receiveCq(plainly(init.receiveCq()))
        .sharedReceiveQueue(plainly(init.sharedReceiveQueue()))
        .reliableDatagramDomain(plainly(init.reliableDatagramDomain()))
        .capabilities(init.capabilities())
        .signalAll(init.signalAll())
        .sendOperations(init.sendOperations())
        .port(init.port())
        .build();
  }

  private SharedReceiveQueueInit plain(SharedReceiveQueueInit init) {
    return new SharedReceiveQueueInit(
        init.attributes(),
        init.context(),
        init.type(),
        plainly(init.completionQueue()),
        init.maxTags(),
        init.maxOperations());
  }
}

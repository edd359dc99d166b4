package dev.weft.conformance.lying.verbs;

import dev.weft.conformance.lying.Call;
import dev.weft.verbs.AddressHandle;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.attributes.AddressHandleAttributes;
import dev.weft.verbs.attributes.AddressHandleAttributes.GlobalRoute;
import dev.weft.verbs.attributes.QueuePairAttributeMask;
import dev.weft.verbs.attributes.QueuePairAttributes;
import dev.weft.verbs.attributes.QueuePairCapabilities;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.QueuePairType;
import dev.weft.verbs.attributes.RegionChange;
import dev.weft.verbs.work.SendFlags;
import dev.weft.verbs.work.SendWorkRequest;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Faults of posting, and of the attributes of queue pairs and address handles. */
final class PostLies {
  private static final int KNOWN_FLAGS =
      SendFlags.FENCE | SendFlags.SIGNALED | SendFlags.SOLICITED | SendFlags.INLINE;

  private PostLies() {}

  static List<VerbsFault> all() {
    return List.of(
        VerbsFault.of("ignores flags that it does not have", "VQ-03a", PostLies::ignoresFlags),
        VerbsFault.of("grants every operation to every type", "VQ-03b", PostLies::anyOperation),
        VerbsFault.of("looks at the keys of inline data", "VQ-06a", PostLies::inlineByKey),
        VerbsFault.of("sends by handles of others", "VQ-39a", PostLies::anyHandle),
        VerbsFault.of("counts receives with a shared queue", "VQ-42a", PostLies::ownReceives),
        VerbsFault.of("gives UC pairs receives of their own", "VQ-42b", PostLies::sharesNothing),
        VerbsFault.of("takes attributes out of range", "VQ-43a", PostLies::takesAttributes),
        VerbsFault.of("cuts paths to their ranges", "VE-22a", PostLies::cutsPaths),
        VerbsFault.of("makes addresses of nothing", "VE-22b", PostLies::addressOfNothing),
        new VerbsFault("tells each draining once asked", "VQ-44a", PostLies::drainingForEver),
        VerbsFault.of("goes on while it drains", "VQ-44b", PostLies::impatient),
        VerbsFault.of("keeps the rights of a region", "VQ-22B", PostLies::keepsRights));
  }

  private static Object ignoresFlags(Call call) throws Throwable {
    if (call.is(QueuePair.class, "postSend")
        && call.arguments()[0] instanceof SendWorkRequest request) {
      request.flags(request.flags() & KNOWN_FLAGS);
    }
    return call.honestly();
  }

  private static Object anyOperation(Call call) throws Throwable {
    if (call.is(ProtectionDomain.class, "createQp")) {
      return call.honestlyWith(init(call, 0, null));
    }
    return call.honestly();
  }

  private static Object ownReceives(Call call) throws Throwable {
    if (call.is(ProtectionDomain.class, "createQp")) {
      QueuePairInit init = (QueuePairInit) call.arguments()[0];
      QueuePairCapabilities asked = init.capabilities();
      if (init.sharedReceiveQueue() != null && asked.maxReceiveWr() > 1 << 10) {
        return call.honestlyWith(init(call, init.sendOperations(), asked));
      }
    }
    return call.honestly();
  }

  private static Object sharesNothing(Call call) throws Throwable {
    if (call.is(ProtectionDomain.class, "createQp")) {
      QueuePairInit init = (QueuePairInit) call.arguments()[0];
      if (init.type() == QueuePairType.UC && init.sharedReceiveQueue() != null) {
        return call.honestlyWith(init(call, init.sendOperations(), init.capabilities()));
      }
    }
    return call.honestly();
  }

  private static Object takesAttributes(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(QueuePair.class, "modify") && answer.equals(VerbsErrno.EINVAL) ? 0 : answer;
  }

  /** The same attributes, without the shared receive queue if capabilities are given. */
  private static QueuePairInit init(
      Call call, long sendOperations, QueuePairCapabilities capabilitiesOrNull) {
    QueuePairInit init = (QueuePairInit) call.arguments()[0];
    boolean own = capabilitiesOrNull != null;
    return QueuePairInit.builder(init.type())
        .context(init.context())
        .sendCq(init.sendCq())
        .receiveCq(init.receiveCq())
        .sharedReceiveQueue(own ? null : init.sharedReceiveQueue())
        .reliableDatagramDomain(init.reliableDatagramDomain())
        .capabilities(own ? capabilitiesOrNull : init.capabilities())
        .signalAll(init.signalAll())
        .sendOperations(sendOperations)
        .port(init.port())
        .build();
  }

  private static Object inlineByKey(Call call) throws Throwable {
    boolean post = call.is(QueuePair.class, "postSend");
    if (post && call.arguments()[0] instanceof SendWorkRequest request) {
      request.flags(request.flags() & ~SendFlags.INLINE);
    }
    return call.honestly();
  }

  private static Object anyHandle(Call call) throws Throwable {
    if (call.is(QueuePair.class, "postSend")
        && call.arguments()[0] instanceof SendWorkRequest request
        && request.addressHandle() != null) {
      QueuePair pair = (QueuePair) call.object();
      AddressHandle own = pair.protectionDomain().createAh(request.addressHandle().attributes());
      request.to(own, request.remoteQpn(), request.remoteQkey());
      try {
        return call.honestly();
      } finally {
        own.close();
      }
    }
    return call.honestly();
  }

  private static Object cutsPaths(Call call) throws Throwable {
    if (call.is(ProtectionDomain.class, "createAh")) {
      return call.honestlyWith(cut((AddressHandleAttributes) call.arguments()[0]));
    }
    return call.honestly();
  }

  private static AddressHandleAttributes cut(AddressHandleAttributes path) {
    GlobalRoute route = path.globalRoute();
    GlobalRoute routed =
        route == null
            ? null
            : new GlobalRoute(
                route.dgid(),
                route.flowLabel() & 0xF_FFFF,
                0,
                route.hopLimit() & 0xFF,
                route.trafficClass() & 0xFF);
    return new AddressHandleAttributes(
        routed, path.dlid() & 0xFFFF, path.serviceLevel() & 0xF, 0, 0, 1);
  }

  private static Object addressOfNothing(Call call) throws Throwable {
    boolean nothing =
        call.is(VerbsContext.class, "initAhFromWc")
            && (call.arguments()[1] == null || call.arguments()[3] == null);
    return nothing ? AddressHandleAttributes.local(1) : call.honestly();
  }

  private static Object keepsRights(Call call) throws Throwable {
    if (!call.is(ProtectionDomain.class, "regMr")) {
      return call.honestly();
    }
    Object region = call.honestly();
    return Proxy.newProxyInstance(
        MemoryRegion.class.getClassLoader(),
        new Class<?>[] {MemoryRegion.class},
        (_, method, arguments) ->
            method.getName().equals("rereg") && arguments[0].equals(RegionChange.ACCESS)
                ? 0
                : method.invoke(region, arguments));
  }

  private static Object impatient(Call call) throws Throwable {
    Object answer = call.honestly();
    return call.is(QueuePair.class, "modify")
            && ((QueuePair) call.object()).state() == QueuePairState.SQD
        ? 0
        : answer;
  }

  private static VerbsFault.Lie drainingForEver() {
    Set<Object> asked = ConcurrentHashMap.newKeySet();
    return call -> {
      if (!call.is(QueuePair.class, "modify")
          || !(call.arguments()[0] instanceof QueuePairAttributes attributes)
          || attributes.state() != QueuePairState.SQD) {
        return call.honestly();
      }
      if (attributes.notifyDrained()) {
        asked.add(call.object());
      }
      QueuePairAttributes always =
          attributes.toBuilder().notifyDrained(asked.contains(call.object())).build();
      return call.honestlyWith(
          always, (int) call.arguments()[1] | QueuePairAttributeMask.EN_SQD_ASYNC_NOTIFY);
    };
  }
}

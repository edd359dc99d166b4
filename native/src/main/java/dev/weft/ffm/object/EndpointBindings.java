package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.EndpointType;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.counter.NativeCounter;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.fid.NativeWaitable;
import dev.weft.provider.fabric.check.Arguments;
import dev.weft.provider.fabric.check.EndpointRights;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * The objects that an endpoint is bound to ({@code fi_ep_bind(3)}).
 *
 * <p>A read of a queue or counter makes progress on each endpoint that is bound to it in C. rxm and
 * shm of 1.17 then crash if the endpoint is not enabled yet, or is being closed. Queues and
 * counters are therefore bound in C when the endpoint is enabled; no thread reads them meanwhile,
 * nor while the endpoint closes.
 */
final class EndpointBindings {
  private static final long DIRECTIONS = BindFlags.TRANSMIT | BindFlags.RECV;
  private static final long QUEUE_FLAGS = DIRECTIONS | BindFlags.SELECTIVE_COMPLETION;
  private static final long COUNTER_FLAGS =
      BindFlags.SEND
          | BindFlags.RECV
          | BindFlags.READ
          | BindFlags.WRITE
          | BindFlags.REMOTE_READ
          | BindFlags.REMOTE_WRITE;

  private record Binding(NativeWaitable object, long flags) {}

  private final NativeObject endpoint;
  private final List<NativeObject> all = new ArrayList<>();
  private final List<Binding> later = new ArrayList<>();
  private long directions;
  private long counted;

  EndpointBindings(NativeObject endpoint) {
    this.endpoint = endpoint;
  }

  /** Binds in C without {@code FI_SELECTIVE_COMPLETION}; see {@link AbstractEndpoint}. */
  void add(NativeCompletionQueue queue, long flags) {
    Arguments.flags("fi_ep_bind", "flags", flags, QUEUE_FLAGS);
    requireFree(directions & flags);
    addLater(queue, flags & DIRECTIONS);
    directions |= flags & DIRECTIONS;
  }

  /** A second counter for the same operations is refused: sockets of 1.17 forgets the first. */
  void add(NativeCounter counter, long flags) {
    Arguments.flags("fi_ep_bind", "flags", flags, COUNTER_FLAGS);
    requireFree(counted & flags);
    addLater(counter, flags);
    counted |= flags;
  }

  /** Binds an address vector or event queue at once. */
  void addNow(NativeObject object, long flags) {
    endpoint.bindNative("fi_ep_bind", object, flags);
    all.add(object);
  }

  private void addLater(NativeWaitable object, long flags) {
    endpoint.requireOpen();
    object.addDependent();
    all.add(object);
    later.add(new Binding(object, flags));
  }

  private static void requireFree(long taken) {
    if (taken != 0) {
      throw refused(BindFlags.describe(taken) + " is bound already");
    }
  }

  static FabricException refused(String detail) {
    return new FabricException(Errno.EINVAL, "fi_ep_bind", detail, "");
  }

  /** Requires the queues and the address vector that the endpoint cannot be enabled without. */
  void requireComplete(FabricInfo info, NativeAddressVector vector) {
    EndpointRights rights = EndpointRights.of(info);
    requireBound(!rights.sends() || has(BindFlags.TRANSMIT), Errno.ENOCQ, "queue for TRANSMIT");
    requireBound(!rights.receives() || has(BindFlags.RECV), Errno.ENOCQ, "queue for RECV");
    requireBound(directions != 0, Errno.ENOCQ, "queue");
    boolean connected = info.endpoint().type() == EndpointType.MSG;
    requireBound(connected || vector != null, Errno.ENOAV, "address vector");
  }

  private boolean has(long direction) {
    return (directions & direction) != 0;
  }

  private static void requireBound(boolean bound, int errno, String object) {
    if (!bound) {
      throw new FabricException(
          errno, "fi_enable", "no " + object + " is bound", "Bind one before enable()");
    }
  }

  /** Binds the queues and counters in C; to be called by {@link #alone}. */
  void bindInC() {
    for (Binding binding : later) {
      endpoint.bindInC("fi_ep_bind", binding.object, binding.flags);
    }
  }

  /** Carries out a change of the endpoint while no thread reads its queues and counters. */
  int alone(IntSupplier change) {
    later.forEach(binding -> binding.object.holdUpCalls());
    try {
      return change.getAsInt();
    } finally {
      later.forEach(binding -> binding.object.resumeCalls());
    }
  }

  /** Carries out the closing of the endpoint in C while no thread reads. */
  int closeAlone(FabricInfo info, IntSupplier close) {
    return alone(
        () -> {
          if (info.endpoint().type() == EndpointType.RDM) {
            later.forEach(binding -> binding.object.endpointCloses());
          }
          return close.getAsInt();
        });
  }

  /** The endpoint is closed. */
  void release() {
    all.forEach(NativeObject::removeDependent);
  }
}

package dev.weft.ffm.object;

import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.ffm.fid.NativeObject;
import dev.weft.ffm.layout.OpsLayouts;
import dev.weft.ffm.layout.Struct;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.ffm.linker.StructView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The transmit or the receive contexts of a scalable endpoint in libfabric, by their index.
 *
 * <p>sockets of 1.17 follows its pointer to a context that has been closed. A spare context, which
 * is bound to nothing, is therefore opened in C at its index, until the index is opened again or
 * the endpoint closes.
 *
 * <pre>
 *   free --open--> open --close--> spare --open--> open
 * </pre>
 *
 * <p>Called with the lock of the scalable endpoint, or taken here.
 */
final class ContextSlots {
  private final NativeScalableEndpoint whole;
  private final ObjectClass kind;
  private final String call;
  private final long function;
  private final ScalableContext[] open;

  /** Addresses of spare contexts; 0 where there is none. */
  private final long[] spares;

  ContextSlots(NativeScalableEndpoint whole, ObjectClass kind, long count) {
    boolean sends = kind == ObjectClass.TX_CTX;
    this.whole = whole;
    this.kind = kind;
    this.call = sends ? "fi_tx_context" : "fi_rx_context";
    this.function = OpsLayouts.ENDPOINT.offset(sends ? "tx_ctx" : "rx_ctx");
    this.open = new ScalableContext[Math.toIntExact(count)];
    this.spares = new long[open.length];
  }

  /** Opens a context with the attributes of the whole endpoint. */
  ScalableContext open(int index, FabricInfo info, Object context) {
    return open(index, info, 0, context);
  }

  /** Opens a context with attributes of its own, which are written for the call. */
  ScalableContext open(
      int index, FabricInfo info, Struct layout, Consumer<StructView> writer, Object context) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(layout.size(), Long.BYTES);
      writer.accept(new StructView(layout, memory.address()));
      return open(index, info, memory.address(), context);
    }
  }

  private ScalableContext open(int index, FabricInfo info, long attributes, Object context) {
    whole.requireOpen();
    if (index < 0 || index >= open.length) {
      throw NativeScalableEndpoint.invalid(
          call, "index=" + index, "Allowed: 0.." + (open.length - 1));
    }
    synchronized (whole) {
      if (open[index] != null) {
        throw new FabricException(
            Errno.EBUSY, call, "context " + index + " is open already", "Open another one");
      }
      whole.addDependent(kind());
      try {
        long fid = replace(index, attributes);
        open[index] = new ScalableContext(whole, this, index, info, fid, context);
        return open[index];
      } catch (FabricException | IllegalStateException refused) {
        whole.removeDependent(kind());
        throw refused;
      }
    }
  }

  /** Opens in C, then closes the spare context that was there. */
  private long replace(int index, long attributes) {
    long[] fid = new long[1];
    int error =
        whole.alone(
            () -> {
              int result = openInC(index, attributes, fid);
              if (result == 0) {
                closeSpare(index);
              }
              return result;
            });
    if (error != 0) {
      throw new FabricException(error, call, "index=" + index, "");
    }
    return fid[0];
  }

  private int openInC(int index, long attributes, long[] fid) {
    whole.enter();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_LONG);
      long opener = whole.function(AbstractEndpoint.OPS, function);
      int error =
          SignalActions.keep(
              () ->
                  (int)
                      Downcalls.call(opener, whole.fid(), index, attributes, result.address(), 0));
      fid[0] = result.get(ValueLayout.JAVA_LONG, 0);
      return error;
    } finally {
      whole.leave();
    }
  }

  ObjectClass kind() {
    return kind;
  }

  /** The contexts that queues may be read for. */
  Stream<ScalableContext> enabled() {
    return Arrays.stream(open).filter(Objects::nonNull).filter(ScalableContext::isEnabled);
  }

  /** C has closed the context; where no spare one can be opened, there is nothing to do. */
  void closed(int index) {
    long[] fid = new long[1];
    if (openInC(index, 0, fid) == 0) {
      spares[index] = fid[0];
    }
  }

  /** The index may be opened again. */
  void left(int index) {
    synchronized (whole) {
      open[index] = null;
    }
    whole.removeDependent(kind());
  }

  void closeSpares() {
    for (int i = 0; i < spares.length; i++) {
      closeSpare(i);
    }
  }

  private void closeSpare(int index) {
    if (spares[index] != 0) {
      NativeObject.closeInC(spares[index]);
      spares[index] = 0;
    }
  }
}

package dev.weft.ffm.object;

import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Errno;
import dev.weft.fabric.FabricAddress;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.attributes.AccessFlags;
import dev.weft.fabric.attributes.BindFlags;
import dev.weft.fabric.info.Capabilities;
import dev.weft.ffm.linker.NullChecks;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Exercises the signals of the JVM with endpoints open, then closes objects in random orders with
 * operations under way. For a process of its own, which a use after free would end.
 */
public final class CloseOrders {
  private static final int ORDERS = 10;
  private static final int RECEIVES = 10;
  private static final long LARGE = 1 << 20;

  private static final long COUNTED = BindFlags.SEND | BindFlags.RECV | BindFlags.WRITE;

  private CloseOrders() {}

  /** Prints {@code good} and ends, unless the process dies before. Arguments: a provider. */
  public static void main(String[] arguments) throws InterruptedException {
    try (Pair pair = new Pair(arguments[0], Capabilities.MSG)) {
      exchange(pair);
      closeUnbound(pair);
      NullChecks.exercise();
      exchange(pair);
    }
    for (int seed = 0; seed < ORDERS; seed++) {
      closeInOrder(arguments[0], new Random(new SplittableRandom(seed).nextLong()));
    }
    System.out.println("good");
  }

  /** Closes endpoints that could not be enabled. */
  private static void closeUnbound(Pair pair) {
    pair.domain.openEndpoint(pair.info).close();
    try (Endpoint endpoint = pair.domain.openEndpoint(pair.info)) {
      endpoint.bind(pair.a.queue, BindFlags.TRANSMIT);
      endpoint.enable();
    } catch (FabricException e) {
      if (e.errno() == Errno.EBUSY) {
        throw e;
      }
    }
  }

  private static void exchange(Pair pair) {
    pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 1));
    pair.post(() -> pair.a.endpoint.inject(pair.buffer(0), 8, pair.a.peer));
    pair.b.await();
  }

  private static void closeInOrder(String provider, Random random) {
    try (Pair pair = new Pair(provider, Capabilities.MSG | Capabilities.RMA, 0, COUNTED)) {
      exchange(pair);
      for (int i = 0; i < RECEIVES; i++) {
        pair.post(() -> pair.b.endpoint.recv(pair.buffer(0), 8, FabricAddress.UNSPEC, 2));
      }
      pair.post(() -> pair.a.endpoint.send(pair.buffer(0), 8, pair.a.peer, 3));
      MemorySegment large = pair.arena.allocate(LARGE, Long.BYTES);
      pair.b.endpoint.recv(large, LARGE, FabricAddress.UNSPEC, 5);
      pair.post(() -> pair.a.endpoint.send(large, LARGE, pair.a.peer, 6));
      List<FabricObject> objects = new ArrayList<>(List.of(pair.fabric, pair.domain));
      objects.add(pair.keep(pair.domain.register(pair.buffer(1), AccessFlags.REMOTE_READ, 1)));
      for (Pair.Side side : List.of(pair.a, pair.b)) {
        objects.addAll(List.of(side.queue, side.counter, side.vector, side.endpoint));
      }
      Collections.shuffle(objects, random);
      while (!objects.isEmpty()) {
        objects.removeIf(CloseOrders::closed);
        use(pair);
      }
    }
  }

  /** Closes an object that nothing depends on. */
  private static boolean closed(FabricObject object) {
    try {
      object.close();
      return true;
    } catch (FabricException e) {
      if (e.errno() != Errno.EBUSY) {
        throw e;
      }
      return false;
    }
  }

  private static void use(Pair pair) {
    for (Pair.Side side : List.of(pair.a, pair.b)) {
      if (!side.queue.isClosed()) {
        side.queue.read(side.batch, 1);
      }
      if (!side.counter.isClosed()) {
        side.counter.await(Long.MAX_VALUE, 0);
      }
      if (!side.endpoint.isClosed()) {
        side.endpoint.send(pair.buffer(0), 8, side.peer, 4);
      }
    }
  }
}

package dev.weft.ffm.linker;

import dev.weft.fabric.Domain;
import dev.weft.fabric.Endpoint;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.info.FabricInfo;
import java.util.List;

/**
 * Loads libfabric, queries all its providers and opens objects of some, while one thread runs a
 * compiled loop and another collects garbage: each safepoint stops the loop by a SIGSEGV.
 */
public final class BusyLoading {
  private static final int OPENED = 5;
  private static volatile boolean over;
  private static volatile long sum;

  private BusyLoading() {}

  /** Prints {@code good} and ends, unless the process dies before. */
  public static void main(String[] providers) throws InterruptedException {
    Thread loop = Thread.ofPlatform().start(BusyLoading::loop);
    while (sum == 0) {
      Thread.onSpinWait(); // until the loop is warm
    }
    Thread collections = Thread.ofPlatform().start(BusyLoading::collect);
    Fabrics.getInfo(FabricInfo.builder().provider("ofi").memoryRegistrationMode(-1L).build());
    for (String provider : providers) {
      open(provider);
    }
    over = true;
    loop.join();
    collections.join();
    System.out.println("good");
  }

  private static void loop() {
    for (long step = 0, total = 1; !over; step++) {
      total += step ^ total;
      if ((step & 0xFFFFFF) == 0xFFFFFF) {
        sum = total | 1;
      }
    }
  }

  private static void collect() {
    while (!over) {
      System.gc();
    }
  }

  private static void open(String provider) {
    FabricInfo hints = FabricInfo.builder().provider(provider).memoryRegistrationMode(-1L).build();
    List<FabricInfo> found = Fabrics.getInfo(hints);
    for (int i = 0; i < OPENED && !found.isEmpty(); i++) {
      FabricInfo info = found.getFirst();
      try (Fabric fabric = Fabrics.open(info);
          Domain domain = fabric.openDomain(info);
          Endpoint endpoint = domain.openEndpoint(info)) {
        endpoint.info();
      }
    }
  }
}

package dev.weft.conformance.process;

import dev.weft.conformance.verbs.bench.VerbsBench;
import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.attributes.ObjectClass;
import dev.weft.fabric.info.DomainAttributes;
import dev.weft.fabric.info.FabricInfo;
import dev.weft.verbs.Devices;
import dev.weft.verbs.VerbsContext;
import java.util.IdentityHashMap;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** The objects of the peer process by number. Numbers are never reused. */
final class PeerObjects implements ObjectNumbers {
  private final PeerSide root = new Root();
  private final NavigableMap<Integer, Object> objects = new TreeMap<>();
  private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
  private int last;

  @Override
  public synchronized int numberOf(Object object) {
    return numbers.computeIfAbsent(
        object,
        added -> {
          objects.put(++last, added);
          return last;
        });
  }

  @Override
  public synchronized Object object(int number, Class<?> type) {
    return number == 0 ? root : Objects.requireNonNull(objects.get(number), "closed before");
  }

  /** Closes and removes all of them; retries busy ones after their users are closed. */
  synchronized void closeAll() {
    int before;
    do {
      before = objects.size();
      objects.descendingMap().values().removeIf(PeerObjects::closed);
    } while (objects.size() < before);
    objects.clear();
    numbers.clear();
  }

  private static boolean closed(Object object) {
    try {
      if (object instanceof AutoCloseable open) {
        open.close();
      }
      return true;
    } catch (Exception busy) {
      return false;
    }
  }

  private final class Root implements PeerSide {

    @Override
    public Fabric open(FabricInfo info) {
      return Fabrics.open(info);
    }

    @Override
    public byte[] sourceAddress(FabricInfo offer) {
      FabricInfo hints =
          FabricInfo.builder()
              .capabilities(offer.capabilities())
              .endpointType(offer.endpoint().type())
              .fabric(offer.fabric())
              .domain(DomainAttributes.builder().name(offer.domain().name()).build())
              .build();
      return Fabrics.getInfo(hints).getFirst().sourceAddress();
    }

    @Override
    public VerbsContext openDevice(String name, String fabric) {
      return VerbsBench.isolated(Devices.named(name), fabric).open();
    }

    @Override
    public ObjectClass objectClass() {
      throw new FabricException(0, "objectClass", "The root of the peer process has none");
    }

    @Override
    public Object context() {
      return null;
    }

    @Override
    public boolean isClosed() {
      return false;
    }

    @Override
    public void close() {
      closeAll();
    }
  }
}

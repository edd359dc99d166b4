package dev.weft.conformance.process;

import dev.weft.fabric.Fabric;
import dev.weft.fabric.FabricException;
import dev.weft.fabric.FabricInfo;
import dev.weft.fabric.FabricObject;
import dev.weft.fabric.Fabrics;
import dev.weft.fabric.ObjectClass;
import java.util.IdentityHashMap;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/** The objects that live in the peer process, by their numbers, which are never used again. */
final class PeerObjects implements ObjectNumbers {
  private final PeerSide root = new Root();
  private final NavigableMap<Integer, FabricObject> objects = new TreeMap<>();
  private final IdentityHashMap<FabricObject, Integer> numbers = new IdentityHashMap<>();
  private int last;

  @Override
  public synchronized int numberOf(FabricObject object) {
    return numbers.computeIfAbsent(
        object,
        added -> {
          objects.put(++last, added);
          return last;
        });
  }

  @Override
  public synchronized FabricObject object(int number, Class<?> type) {
    return number == 0 ? root : Objects.requireNonNull(objects.get(number), "closed before");
  }

  /** Closes and forgets all of them, busy ones again after those that they serve. */
  synchronized void closeAll() {
    int before;
    do {
      before = objects.size();
      objects.descendingMap().values().removeIf(PeerObjects::closed);
    } while (objects.size() < before);
    objects.clear();
    numbers.clear();
  }

  private static boolean closed(FabricObject object) {
    try {
      object.close();
      return true;
    } catch (RuntimeException busy) {
      return false;
    }
  }

  private final class Root implements PeerSide {

    @Override
    public Fabric open(FabricInfo info) {
      return Fabrics.open(info);
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

package dev.weft.ffm.ibverbs.object;

import dev.weft.argument.Require;
import dev.weft.ffm.ibverbs.linker.Verb;
import dev.weft.ffm.linker.CMemory;
import dev.weft.ffm.linker.CapturedCalls;
import dev.weft.ffm.linker.Downcalls;
import dev.weft.ffm.linker.SignalActions;
import dev.weft.verbs.Device;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.VerbsErrno;
import dev.weft.verbs.VerbsException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * {@code struct ibv_device}: a device of this host, known by its name. Its list is read again when
 * it is opened.
 *
 * @param name {@code ibv_get_device_name(3)}
 * @param guid {@code ibv_get_device_guid(3)}
 */
public record IbvDevice(String name, long guid) implements Device {
  /** The one fabric of all these devices: what their ports are connected to. */
  private static final String FABRIC = "network";

  /** {@code ibv_get_device_list(3)}. It loads the drivers of devices. */
  public static List<IbvDevice> list() {
    return SignalActions.keep(
        () -> {
          List<IbvDevice> devices = new ArrayList<>();
          forEach(
              device -> {
                devices.add(new IbvDevice(nameOf(device), guidOf(device)));
                return 0;
              });
          return List.copyOf(devices);
        });
  }

  /**
   * Applies a function to the devices, while C keeps the list of them, until its result is not 0.
   *
   * @return the last result
   */
  private static long forEach(LongUnaryOperator function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(ValueLayout.JAVA_INT);
      long list = Verb.GET_DEVICE_LIST.create("", count.address());
      try {
        long result = 0;
        for (int i = 0; i < count.get(ValueLayout.JAVA_INT, 0) && result == 0; i++) {
          result = function.applyAsLong(CMemory.word(list + (long) i * Long.BYTES));
        }
        return result;
      } finally {
        Downcalls.call(Verb.FREE_DEVICE_LIST.address(), list);
      }
    }
  }

  private static String nameOf(long device) {
    return CMemory.text(Downcalls.call(Verb.GET_DEVICE_NAME.address(), device));
  }

  private static long guidOf(long device) {
    return Long.reverseBytes(Downcalls.call(Verb.GET_DEVICE_GUID.address(), device));
  }

  @Override
  public String fabric() {
    return FABRIC;
  }

  /**
   * This device.
   *
   * @throws VerbsException {@link VerbsErrno#EOPNOTSUPP} for another fabric: a device cannot be
   *     taken off the network that it is connected to
   */
  @Override
  public Device onFabric(String fabric) {
    if (!Require.notNull("fabric", fabric).equals(FABRIC)) {
      throw new VerbsException(
          VerbsErrno.EOPNOTSUPP,
          "onFabric",
          "fabric=" + fabric + ", allowed " + FABRIC,
          "Ports of " + name + " are connected to one network");
    }
    return this;
  }

  @Override
  public VerbsContext open() {
    long context = SignalActions.keep(() -> forEach(this::openIfThis));
    if (context == 0) {
      throw new VerbsException(
          VerbsErrno.ENODEV, "ibv_open_device", "name=" + name + " is gone", "");
    }
    return IbvContext.of(this, context);
  }

  private long openIfThis(long device) {
    if (!nameOf(device).equals(name)) {
      return 0;
    }
    CapturedCalls.Result opened = CapturedCalls.call(Verb.OPEN_DEVICE.address(), device);
    if (opened.value() == 0) {
      throw new VerbsException(
          Math.max(1, opened.errno()),
          "ibv_open_device",
          "name=" + name,
          "The files in /dev/infiniband must be readable and writable for this user");
    }
    return opened.value();
  }

  @Override
  public String toString() {
    return name;
  }
}

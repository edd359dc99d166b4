package dev.weft.rdmacm.program;

import dev.weft.provider.fabric.Node;
import dev.weft.rdmacm.ConnectionChannel;
import dev.weft.rdmacm.ConnectionId;
import dev.weft.rdmacm.ConnectionListener;
import dev.weft.verbs.CompletionQueue;
import dev.weft.verbs.Devices;
import dev.weft.verbs.MemoryRegion;
import dev.weft.verbs.ProtectionDomain;
import dev.weft.verbs.QueuePair;
import dev.weft.verbs.VerbsContext;
import dev.weft.verbs.attributes.QueuePairInit;
import dev.weft.verbs.attributes.QueuePairState;
import dev.weft.verbs.attributes.RegionAccess;
import dev.weft.verbs.completion.CompletionStatus;
import dev.weft.verbs.completion.WorkCompletionBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The objects of a program. What is closed is null. */
final class ConnectionStations implements AutoCloseable {
  private static final InetSocketAddress ANYWHERE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final int DEVICES = 2;
  private static final int ENTRIES = 64;

  final List<ConnectionChannel> channels = new ArrayList<>();
  final ConnectionListener[] listeners;
  final ConnectionId[] ids;
  final QueuePair[] pairs;

  /** Completions that were polled of each side. */
  final int[] successes;

  final int[] flushes;

  private final ConnectionSetup setup;
  private final List<Device> devices = new ArrayList<>();
  private final Arena arena = Arena.ofShared();
  private final WorkCompletionBatch batch = WorkCompletionBatch.allocate(arena, ENTRIES);

  /** The objects of one device. */
  private static final class Device {
    final VerbsContext verbs;
    final ProtectionDomain domain;
    final MemoryRegion region;
    final List<CompletionQueue> queues;

    Device(String name, String fabric, int sides, Arena arena) {
      verbs = Devices.named(name).onFabric(fabric).open();
      domain = verbs.allocPd();
      region = domain.regMr(arena.allocate(Long.BYTES), RegionAccess.LOCAL_WRITE);
      queues = Stream.generate(() -> verbs.createCq(ENTRIES, null, null, 0)).limit(sides).toList();
    }

    void close() {
      queues.forEach(CompletionQueue::close);
      region.close();
      domain.close();
      verbs.close();
    }
  }

  ConnectionStations(ConnectionSetup setup) {
    this.setup = setup;
    String fabric = Node.freshName();
    for (int device = 0; device < DEVICES; device++) {
      devices.add(new Device(setup.deviceName(device), fabric, setup.sides(), arena));
    }
    for (int i = 0; i < setup.channels(); i++) {
      channels.add(new ConnectionChannel());
    }
    listeners = new ConnectionListener[setup.listeners()];
    ids = new ConnectionId[setup.sides()];
    pairs = new QueuePair[setup.sides()];
    successes = new int[setup.sides()];
    flushes = new int[setup.sides()];
  }

  void listen(int listener, int channel) {
    try {
      listeners[listener] =
          ConnectionListener.open(channels.get(channel), ANYWHERE, ENTRIES, listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void closeListener(int listener) {
    try {
      listeners[listener].close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Events that were not read. */
  int count(int channel) {
    return Integer.parseInt(channels.get(channel).toString().replaceAll("\\D", ""));
  }

  void createQp(int id, int kind) {
    CompletionQueue queue = devices.get(ConnectionSetup.device(kind)).queues.get(id);
    QueuePairInit init =
        QueuePairInit.builder(ConnectionSetup.type(kind)).completionQueue(queue).build();
    pairs[id] = ids[id].createQp(devices.get(ConnectionSetup.device(kind)).domain, init);
  }

  int mostReads(int kind) {
    return devices.get(ConnectionSetup.device(kind)).verbs.queryDevice().maxQpReadAtomic();
  }

  MemoryRegion region(int kind) {
    return devices.get(ConnectionSetup.device(kind)).region;
  }

  QueuePairState state(int id) {
    return pairs[id] == null ? null : pairs[id].state();
  }

  void destroyQp(int id) {
    if (pairs[id] != null) {
      pairs[id].close();
      pairs[id] = null;
    }
  }

  /** Polls all queues. */
  void poll() {
    for (int id = 0; id < setup.sides(); id++) {
      for (Device device : devices) {
        int count = device.queues.get(id).poll(batch, ENTRIES);
        for (int i = 0; i < count; i++) {
          switch (batch.status(i)) {
            case CompletionStatus.SUCCESS -> successes[id]++;
            case CompletionStatus.WR_FLUSH_ERR -> flushes[id]++;
            default -> throw new AssertionError("status " + batch.status(i) + " of " + id);
          }
        }
      }
    }
  }

  /** Forgets both ids of a connection. */
  void forget(int id) {
    destroyQp(id);
    ids[id] = null;
    poll();
    successes[id] = 0;
    flushes[id] = 0;
  }

  @Override
  public void close() {
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] != null) {
        ids[i].close();
      }
      destroyQp(i);
    }
    for (int i = 0; i < listeners.length; i++) {
      if (listeners[i] != null) {
        closeListener(i);
      }
    }
    channels.forEach(ConnectionChannel::close);
    devices.forEach(Device::close);
    arena.close();
  }
}

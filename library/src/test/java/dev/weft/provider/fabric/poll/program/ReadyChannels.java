package dev.weft.provider.fabric.poll.program;

import dev.weft.fabric.attributes.ControlCommand;
import dev.weft.fabric.poll.ChannelHandle;
import dev.weft.provider.fabric.Node;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.HashSet;
import java.util.Set;

/** The channels of queues that {@code fi_trywait} has allowed to block on (TW-004). */
final class ReadyChannels implements AutoCloseable {
  private final WaitStations stations;
  private final Selector selector;
  private final Set<Integer> armed = new HashSet<>();

  ReadyChannels(WaitStations stations) {
    this.stations = stations;
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next entry of this station's queue has to make its channel readable. */
  void expect(int node) {
    armed.add(node);
  }

  void forget(int node) {
    armed.remove(node);
  }

  /** Called after an event of this station's queue. */
  void requireReady(int node) {
    if (armed.remove(node)) {
      var handle = (ChannelHandle) stations.queues.get(node).control(ControlCommand.GETWAIT);
      Node.until(() -> isReadable(handle));
    }
  }

  private boolean isReadable(ChannelHandle handle) {
    try {
      SelectionKey key = handle.channel().register(selector, SelectionKey.OP_READ);
      int ready = selector.selectNow();
      key.cancel();
      selector.selectNow();
      return ready > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
